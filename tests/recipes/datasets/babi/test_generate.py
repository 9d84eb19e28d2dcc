import os
import pathlib
import subprocess
import sys

import pytest
from babi_solvers import solve
from hypothesis import given
from hypothesis import strategies as st

from recipes.datasets.babi import generate, parse, read_babi, write
from recipes.datasets.babi.generate import task_flags
from recipes.datasets.babi.letters import substitute_letters
from recipes.datasets.babi.tasks import TASKS

REAL = pathlib.Path(__file__).parents[5] / "shared/data/babi"
# Tasks in which every supporting statement is needed.
NECESSARY = (1, 2, 3, 4, 5, 6, 9, 11, 12, 13, 14, 15, 20)
LINKED = {"coreference": 0.8, "conjunction": 0.3, "compound": 0.5}


def share_solved(task, stories, choose=None):
    """The share of questions that the solver answers.

    Args:
        choose: Which statements it sees: a function of those above the
            question and of the question; by default all.
    """
    solved = [
        solve(task, choose(above, q) if choose else above, q.text) == q.answer
        for story in stories
        for above, q in story.asked()
    ]
    return sum(solved) / len(solved)


def support_only(above, question):
    return [above[place] for place in sorted(question.support)]


@pytest.mark.parametrize("task", TASKS)
def test_answers_follow_from_the_text(task):
    assert share_solved(task, generate(task, 500, seed=1)) == 1


@pytest.mark.parametrize("task", TASKS)
def test_support_is_sufficient(task):
    assert share_solved(task, generate(task, 500, seed=2), support_only) == 1


@pytest.mark.parametrize("task", NECESSARY)
def test_support_is_necessary(task):
    for story in generate(task, 300, seed=3):
        for above, question in story.asked():
            for left_out in question.support:
                places = sorted({*question.support} - {left_out})
                seen = [above[place] for place in places]
                assert solve(task, seen, question.text) != question.answer


@pytest.mark.parametrize("task", TASKS)
def test_support_is_in_the_order_of_reasoning(task):
    """Checked by the forms of the statements, task by task."""
    expected = {
        2: lambda first, second: " to the " not in first,
        3: lambda first, *moves: " to the " not in first,
        11: lambda first, second: second.split()[0] in LINKS,
        13: lambda first, second: second.split()[0] in LINKS,
        15: lambda first, second: " afraid " in second,
        16: lambda first, second, third: " a " in first and " a " in second,
    }
    for story in generate(task, 200, seed=4):
        for above, question in story.asked():
            texts = [above[place] for place in question.support]
            if task in expected:
                assert expected[task](*texts)
            elif task not in (8, 14, 17, 18, 19):
                assert list(question.support) == sorted(question.support)


LINKS = ("Then", "After", "Afterwards", "Following")


def test_reasoning_starts_from_what_is_asked():
    for story in generate(19, 100, seed=5):
        (question,) = story.questions
        start = question.text.split()[6]
        assert start in story.statements[question.support[0]]
    for story in generate(17, 100, seed=5):
        for question in story.questions:
            subject = question.text[len("Is the ") :]
            first = story.statements[question.support[0]]
            assert any(
                subject.startswith(name)
                for name in (
                    first[4:].split(" is ")[0],
                    first.split("the ")[-1][:-1],
                )
            )
    for story in generate(14, 100, seed=5):
        for question in story.questions:
            place = question.text.split()[-1].strip("?")
            assert place in story.statements[question.support[0]]


@pytest.mark.parametrize("task", (1, 2, 3, 5, 6, 7, 8))
def test_linked_sentences_leave_the_answers_clear(task):
    stories = generate(task, 300, seed=6, **LINKED)
    text = write(stories)
    assert " they " in text and " and " in text
    assert " she " in text and " he " in text
    assert share_solved(task, stories) == 1
    assert share_solved(task, stories, support_only) == 1


@pytest.mark.parametrize(
    "task, flags, statement",
    [
        (4, {"directions": "relative"}, "to the left of"),
        (17, {"directions": "cardinal"}, "north of"),
        (18, {"steps": 1}, "bigger"),
        (18, {"steps": 4}, "bigger"),
        (19, {"path_length": 1, "decoys": 4}, "north of"),
        (19, {"path_length": 3, "decoys": 2}, "north of"),
        (19, {"path_length": 5, "decoys": 0}, "north of"),
        (19, {"directions": "relative"}, "above"),
    ],
)
def test_flags_of_difficulty(task, flags, statement):
    stories = generate(task, 120, seed=7, **flags)
    assert any(statement in text for s in stories for text in s.statements)
    assert share_solved(task, stories) == 1
    assert share_solved(task, stories, support_only) == 1
    for name, extra in (("steps", 0), ("path_length", 0)):
        if name in flags:
            lengths = {len(q.support) for s in stories for q in s.questions}
            assert lengths == {flags[name] + extra}


@pytest.mark.parametrize("task", TASKS)
def test_symbols(task):
    symbolic = generate(task, 30, seed=8, symbolic=True)
    words = {
        word
        for story in symbolic
        for text in story.statements
        for word in text.split()
    }
    assert not words & {"the", "The", "went", "to", "there.", "and"}
    assert parse(write(symbolic)) == symbolic


