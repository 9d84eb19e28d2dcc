import subprocess
import sys

import numpy as np
import pytest

from keras_tpr.metrics import (
    CaptionScorer,
    bleu,
    cider,
    cider_d,
    document_frequency,
    rouge_l,
    tokenize_caption,
)

few_images = pytest.mark.filterwarnings(
    "ignore::keras_tpr.metrics.SmallCorpusWarning"
)


def raw_pairs(oracle):
    images = oracle["images"]
    return (
        {image["image_id"]: image["hyp_raw"] for image in images},
        {image["image_id"]: image["refs_raw"] for image in images},
    )


def test_raw_captions_score_as_the_reference_code_does(oracle):
    scores = CaptionScorer()(*raw_pairs(oracle))
    names = {"ROUGE_L": "rouge_l", "CIDEr": "cider_d"}
    names.update({f"Bleu_{n}": f"bleu_{n}" for n in (1, 2, 3, 4)})
    for theirs, ours in names.items():
        assert scores[ours] == pytest.approx(oracle["scores"][theirs], abs=2e-4)


@few_images
def test_equals_the_single_functions():
    candidates = ["a dog runs fast", "two red cats", ""]
    references = [["the dog runs fast now"], ["two cats", "red cats"], ["x"]]
    scores, each = CaptionScorer(tokenizer=None)(
        candidates, references, per_caption=True
    )
    expected, columns = bleu(candidates, references, per_caption=True)
    for order in range(4):
        assert scores[f"bleu_{order + 1}"] == expected[order]
        np.testing.assert_array_equal(
            each[f"bleu_{order + 1}"], columns[:, order]
        )
    for function in (rouge_l, cider_d, cider):
        name = function.__name__
        expected = function(candidates, references, per_caption=True)
        assert scores[name] == expected[0]
        np.testing.assert_array_equal(each[name], expected[1])
    assert list(each) == list(scores) == CaptionScorer().score_names


def test_published_case(published_cases):
    case = published_cases["aac_readme"]
    with pytest.warns(UserWarning, match="come from 2 images"):
        scores, each = CaptionScorer(("bleu", "cider_d"))(
            case["hyps"], case["refs"], per_caption=True
        )
    assert scores["bleu_1"] == pytest.approx(0.4278, abs=1e-4)
    assert scores["cider_d"] == pytest.approx(0.9614, abs=1e-4)
    np.testing.assert_allclose(
        each["cider_d"], case["expected"]["CIDEr_D_per_image"], atol=1e-4
    )


def test_only_the_metrics_asked_for():
    scores = CaptionScorer("rouge_l")(["A dog."], [["a dog!"]])
    assert scores == {"rouge_l": pytest.approx(1.0)}


def test_tokenizer_may_return_a_list():
    scorer = CaptionScorer(["rouge_l"], tokenizer=str.split)
    assert scorer(["a  dog"], [["a dog"]])["rouge_l"] == pytest.approx(1.0)


def test_external_frequencies():
    known = document_frequency(
        [[tokenize_caption(f"Picture {i} of a dog.")] for i in range(60)]
    )
    scorer = CaptionScorer(["cider_d"], **known)
    assert scorer(["Picture 7"], [["Picture 7!"]])["cider_d"] > 0


def test_unknown_metric_names_the_closest():
    with pytest.raises(ValueError, match="Did you mean 'cider_d'"):
        CaptionScorer(["ciderd"])


def test_wrong_tokenizer():
    with pytest.raises(TypeError, match="`tokenizer` must be a function"):
        CaptionScorer(tokenizer="ptb")
    with pytest.raises(TypeError, match="`tokenizer` must return .*: None"):
        CaptionScorer("bleu", tokenizer=print)(["a"], [["a"]])


@pytest.mark.parametrize("metrics", [None, 3, len])
def test_metrics_of_other_types(metrics):
    with pytest.raises(TypeError, match="`metrics` must be"):
        CaptionScorer(metrics)


def test_no_metrics():
    with pytest.raises(ValueError, match="`metrics` is empty"):
        CaptionScorer([])


def test_mismatching_ids():
    with pytest.raises(ValueError, match="the same image ids"):
        CaptionScorer()({1: "a"}, {2: ["a"]})


def test_import_loads_no_heavy_package():
    code = (
        "import sys, keras_tpr.metrics;"
        "print(sorted({'nltk', 'pycocoevalcap'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
