import pytest

from recipes.datasets.babi import Question, Story


def test_each_question_is_asked_with_the_statements_above():
    story = Story(
        ("a", "b", "c"),
        (
            Question("p?", "x", (), 0),
            Question("q?", "y", (1, 0), 2),
            Question("r?", "z", (0,), 2),
        ),
    )
    asked = [(above, question.text) for above, question in story.asked()]
    assert asked == [((), "p?"), (("a", "b"), "q?"), (("a", "b"), "r?")]


@pytest.mark.parametrize(
    "statements, questions, message",
    [
        ((), (), "needs a statement or a question"),
        (
            ("a",),
            (("q", "x", (), 2),),
            r"\[0\].position`.*Received: 2",
        ),
        (("a",), (("q", "x", (1,), 1),), r"support` must be .* the 1 .*\(1,\)"),
        (("a",), (("q", "x", (-1,), 1),), r"support`.*Received: \(-1,\)"),
        (
            ("a",),
            (("q", "x", (), 1), ("r", "x", (), 0)),
            r"questions\[1\].position` must be from 1,.* to 1,.*Received: 0",
        ),
    ],
)
def test_stories_that_cannot_be_told(statements, questions, message):
    with pytest.raises(ValueError, match=message):
        Story(statements, tuple(Question(*fields) for fields in questions))


def test_lists_become_tuples():
    question = Question("q?", "x", [0], 1)
    assert question == Question("q?", "x", (0,), 1)
    assert Story(["a"], [question]) == Story(("a",), (question,))


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: Story("Ann ran."), "`statements` must be .*'Ann ran.'"),
        (lambda: Story(("a", 3)), r"`statements\[1\]` must be text.*3"),
        (lambda: Story(("a",), ("q?",)), r"`questions\[0\]` must be a `Que"),
        (lambda: Question("q?", ["x"], (), 0), "`answer` must be text"),
        (lambda: Question(None, "x", (), 0), "`text` must be text.*None"),
        (lambda: Question("q?", "x", "0", 1), "`support` must be a tuple"),
    ],
)
def test_what_is_no_text_or_list(make, message):
    with pytest.raises(TypeError, match=message):
        make()
