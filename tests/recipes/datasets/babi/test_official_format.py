import pytest
from hypothesis import given
from hypothesis import strategies as st

from recipes.datasets.babi import Question, Story, parse, write
from recipes.datasets.data_format_error import DataFormatError

TEXT = (
    "1 Mary went to the office.\n"
    "2 Where is Mary? \toffice\t1\n"
    "3 Mary got the milk.\n"
    "4 Mary went to the hall.\n"
    "5 Where is the milk? \thall\t4 3\n"
    "1 Bill is ill.\n"
)
STORIES = [
    Story(
        (
            "Mary went to the office.",
            "Mary got the milk.",
            "Mary went to the hall.",
        ),
        (
            Question("Where is Mary? ", "office", (0,), 1),
            Question("Where is the milk? ", "hall", (2, 1), 3),
        ),
    ),
    Story(("Bill is ill.",)),
]


@pytest.mark.parametrize("text", [TEXT, TEXT.split("\n"), TEXT[:-1]])
def test_parse(text):
    assert parse(text) == STORIES


def test_lines_of_a_file_with_the_line_ends_of_windows():
    assert parse(TEXT.replace("\n", "\r\n").splitlines(True)) == STORIES


def test_write():
    assert write(STORIES) == TEXT
    assert write([]) == "" and parse("") == []


@pytest.mark.parametrize(
    "text, message",
    [
        ("1 hi\thello what can i do", "line 1: .*two tabs; there are 1"),
        ("1 a\n2 q\tx\t\tx|y", "line 2: .*two tabs; there are 3"),
        ("1 a\n\n1 b", "line 2: a line begins with its number"),
        ("1 a\n3 b", "line 2: the number must be 2, or 1.*found '3 b'"),
        ("2 a", "line 1: the first number of a story is 1"),
        ("1 a\n2 q\tx\t2", "line 2: supporting line '2' is no statement"),
        ("1 a\n2 q\tx\t1\n3 r\tx\t2", "line 3: supporting line '2' is no"),
        ("1 a\n2 q\tx\tone", "line 2: supporting line 'one'"),
        ("1 a\n2 q\t \t1", "line 2: the answer is missing"),
        ("1 a\n2 ", "line 2: there is nothing after the number"),
        ("1", "line 1: there is nothing"),
        ("1 a\n2 Who ran?", "line 2: .*two tabs; there are none"),
        ("1 a\n2 Who ran? ", "line 2: .*two tabs; there are none"),
        ("1 a\n2 Who ran?    Ann   1", "line 2: .*two tabs; there are none"),
    ],
)
def test_damaged_text(text, message):
    with pytest.raises(DataFormatError, match=message):
        parse(text)


@pytest.mark.parametrize("text", [b"1 a", None, 3, [b"1 a"]])
def test_what_is_no_text(text):
    with pytest.raises(TypeError, match="`text` must be"):
        parse(text)


def test_a_byte_order_mark_is_left_out():
    assert (
        parse("\ufeff" + TEXT)
        == parse(["\ufeff" + TEXT.split("\n")[0]] + (TEXT.split("\n")[1:]))
        == STORIES
    )


def test_errors_name_the_file():
    with pytest.raises(DataFormatError, match="qa1.txt, line 1: "):
        parse("x", "qa1.txt")


@pytest.mark.parametrize(
    "story, message",
    [
        (Story(("a\tb",)), "A statement must not .*'a.tb'"),
        (Story((" ",)), "A statement must not be blank"),
        (Story(("a",), (Question("q\n", "x", (), 1),)), "A question must"),
        (Story(("a",), (Question("q", "", (), 1),)), "An answer must"),
        (Story(("Who ran?",)), "must not be a question.*'Who ran.'"),
        (Story(("Who? Ann 1",)), "must not be a question"),
    ],
)
def test_what_cannot_be_written(story, message):
    with pytest.raises(ValueError, match=message):
        write([story])


texts = st.text(
    st.characters(blacklist_characters="\t\n\r", codec="utf-8"), min_size=1
).filter(str.strip)
# The format has no other sign of a question without an answer.
statement_texts = texts.filter(lambda text: "?" not in text)


@st.composite
def stories(draw):
    statements = draw(st.lists(statement_texts, max_size=5))
    positions = draw(st.lists(st.integers(0, len(statements)), max_size=4))
    if not statements and not positions:
        statements = [draw(statement_texts)]
    questions = []
    for position in sorted(positions):
        places = st.lists(st.integers(0, position - 1), max_size=3)
        support = draw(places) if position else []
        questions.append(
            Question(draw(texts), draw(texts), tuple(support), position)
        )
    return Story(tuple(statements), tuple(questions))


@pytest.mark.parametrize("stories", ["1 a", STORIES[0], [("a",)]])
def test_only_stories_are_written(stories):
    with pytest.raises(TypeError, match="`stories.* must be"):
        write(stories)


@given(st.lists(stories(), max_size=4))
def test_what_is_written_is_read(written):
    assert parse(write(written)) == written
