import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from keras_tpr.metrics import rouge_l

CAPTION = st.lists(st.sampled_from("abcde"), max_size=90).map(" ".join)


def written_from_equations(candidate, references):
    words = candidate.split()
    precision = recall = 0.0
    for reference in references:
        other = reference.split()
        table = np.zeros((len(words) + 1, len(other) + 1), int)
        for i, word in enumerate(words):
            for j, another in enumerate(other):
                table[i + 1, j + 1] = (
                    table[i, j] + 1
                    if word == another
                    else max(table[i, j + 1], table[i + 1, j])
                )
        if table[-1, -1]:
            precision = max(precision, table[-1, -1] / len(words))
            recall = max(recall, table[-1, -1] / len(other))
    if precision == 0:
        return 0.0
    return (1 + 1.44) * precision * recall / (recall + 1.44 * precision)


def test_equals_the_reference_code(oracle, oracle_pairs):
    score, each = rouge_l(*oracle_pairs, per_caption=True)
    assert abs(score - oracle["scores"]["ROUGE_L"]) < 1e-9
    expected = [image["scores"]["ROUGE_L"] for image in oracle["images"]]
    np.testing.assert_allclose(each, expected, rtol=0, atol=1e-9)


@pytest.mark.parametrize(
    "name", ["nlg_eval_readme", "nlg_eval_single", "nlg_eval_french"]
)
def test_published_values(published_cases, name):
    case = published_cases[name]
    score = rouge_l(case["hyps"], case["refs"])
    assert abs(score - case["expected"]["ROUGE_L"]) < 1e-5


def test_precision_and_recall_from_different_references():
    # Precision 2/2 from the long reference, recall 1/1 from the short one.
    assert rouge_l(["a b"], [["a x b y", "a"]]) == pytest.approx(1.0)


def test_subsequence_need_not_be_adjacent():
    # Common: a c e, of 3 and of 5 words.
    expected = 2.44 * 0.6 / (0.6 + 1.44)
    assert rouge_l(["a c e"], [["a b c d e"]]) == pytest.approx(expected)
    assert rouge_l(["b a"], [["a b"]]) == pytest.approx(0.5)


def test_corpus_score_is_the_mean():
    score, each = rouge_l(["a", "x"], [["a"], ["b"]], per_caption=True)
    assert score == 0.5
    assert each.tolist() == [1.0, 0.0]


@pytest.mark.parametrize("references", [["a b"], [""], ["", "a"]])
def test_empty_candidate_scores_zero(references):
    assert rouge_l([""], [references]) == 0.0


def test_mismatching_input():
    with pytest.raises(ValueError, match="one entry for each image"):
        rouge_l(["a"], [["a"], ["b"]])


@given(CAPTION, st.lists(CAPTION, min_size=1, max_size=3))
def test_bits_equal_the_table(candidate, references):
    expected = written_from_equations(candidate, references)
    assert rouge_l([candidate], [references]) == pytest.approx(expected)
