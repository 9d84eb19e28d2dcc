import nltk
import pytest

from keras_tpr.trees import from_brackets
from zoo.atpl.read_sentence import Sentence, read_sentence

TREE = "(S (NP (DT a) (NN dog)) (VP (VBZ barks)))"
WORDS, TAGS = ["a", "dog", "barks"], ["DT", "NN", "VBZ"]


@pytest.mark.parametrize("value", [" a dog  barks\n", WORDS, tuple(WORDS)])
def test_words(value):
    assert read_sentence(value) == Sentence(WORDS)


def test_pairs():
    pairs = list(zip(WORDS, TAGS, strict=True))
    assert read_sentence(pairs) == Sentence(WORDS, TAGS)


@pytest.mark.parametrize(
    "value",
    [
        TREE,
        TREE.encode(),
        from_brackets(TREE),
        nltk.Tree.fromstring(TREE),
        f"( {TREE.replace('(NP', '(NP-SBJ-1')})",
        TREE.replace("(VBZ barks)", "(VBZ barks) (NP (-NONE- *))"),
    ],
)
def test_trees(value):
    sentence = read_sentence(value)
    assert sentence == Sentence(WORDS, TAGS, from_brackets(TREE))


@pytest.mark.parametrize("value", ["", " \n", [], ()])
def test_empty(value):
    assert read_sentence(value).words == []


def test_brackets_in_texts_are_words():
    assert read_sentence("( see below )").words == ["(", "see", "below", ")"]
    assert read_sentence("(see below) .").words == ["(see", "below)", "."]
    assert read_sentence("(NN dog)").tags == ["NN"]


@pytest.mark.parametrize(
    "value, error, message",
    [
        (["a", " "], ValueError, "Word 2 is blank: ' '"),
        (["", "a"], ValueError, "Word 1 is blank: ''"),
        (["a", "New York"], ValueError, "Word 2 holds a blank: 'New York'"),
        (["a", 3], TypeError, "Word 2 must be a string.*int"),
        ([("a", "DT"), ("b",)], TypeError, r"Received \('b',\)"),
        ({"a": 1}, TypeError, "A sentence is a text.*dict"),
        ("(S (NN a)", ValueError, "still open"),
        ("(S (-NONE- *))", ValueError, "traces only"),
    ],
)
def test_bad_input(value, error, message):
    with pytest.raises(error, match=message):
        read_sentence(value)
