import numpy as np
import pytest

from zoo.captioning.known_words import (
    check_known_words,
    listed,
    refuse_unknown_words,
)
from zoo.word_tokenizer import WordTokenizer

TOKENIZER = WordTokenizer(["a", "dog"])


def check(captions, **options):
    token_ids = [(ids + [0, 0])[:2] for ids in TOKENIZER(captions)]
    return check_known_words(
        captions, np.array(token_ids), TOKENIZER, **options
    )


def test_known_words_are_no_matter():
    assert check(["a cat", "dog"]) is False


def test_first_captions_and_their_unknown_words_are_named():
    captions = ["a dog", *(f"cat {i}" for i in range(9))]
    with pytest.warns(UserWarning) as warned:
        assert check(captions) is True
    message = str(warned[0].message)
    assert "9 of 10 captions" in message
    assert "'cat 4']" in message and "'cat 5'" not in message
    assert "'cat', '0', '1', '2', '3', ... (10 in all)" in message


def test_when_it_is_an_error():
    with pytest.warns(UserWarning, match="2 of 2 captions"):
        check(["", "cat"])
    with pytest.raises(ValueError, match="2 of 2 captions"):
        check(["", "cat"], enough=1)


def test_refuse_unknown_words():
    refuse_unknown_words([["a", "dog"], ["dog"]], TOKENIZER)
    with pytest.raises(ValueError, match="`caption` has .* 'cat', 'the'"):
        refuse_unknown_words(["a cat", "the cat"], TOKENIZER, "caption")
    refuse_unknown_words("a cat", WordTokenizer(["a"], oov="unk"))


def test_listed():
    assert listed(["a", "b"]) == "'a', 'b'"
