import pytest

from recipes.datasets.labelled_sentences import LabelledSentences

NAMES = ("no", "yes")


def test_parts():
    whole = LabelledSentences(["a b", ["c"], "d"], [0, 1, 1], NAMES)
    assert len(whole) == 3
    assert whole.take([2, 0]).sentences == ["d", "a b"]
    assert whole.take([2, 0]).labels == [1, 0]
    assert whole.first(2).labels == [0, 1]
    assert whole.first(None) is whole
    assert len(whole.first(9)) == 3


def test_fingerprint():
    one = LabelledSentences(["a"], [0], NAMES)
    assert one.fingerprint == LabelledSentences(["a"], [0], NAMES).fingerprint
    for other in (["a"], [1]), (["b"], [0]):
        assert one.fingerprint != LabelledSentences(*other, NAMES).fingerprint


def test_labels_that_do_not_fit():
    with pytest.raises(ValueError, match="2 sentences, but 1 labels"):
        LabelledSentences(["a", "b"], [0], NAMES)
    with pytest.raises(ValueError, match=r"`labels\[1\]`, of 'b', is 2"):
        LabelledSentences(["a", "b"], [0, 2], NAMES)
