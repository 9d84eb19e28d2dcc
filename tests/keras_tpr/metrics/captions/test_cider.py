import collections
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from keras_tpr.metrics import cider

CAPTION = st.lists(st.sampled_from("a b c d".split()), max_size=7).map(" ".join)
IMAGE = st.tuples(CAPTION, st.lists(CAPTION, min_size=1, max_size=3))
pytestmark = pytest.mark.filterwarnings(
    "ignore::keras_tpr.metrics.SmallCorpusWarning"
)


def vector(text, n, frequency, num_images):
    words = text.split()
    starts = range(len(words) - n + 1)
    counts = collections.Counter(" ".join(words[i : i + n]) for i in starts)
    return {
        gram: count * math.log(num_images / max(1, frequency[gram]))
        for gram, count in counts.items()
    }


def written_from_equations(candidates, references):
    frequency = collections.Counter()
    for texts in references:
        seen = set()
        for n in (1, 2, 3, 4):
            for text in texts:
                seen |= set(vector(text, n, collections.Counter(), 2))
        frequency.update(seen)
    scores = []
    for candidate, texts in zip(candidates, references, strict=True):
        cosines = []
        for n in (1, 2, 3, 4):
            ours = vector(candidate, n, frequency, len(references))
            for text in texts:
                theirs = vector(text, n, frequency, len(references))
                norms = math.hypot(*ours.values()) * math.hypot(
                    *theirs.values()
                )
                dot = sum(ours[gram] * theirs.get(gram, 0) for gram in ours)
                cosines.append(dot / norms if norms else 0.0)
        scores.append(10 * sum(cosines) / len(cosines))
    return scores


def test_by_hand():
    _, each = cider(["a", "z"], [["a b"], ["c"]], per_caption=True)
    np.testing.assert_allclose(each, [10 / 4 / math.sqrt(2), 0.0])


def test_length_and_repetition_are_not_punished():
    references = [["a dog runs"], ["cat"]]
    once = cider(["dog", "x"], references)
    assert cider(["dog dog dog", "x"], references) == pytest.approx(once)


def test_stemmer_merges_words():
    pair = ["two dogs", "one"], [["dog runs"], ["cat"]]
    assert cider(*pair) == 0.0
    plain = cider(["two dog", "one"], [["dog run"], ["cat"]])
    stemmed = cider(*pair, stemmer=lambda word: word.rstrip("s"))
    assert stemmed == pytest.approx(plain)
    assert stemmed > 0.0


def test_external_frequencies():
    known = {"df": {"a": 50, "b": 10}, "num_documents": 100}
    weights = [math.log(2), math.log(10)]
    expected = 10 / 4 * weights[0] / math.hypot(*weights)
    assert cider(["a"], [["a b"]], **known) == pytest.approx(expected)


@given(st.lists(IMAGE, min_size=1, max_size=4))
def test_table_equals_counting_word_by_word(images):
    candidates, references = map(list, zip(*images, strict=True))
    score, each = cider(candidates, references, per_caption=True)
    expected = written_from_equations(candidates, references)
    np.testing.assert_allclose(each, expected, rtol=1e-9, atol=1e-12)
    assert score == pytest.approx(np.mean(expected))