@pytest.mark.parametrize("task", TASKS)
def test_number_of_questions_and_repetition(task):
    stories = generate(task, 33, seed=9)
    assert sum(len(story.questions) for story in stories) == 33
    assert len(stories[-1].statements) == stories[-1].questions[-1].position
    assert write(generate(task, 33, seed=9)) == write(stories)
    assert write(generate(task, 33, seed=10)) != write(stories)
    assert parse(write(stories)) == stories
    # A longer sequence begins with the shorter one.
    longer = generate(task, 60, seed=9)
    assert longer[: len(stories) - 1] == stories[:-1]


@given(
    st.sampled_from(list(TASKS)),
    st.integers(0, 2**40),
    st.integers(1, 9),
    st.sampled_from(["en", "shuffled"]),
)
def test_what_is_generated_is_written_and_read(task, seed, number, language):
    stories = generate(task, number, seed, language)
    assert parse(write(stories)) == stories


def test_the_same_in_every_process():
    """Nothing depends on the order of sets, which Python draws anew."""
    program = (
        "import hashlib\n"
        "from recipes.datasets.babi import generate, write\n"
        "for task in range(1, 21):\n"
        "    text = write(generate(task, 40, seed=12))\n"
        "    print(hashlib.sha256(text.encode()).hexdigest())\n"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=pathlib.Path(__file__).parents[4],
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1 and len(digests.pop().split()) == 20


def test_training_and_test_stories_differ():
    one, other = (
        {story.statements for story in generate(2, 500, seed=seed)}
        for seed in (0, 1)
    )
    assert not one & other


def test_no_questions():
    assert generate(1, 0, seed=0) == []


def test_shuffled_language():
    english = generate(15, 40, seed=11)
    shuffled = generate(15, 40, seed=11, language="shuffled")
    assert shuffled == [substitute_letters(story) for story in english]
    assert shuffled != english


@pytest.mark.skipif(not REAL.is_dir(), reason="needs ../shared/data/babi")
def test_the_letters_are_those_of_the_release():
    english = read_babi(REAL, "en", [1, 7, 15, 19])
    shuffled = read_babi(REAL, "shuffled", [1, 7, 15, 19])
    for task, splits in english.items():
        for split, stories in splits.items():
            written = [substitute_letters(story) for story in stories]
            assert written == shuffled[task][split]


@pytest.mark.skipif(not REAL.is_dir(), reason="needs ../shared/data/babi")
def test_the_solvers_answer_the_released_questions():
    """So that what they accept is what the release means."""
    for task, splits in read_babi(REAL).items():
        stories = splits["train"] + splits["test"]
        assert share_solved(task, stories) >= 0.995, task
        assert share_solved(task, stories, support_only) == 1, task


@pytest.mark.parametrize(
    "arguments, error, message",
    [
        ({"task": 21}, ValueError, "`task` must be from 1 to 20.*21"),
        ({"task": 1.0}, TypeError, "`task` must be an integer.*1.0"),
        ({"task": True}, TypeError, "`task` must be an integer.*True"),
        ({"task": [1]}, TypeError, "`task` must be an integer"),
        (
            {"task": 1, "compound": 0.5},
            ValueError,
            "without `conjunction` there are none.*compound=0.5",
        ),
        (
            {"task": 1, "steps": 2},
            TypeError,
            "Task 1 has no flag `steps`.*symb",
        ),
        ({"task": 1, "coreference": 2}, ValueError, "`coreference` .*: 2"),
        ({"task": 1, "compound": True}, ValueError, "`compound` .*: True"),
        ({"task": 18, "steps": 6}, ValueError, "`steps` must be at most 5"),
        ({"task": 18, "steps": 1.5}, TypeError, "`steps` must be an integer"),
        (
            {"task": 19, "path_length": 4, "decoys": 2},
            ValueError,
            "add up to at most 5.*4 and 2",
        ),
        (
            {"task": 4, "directions": "up"},
            ValueError,
            "`directions` .*cardinal",
        ),
        ({"task": 4, "symbolic": 1}, TypeError, "`symbolic` .*: 1"),
        ({"task": 1, "language": "hn"}, ValueError, "`language` .*: 'hn'"),
        ({"task": 1, "seed": -1}, ValueError, "`seed` must be at least 0"),
        ({"task": 1, "num_questions": 2.5}, TypeError, "`num_questions` must"),
    ],
)
def test_wrong_arguments(arguments, error, message):
    with pytest.raises(error, match=message):
        generate(**{"num_questions": 5, "seed": 0} | arguments)


def test_a_task_that_cannot_be_told_is_given_up(monkeypatch):
    class Untold:
        def tell(self, rng, say):
            return None

    monkeypatch.setitem(TASKS, 1, Untold)
    with pytest.raises(RuntimeError, match="No story of task 1 .* 1000 att"):
        generate(1, 5, seed=0)


def test_flags_of_a_task():
    assert task_flags(20) == ("symbolic",)
    assert task_flags(19) == ("symbolic", "path_length", "decoys", "directions")
