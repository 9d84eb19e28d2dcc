import numpy as np
import pytest

from recipes.datasets.labelled_sentences import LabelledSentences
from recipes.sentence_cnn.classification_scores import classification_scores


class Model:
    """Knows a label by the first letter, and has no idea of `x`."""

    def predict(self, sentences, **options):
        classes = ["abx".index(text[0]) % 2 for text in sentences]
        return np.eye(3)[classes]


def test_scores():
    sentences = LabelledSentences(
        ["a", "a", "b", "x"], [0, 0, 1, 1], ("<a>", "b", "never")
    )
    scores, section = classification_scores(Model(), sentences, "test")
    assert scores["accuracy"] == 0.75
    # Of `a` 2 of 3 found and all of 2 given; of `b` 1 of 1 and 1 of 2.
    assert scores["macro_f1"] == pytest.approx((0.8 + 2 / 3) / 2)
    assert "&lt;a&gt;" in section.html and section.title == "Classes: test"
