import importlib.util
import random

import numpy as np
import pytest

from keras_tpr.metrics import CaptionScorer, meteor
from keras_tpr.metrics.captions.meteor_data import load_meteor_data

needs_data = pytest.mark.skipif(
    importlib.util.find_spec("pycocoevalcap") is None,
    reason="needs the linguistic data of the extra `coco`",
)


@needs_data
def test_equals_the_reference_program(oracle, oracle_pairs):
    score, each = meteor(*oracle_pairs, per_caption=True)
    assert abs(score - oracle["scores"]["METEOR"]) < 1e-4
    expected = [image["scores"]["METEOR"] for image in oracle["images"]]
    assert np.mean(np.abs(each - expected) < 1e-6) >= 0.99


@needs_data
@pytest.mark.parametrize(
    "name", ["nlg_eval_readme", "nlg_eval_single", "nlg_eval_french"]
)
def test_published_values(published_cases, name):
    case = published_cases[name]
    score = meteor(case["hyps"], case["refs"])
    assert abs(score - case["expected"]["METEOR"]) < 1e-6


@needs_data
def test_by_hand():
    # Four of five words match exactly, in two chunks: "this is a" are
    # function words and weigh 1/4, "test" and "good" 3/4.
    precision, recall = 1.5 / 2.25, 1.0
    mean = precision * recall / (0.85 * precision + 0.15 * recall)
    expected = mean * (1 - 0.6 * (2 / 4) ** 0.2)
    score = meteor(["this is a good test"], [["this is a test"]])
    assert score == pytest.approx(expected)


@needs_data
def test_each_matcher_has_its_weight():
    pairs = {
        "runs": ("running", 0.6),
        "bike": ("bicycle", 0.8),
        "atop": ("head", 0.6),
    }
    for word, (other, weight) in pairs.items():
        # One of three words matches by the matcher, all in one chunk, which
        # is the whole of both captions: no penalty.
        mean = (2 + weight) / 3
        score = meteor([f"q {word} z"], [[f"q {other} z"]])
        assert score == pytest.approx(mean), word


@needs_data
def test_identical_captions_score_one():
    assert meteor(["a dog runs"], [["x", "a dog runs"]]) == pytest.approx(1.0)


@needs_data
def test_order_of_words_matters():
    ordered = meteor(["red dog runs fast x"], [["red dog runs fast y"]])
    mixed = meteor(["fast dog red runs x"], [["red dog runs fast y"]])
    assert mixed < ordered


@needs_data
def test_best_reference_counts_and_corpus_sums():
    pairs = ["a dog", "two cats run"], [["bird", "a dog x"], ["two cats sit"]]
    score, each = meteor(*pairs, per_caption=True)
    assert each[0] == pytest.approx(meteor(["a dog"], [["a dog x"]]))
    assert score != pytest.approx(each.mean())
    assert min(each) < score < max(each)


@needs_data
@pytest.mark.parametrize("references", [["a b"], [""], ["", "a"]])
def test_empty_candidate_scores_zero(references):
    assert meteor([""], [references]) == 0.0


@needs_data
def test_same_score_whatever_else_is_in_the_corpus(oracle_pairs):
    candidates, references = oracle_pairs
    ids = random.Random(0).sample(sorted(candidates), 10)
    _, together = meteor(
        {key: candidates[key] for key in ids},
        {key: references[key] for key in ids},
        per_caption=True,
    )
    alone = [meteor([candidates[key]], [references[key]]) for key in ids]
    np.testing.assert_allclose(together, alone, rtol=1e-12)


@needs_data
def test_scorer_includes_it():
    scores = CaptionScorer(["meteor"])(["A dog runs."], [["a dog runs!"]])
    assert scores == {"meteor": pytest.approx(1.0)}
    with pytest.warns(UserWarning, match="come from 1 images"):
        scores = CaptionScorer("all")(["A dog."], [["a dog"]])
    assert {"meteor", "cider", "cider_d", "rouge_l", "bleu_4"} <= set(scores)


def test_without_the_data_the_error_names_the_extra(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    load_meteor_data.cache_clear()
    try:
        with pytest.raises(ImportError, match=r"keras-tpr\[coco\]"):
            meteor(["a"], [["a"]])
    finally:
        load_meteor_data.cache_clear()


def test_broken_installation_names_the_missing_file(monkeypatch, tmp_path):
    spec = importlib.util.spec_from_loader("pycocoevalcap", None)
    spec.submodule_search_locations = [str(tmp_path)]
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: spec)
    load_meteor_data.cache_clear()
    try:
        with pytest.raises(ImportError, match="no file .*meteor-1.5.jar"):
            meteor(["a"], [["a"]])
    finally:
        load_meteor_data.cache_clear()


def test_mismatching_input():
    with pytest.raises(ValueError, match="one entry for each image"):
        meteor(["a"], [["a"], ["b"]])
