import keras
import numpy as np
import pytest

from zoo import MemNNPreprocessor, MemNNTokenizer
from zoo.sentence_cnn.nbow_tokenizer import NBoWTokenizer

WORDS = ["ann", "bob", "is", "in", "hall", "where", "n", "s", "n,s", "is_in"]
X = {
    "story": [["Ann is in hall.", "Bob is in."], ["Bob is hall"]],
    "question": ["Where is Ann?", "where is bob"],
    "support": [[0], []],
}


def make(**options):
    return MemNNPreprocessor(MemNNTokenizer(WORDS), **options)


def test_ids():
    rows = make(ngrams=2).rows(X, ["hall", "n,s"])
    assert rows.sentences == [[], [2, 4, 5, 6, 11], [3, 4, 5, 11], [3, 4, 6]]
    assert rows.stories == [[1, 2], [3]]
    assert rows.questions == [[7, 4, 2], [7, 4, 3]]
    assert rows.support == [[0], []]
    assert rows.answers == [[6], [10]]
    assert make(max_answer_words=2).rows(X, ["s", "n,s"]).answers == [
        [9],
        [8, 9],
    ]


def test_call():
    x, y = make(max_answer_words=2)(X, ["hall", "n,s"])
    assert x["story"].shape == (2, 2, 4)
    assert x["story_mask"].tolist() == [[True, True], [True, False]]
    assert x["question"].tolist() == [[7, 4, 2], [7, 4, 3]]
    assert x["support"].tolist() == [[0], [-1]]
    assert y.tolist() == [[6, 0], [8, 9]]
    assert make()(x) is x
    single = make()({"story": "Ann is in.\nBob is.", "question": "Where?"})
    assert single["story"].shape == (2, 3) and single["question"].shape == (1,)


@pytest.mark.parametrize("form", ["rows", "lines", "ragged"])
def test_in_graph(form):
    tf = pytest.importorskip("tensorflow")
    preprocessor = make(max_answer_words=2)
    stories = {
        "rows": tf.constant(
            [["Ann is in hall.", "Bob is in."], ["Bob is hall", ""]]
        ),
        "lines": tf.constant(["Ann is in hall.\nBob is in.", "Bob is hall"]),
        "ragged": tf.ragged.constant(X["story"]),
    }
    support = tf.ragged.constant([[0], []], dtype="int32")
    x = {"story": stories[form], "question": X["question"], "support": support}
    data = tf.data.Dataset.from_tensors((x, tf.constant(["hall", "n,s"])))
    (found,) = data.map(preprocessor)
    expected = preprocessor(X, ["hall", "n,s"])
    keras.tree.map_structure(np.testing.assert_array_equal, found, expected)
    (found,) = data.map(lambda x, y: preprocessor(x))
    keras.tree.map_structure(np.testing.assert_array_equal, found, expected[0])


def test_unknown_words_are_named():
    x = {"story": ["Ann is upstairs."], "question": "Where is Zoe?"}
    with pytest.warns(UserWarning, match="'upstairs', 'zoe'"):
        rows = make().rows({k: [v] for k, v in x.items()})
    assert rows.sentences[1] == [2, 4, 1] and rows.questions == [[7, 4, 1]]


def test_long_stories_keep_the_last_statements():
    many = [f"Ann is {'in ' * n}" for n in range(60)]
    x = {
        "story": [many, many[:2]],
        "question": ["Where?", "Where?"],
        "support": [[59, 10], [0]],
    }
    with pytest.warns(UserWarning, match="Of 2 stories 1 .* up to 60.*last 50"):
        rows = make(memory_size=50).rows(x)
    assert [len(story) for story in rows.stories] == [50, 2]
    assert rows.sentences[rows.stories[0][0]] == [2, 4] + [5] * 10
    assert rows.support == [[49, 0], [0]]
    x["support"][0] = [59, 9]
    with (
        pytest.warns(UserWarning, match="only the last"),
        pytest.raises(ValueError, match=r"\[0\]` has the fact 9 of 60"),
    ):
        make(memory_size=50).rows(x)


def test_answers_that_cannot_be_given():
    with pytest.raises(ValueError, match=r"`y\[1\]` is 'attic'.*no 'attic'"):
        make().rows(X, ["hall", "attic"], known_answers=True)
    with pytest.warns(UserWarning, match="never given as an answer: 'attic'"):
        assert make().rows(X, ["hall", "attic"]).answers == [[6], [1]]
    with pytest.raises(ValueError, match="1 answers and 2 questions"):
        make().rows(X, ["hall"])
    with pytest.raises(ValueError, match="`x` is empty"):
        make().rows({"story": [], "question": []})


def test_config():
    preprocessor = make(memory_size=50, ngrams=2, max_answer_words=3)
    copy = MemNNPreprocessor.from_config(preprocessor.get_config())
    assert copy.get_config() == preprocessor.get_config()


def test_bad_arguments():
    with pytest.raises(TypeError, match="`tokenizer`.*NBoWTokenizer"):
        MemNNPreprocessor(NBoWTokenizer(["a"]))
    with pytest.raises(ValueError, match="`memory_size`.*memory_size=0"):
        make(memory_size=0)
