import collections
import json
import math
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from keras_tpr.metrics import SmallCorpusWarning, cider_d, document_frequency

CAPTION = st.lists(st.sampled_from("a b c d".split()), max_size=7).map(" ".join)
IMAGE = st.tuples(CAPTION, st.lists(CAPTION, min_size=1, max_size=3))
few_images = pytest.mark.filterwarnings(
    "ignore::keras_tpr.metrics.SmallCorpusWarning"
)


def written_from_equations(candidates, references, sigma=6.0, clip=True):
    """CIDEr-D n-gram by n-gram; CIDEr with no sigma and no clipping."""
    total = len(references)
    seen = collections.Counter()
    for texts in references:
        seen.update({gram for text in texts for gram in grams(text)})

    def vector(text, n):
        return {
            gram: count * (math.log(total) - math.log(max(1, seen[gram])))
            for gram, count in grams(text).items()
            if len(gram) == n
        }

    def norm(weights):
        return math.sqrt(sum(value**2 for value in weights.values()))

    scores = []
    for candidate, texts in zip(candidates, references, strict=True):
        score = 0.0
        for text in texts:
            gap = len(candidate.split()) - len(text.split())
            close = math.exp(-(gap**2) / (2 * sigma**2)) if sigma else 1.0
            for n in (1, 2, 3, 4):
                ours, theirs = vector(candidate, n), vector(text, n)
                product = sum(
                    (min(ours[g], theirs[g]) if clip else ours[g]) * theirs[g]
                    for g in ours
                    if g in theirs
                )
                norms = norm(ours) * norm(theirs)
                score += close * product / norms if norms else 0.0
        scores.append(10 * score / 4 / len(texts))
    return scores


def grams(text):
    words = text.split()
    return collections.Counter(
        tuple(words[i : i + n])
        for n in (1, 2, 3, 4)
        for i in range(len(words) - n + 1)
    )


def test_equals_the_reference_code(oracle, oracle_pairs):
    score, each = cider_d(*oracle_pairs, per_caption=True)
    assert abs(score - oracle["scores"]["CIDEr"]) < 1e-9
    expected = [image["scores"]["CIDEr"] for image in oracle["images"]]
    np.testing.assert_allclose(each, expected, rtol=0, atol=1e-9)


@few_images
def test_published_values(published_cases):
    for name in ("nlg_eval_readme", "nlg_eval_single", "nlg_eval_french"):
        case = published_cases[name]
        score = cider_d(case["hyps"], case["refs"])
        assert abs(score - case["expected"]["CIDEr"]) < 1e-5


@few_images
def test_two_images_and_identical_captions_score_ten():
    captions = ["a b c d", "e f g h i"]
    score, each = cider_d(captions, [[c] for c in captions], per_caption=True)
    assert score == pytest.approx(10.0)
    np.testing.assert_allclose(each, [10.0, 10.0])


@few_images
def test_short_identical_captions_lack_the_longer_orders():
    assert cider_d(["a b", "c d"], [["a b"], ["c d"]]) == pytest.approx(5.0)


@few_images
def test_repeating_a_word_does_not_help():
    references = [["a dog runs"], ["a cat sits"]]
    once = cider_d(["dog", "x"], references)
    often = cider_d(["dog dog dog dog", "x"], references)
    assert often <= once


@few_images
def test_length_penalty_by_hand():
    # Unigram part only: cosine 1/sqrt(2), lengths 1 and 2.
    _, each = cider_d(["a", "z"], [["a b"], ["c"]], per_caption=True)
    expected = 10 / 4 * math.exp(-1 / 72) / math.sqrt(2)
    assert each[0] == pytest.approx(expected)


def test_one_image_scores_zero_and_warns():
    with pytest.warns(SmallCorpusWarning, match="come from 1 images"):
        assert cider_d(["a b c d"], [["a b c d"]]) == 0.0


def test_warning_points_at_the_caller():
    with pytest.warns(SmallCorpusWarning) as caught:
        cider_d(["a"], [["a"]])
    assert caught[0].filename == __file__


def test_external_frequencies_serve_one_image():
    known = document_frequency([["a b c d"], ["e f"], ["g"]] * 20)
    known = json.loads(json.dumps(known))
    score = cider_d(["a b c d"], [["a b c d"]], **known)
    assert score == pytest.approx(10.0)
    assert cider_d(["a b c d"], [["a b c d"]], df=known) == score


def test_own_frequencies_given_from_outside_change_nothing(oracle_pairs):
    candidates, references = oracle_pairs
    _, expected = cider_d(candidates, references, per_caption=True)
    known = document_frequency(references)
    _, each = cider_d(candidates, references, **known, per_caption=True)
    np.testing.assert_array_equal(each, expected)


@few_images
@pytest.mark.parametrize("references", [["a b"], [""], ["", "a"]])
def test_empty_candidate_scores_zero(references):
    scores = cider_d(["", "x"], [references, ["y"]], per_caption=True)[1]
    assert scores.tolist() == [0.0, 0.0]


def test_many_images_do_not_warn():
    captions = [f"picture {i}" for i in range(50)]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        cider_d(captions, [[caption] for caption in captions])


def test_frequencies_that_do_not_fit():
    pair = ["a"], [["a"]]
    with pytest.raises(ValueError, match="`num_documents` belongs to `df`"):
        cider_d(*pair, num_documents=100)
    with pytest.raises(ValueError, match="`num_documents` must be"):
        cider_d(*pair, df={"a": 3})
    with pytest.raises(ValueError, match="largest count of 300"):
        cider_d(*pair, df={"a": 300}, num_documents=100)
    with pytest.raises(TypeError, match="`df` must map"):
        cider_d(*pair, df=[("a", 3)], num_documents=100)


@few_images
@given(st.lists(IMAGE, min_size=1, max_size=4))
def test_table_equals_counting_word_by_word(images):
    candidates, references = map(list, zip(*images, strict=True))
    _, each = cider_d(candidates, references, per_caption=True)
    expected = written_from_equations(candidates, references)
    np.testing.assert_allclose(each, expected, rtol=1e-9, atol=1e-12)
