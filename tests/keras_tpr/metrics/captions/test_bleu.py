import collections
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from keras_tpr.metrics import bleu

CAPTION = st.lists(st.sampled_from("a b c d".split()), max_size=7).map(" ".join)
IMAGE = st.tuples(CAPTION, st.lists(CAPTION, min_size=1, max_size=3))


def written_from_equations(candidates, references, n=4):
    """BLEU word by word, as in the paper and the COCO conventions."""
    matches, guesses = [0] * n, [0] * n
    length = reference_length = 0
    for candidate, texts in zip(candidates, references, strict=True):
        words, others = candidate.split(), [text.split() for text in texts]
        length += len(words)
        reference_length += min(
            (abs(len(other) - len(words)), len(other)) for other in others
        )[1]
        for k in range(1, n + 1):
            counts = grams(words, k)
            guesses[k - 1] += max(0, len(words) - k + 1)
            for gram, count in counts.items():
                most = max(grams(other, k)[gram] for other in others)
                matches[k - 1] += min(count, most)
    ratio = (length + 1e-15) / (reference_length + 1e-9)
    brevity = 1.0 if ratio >= 1 else math.exp(1 - 1 / ratio)
    scores, product = [], 1.0
    for k in range(n):
        product *= (matches[k] + 1e-15) / (guesses[k] + 1e-9)
        scores.append(product ** (1 / (k + 1)) * brevity)
    return scores


def grams(words, k):
    starts = range(len(words) - k + 1)
    return collections.Counter(tuple(words[i : i + k]) for i in starts)


def test_equals_the_reference_code(oracle, oracle_pairs):
    scores, each = bleu(*oracle_pairs, per_caption=True)
    for order in range(4):
        name = f"Bleu_{order + 1}"
        assert abs(scores[order] - oracle["scores"][name]) < 1e-9
        expected = [image["scores"][name] for image in oracle["images"]]
        np.testing.assert_allclose(each[:, order], expected, rtol=0, atol=1e-9)


@pytest.mark.parametrize(
    "name", ["nlg_eval_readme", "nlg_eval_single", "nlg_eval_french"]
)
def test_published_values(published_cases, name):
    case = published_cases[name]
    expected = [case["expected"][f"Bleu_{order}"] for order in (1, 2, 3, 4)]
    scores = bleu(case["hyps"], case["refs"])
    np.testing.assert_allclose(scores, expected, rtol=0, atol=1e-5)


def test_by_hand():
    # Unigrams 3 of 4, bigrams 1 of 3; same length as the reference.
    scores = bleu(["a b x c"], [["a b c d"]], n=2)
    np.testing.assert_allclose(scores, [3 / 4, math.sqrt(1 / 4)], rtol=1e-8)


def test_one_of_the_references_gives_one():
    scores = bleu(["a b c d"], [["x y", "a b c d"]])
    np.testing.assert_allclose(scores, np.ones(4), rtol=1e-8)


def test_closest_length_and_the_shorter_on_a_tie():
    # 4 words; references of 3 and 5 are as close: 3, so there is no penalty.
    assert bleu(["a b c d"], [["a b c d e", "a b c"]], n=1)[0] > 0.999
    assert bleu(["a b c d"], [["a b c d e"]], n=1)[0] < 0.8


def test_repeated_words_are_clipped():
    np.testing.assert_allclose(
        bleu(["the the the the"], [["the cat", "the the dog"]], n=1),
        [0.5],
        rtol=1e-8,
    )


def test_corpus_is_not_the_mean_of_captions():
    scores, each = bleu(
        ["a b c d e f", "x"], [["a b c d e f"], ["y"]], n=1, per_caption=True
    )
    np.testing.assert_allclose(scores, [6 / 7], rtol=1e-6)
    np.testing.assert_allclose(each[:, 0], [1.0, 0.0], atol=1e-6)


@pytest.mark.parametrize("references", [["a b"], [""], ["", "a"]])
def test_empty_candidate_scores_zero(references):
    scores, each = bleu([""], [references], per_caption=True)
    np.testing.assert_allclose(scores, np.zeros(4), atol=1e-9)
    np.testing.assert_allclose(each, np.zeros((1, 4)), atol=1e-9)


def test_order_of_a_mapping_and_repeated_spaces():
    references = {1: ["a b"], 2: ["c d"]}
    _, each = bleu({2: "c  d", 1: " x "}, references, n=1, per_caption=True)
    np.testing.assert_allclose(each[:, 0], [1.0, 0.0], atol=1e-8)


@pytest.mark.parametrize("n", [0, -1, 2.0, "4"])
def test_wrong_order(n):
    with pytest.raises(ValueError, match="`n` must be a positive integer"):
        bleu(["a"], [["a"]], n=n)


@given(st.lists(IMAGE, min_size=1, max_size=4), st.integers(1, 6))
def test_table_equals_counting_word_by_word(images, n):
    candidates, references = map(list, zip(*images, strict=True))
    scores, each = bleu(candidates, references, n=n, per_caption=True)
    expected = written_from_equations(candidates, references, n)
    np.testing.assert_allclose(scores, expected, rtol=1e-9, atol=1e-12)
    for row, (candidate, texts) in zip(each, images, strict=True):
        expected = written_from_equations([candidate], [texts], n)
        np.testing.assert_allclose(row, expected, rtol=1e-9, atol=1e-12)
        assert np.all((row >= 0) & (row <= 1))
