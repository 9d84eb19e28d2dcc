import pytest
from hypothesis import given
from hypothesis import strategies as st

from keras_tpr.metrics.captions.meteor_words import meteor_words

PREFIXES = {"Mr": False, "No": True}


@pytest.mark.parametrize(
    "text, words",
    [
        ("a brown dog", "a brown dog"),
        ("a black-and-white t-shirt", "a black and white t shirt"),
        ("a man 's dog", "a man ' s dog"),
        ("do n't", "do n 't"),
        ("don't", "don 't"),
        ("the dogs' bowl", "the dogs ' bowl"),
        ("90's", "90 's"),
        ("and/or", "and / or"),
        ("salt & pepper $ 5 a_b", "salt & pepper $ 5 a _ b"),
        ("1,000 dogs, cats", "1,000 dogs , cats"),
        ("12:30 3.5", "12 : 30 3.5"),
        ("the u.s. flag", "the us flag"),
        ("a t.v. set", "a tv set"),
        ("Mr. Smith", "mr. smith"),
        ("The end. Next", "the end . next"),
        ("the end. next", "the end. next"),
        ("the end.", "the end ."),
        ("No. 5", "no. 5"),
        ("No. Five", "no . five"),
        ("wait... what", "wait ... what"),
        ("``a'' ‘b’", "\" a \" ' b '"),
        ("", ""),
        ("  ", ""),
    ],
)
def test_by_hand(text, words):
    assert meteor_words(text, PREFIXES) == words.split()


@given(st.text())
def test_any_text_gives_words_without_spaces(text):
    for word in meteor_words(text, PREFIXES):
        assert word
        assert len(word.split()) == 1
