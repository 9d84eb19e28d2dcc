"""The immutable vocabulary."""

import hashlib

import numpy as np
import pytest

from zoo.vocabulary import Vocabulary


def test_ids_follow_the_order():
    vocabulary = Vocabulary(["a", "dog"], special=["<end>", "<unk>"])
    assert vocabulary.tokens == ("<end>", "<unk>", "a", "dog")
    assert vocabulary.ids == {"<end>": 0, "<unk>": 1, "a": 2, "dog": 3}
    assert vocabulary.text_ids == {"a": 2, "dog": 3}
    assert len(vocabulary) == 4


def test_only_the_unknown_token_may_stand_in_a_text():
    vocabulary = Vocabulary(["a"], ["<end>", "<unk>"], unknown="<unk>")
    assert vocabulary.text_ids == {"a": 2, "<unk>": 1}


def test_hash_is_of_the_joined_tokens():
    expected = hashlib.sha256("<end>\né\ndog".encode()).hexdigest()
    assert Vocabulary(["é", "dog"]).hash == expected
    assert Vocabulary(["dog", "é"]).hash != expected


def test_numpy_and_generators():
    words = ["a", "b"]
    expected = Vocabulary(words).tokens
    assert Vocabulary(np.array(words)).tokens == expected
    assert Vocabulary(w for w in words).tokens == expected


@pytest.mark.parametrize(
    "words, error, message",
    [
        ([], ValueError, "`vocabulary` is empty"),
        (["a", ""], ValueError, r"`vocabulary\[1\]` is empty"),
        (["a", "b", "a"], ValueError, r"repeats 'a' of position 0"),
        (["a b"], ValueError, "white space: 'a b'"),
        (["a\u00a0b"], ValueError, "white space"),
        (["a", "<end>"], ValueError, r"`vocabulary\[1\]` is the special"),
        ("vocabulary.txt", TypeError, "the string 'vocabulary.txt'"),
        (["a", 3], TypeError, "3 of type int at position 1"),
        ([b"a"], TypeError, "of type bytes"),
    ],
)
def test_bad_words(words, error, message):
    with pytest.raises(error, match=message):
        Vocabulary(words)


def test_a_set_has_no_order():
    with pytest.raises(TypeError, match="`vocabulary` is a set"):
        Vocabulary({"a", "dog"})
