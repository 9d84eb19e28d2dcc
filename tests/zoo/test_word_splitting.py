"""Splitting text into words, in Python and in a graph."""

import pytest

from zoo.word_splitting import split_words, words_in_graph

CASES = [
    ("A man's T-shirt.", ["a", "man's", "t-shirt"]),
    ("Two dogs -- running!", ["two", "dogs", "running"]),
    ("'quoted' -dashed- --", ["quoted", "dashed"]),
    ("one,two.three;four_five", "one two three four five".split()),
    ("\u2018it\u2019s\u2019 a t\u2010shirt", ["it's", "a", "t-shirt"]),
    ("a---b", ["a", "b"]),
    ("tab\tnew\nline\r\nno\u00a0break", "tab new line no break".split()),
    ("\u00c9l ni\u00f1o \u0416\u0443\u043a", ["él", "niño", "жук"]),
    ("\u0130stanbul", ["istanbul"]),
    ("dog \U0001f436 \U0001f468\u200d\U0001f469", None),
    ("", []),
    (" \n\u3000", []),
    ("$5 + 3 = 8", ["5", "3", "8"]),
]


@pytest.mark.parametrize("text, words", CASES)
def test_caption_rules(text, words):
    if words is None:  # emoji are words, left as they are
        words = text.split()
    assert split_words(text) == words


def test_none_only_splits_on_white_space():
    text = "A man's\u00a0T-shirt. -- '' \x1c<unk>\u2028x"
    assert split_words(text, None) == [
        "A", "man's", "T-shirt.", "--", "''", "<unk>", "x",
    ]  # fmt: skip


@pytest.mark.parametrize("standardize", ["caption", None])
def test_graph_gives_the_same_words(standardize):
    tf = pytest.importorskip("tensorflow")
    texts = [text for text, _ in CASES]
    expected = [split_words(text, standardize) for text in texts]
    found = tf.function(lambda x: words_in_graph(x, standardize))(
        tf.constant(texts)
    )
    decoded = [[w.decode("utf-8") for w in row] for row in found.to_list()]
    assert decoded == expected


def test_graph_takes_tokens_as_they_are():
    tf = pytest.importorskip("tensorflow")
    ragged = tf.ragged.constant([["A b", "", "C."], []])
    assert words_in_graph(ragged).to_list() == [[b"A b", b"C."], []]
    padded = tf.constant([["x", "y"], ["z", ""]])
    assert words_in_graph(padded).to_list() == [[b"x", b"y"], [b"z"]]
