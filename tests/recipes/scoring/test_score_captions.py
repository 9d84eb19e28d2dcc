import gzip
import json
import pathlib

import pytest

from keras_tpr.metrics import CaptionScorer
from recipes.scoring import score_captions as module
from recipes.scoring.read_caption_pairs import CaptionPairs
from recipes.scoring.score_captions import score_captions

DATA = pathlib.Path(__file__).parents[4] / "shared/data/caption_metrics"
THEIRS = {
    "bleu_1": "Bleu_1",
    "bleu_2": "Bleu_2",
    "bleu_3": "Bleu_3",
    "bleu_4": "Bleu_4",
    "rouge_l": "ROUGE_L",
    "cider_d": "CIDEr",
    "meteor": "METEOR",
}
REFERENCES = {key: [f"Picture {key}!", f"It is {key}."] for key in range(60)}
PAIRS = CaptionPairs(
    {key: f"picture {key}" for key in REFERENCES}, REFERENCES, 70
)


def few(captions):
    references = {key: REFERENCES[key] for key in captions}
    return CaptionPairs(captions, references, len(captions))


@pytest.fixture
def no_meteor(monkeypatch):
    def missing():
        raise ImportError("no data; `pip install 'keras-tpr[coco]'`.")

    monkeypatch.setattr(module, "load_meteor_data", missing)


@pytest.mark.parametrize("name", ["fakecap126", "human1000"])
def test_scores_of_the_reference_code(name):
    path = DATA / f"coco_val2017_{name}_oracle.json.gz"
    if not path.exists():
        pytest.skip(f"needs {path}")
    metrics = ["bleu", "rouge_l", "cider_d"]
    if name == "fakecap126":
        pytest.importorskip("pycocoevalcap")
        metrics.append("meteor")
    with gzip.open(path, "rt", encoding="utf-8") as file:
        oracle = json.load(file)
    images = oracle["images"]
    report = score_captions(
        CaptionPairs(
            {image["image_id"]: image["hyp_raw"] for image in images},
            {image["image_id"]: image["refs_raw"] for image in images},
            len(images),
        ),
        metrics,
    )
    for ours, value in report["scores"].items():
        theirs = oracle["scores"][THEIRS[ours]]
        assert value == pytest.approx(theirs, abs=2e-4), ours
    assert report["notes"] == []


def test_report(no_meteor):
    report = score_captions(PAIRS)
    assert json.loads(json.dumps(report)) == report
    expected = CaptionScorer(["bleu", "rouge_l", "cider_d"])(
        PAIRS.candidates, PAIRS.references
    )
    assert report["scores"] == expected
    assert report["images"] == 60 and report["annotated_images"] == 70
    assert report["references_per_image"] == {"min": 2, "mean": 2, "max": 2}
    assert report["empty_captions"] == report["empty_references"] == 0
    protocol = report["protocol"]
    assert set(protocol["scales"]) == set(report["scores"])
    assert protocol["scales"]["cider_d"] == "0 to 10"
    assert protocol["scales"]["bleu_4"] == "0 to 1"
    frequencies = protocol["document_frequencies"]
    assert frequencies == "the references of these 60 images"
    assert "tokenize_caption" in protocol["tokenizer"]
    assert "per_image" not in report


def test_meteor_is_left_out_with_a_note(no_meteor):
    report = score_captions(PAIRS)
    assert "meteor" not in report["scores"]
    (note,) = report["notes"]
    assert note.startswith("METEOR is left out") and "keras-tpr[coco]" in note


def test_scores_of_each_image():
    report = score_captions(PAIRS, ["bleu", "cider_d"], per_image=True)
    _, each = CaptionScorer(["bleu", "cider_d"])(
        PAIRS.candidates, PAIRS.references, per_caption=True
    )
    rows = report["per_image"]
    assert [row["image_id"] for row in rows] == list(PAIRS.candidates)
    for name, values in each.items():
        assert [row[name] for row in rows] == values.tolist()


def test_few_images_are_noted():
    captions = {key: f"picture {key}" for key in range(3)}
    report = score_captions(few(captions), ["cider_d", "cider"])
    (note,) = report["notes"]
    assert "only 3 images" in note and "`--document-frequency FILE`" in note
    assert score_captions(few(captions), ["rouge_l"])["notes"] == []


def test_other_document_frequencies(tmp_path):
    path = tmp_path / "train.json"
    annotations = [
        {"image_id": key, "caption": text}
        for key, texts in REFERENCES.items()
        for text in texts
    ]
    path.write_text(json.dumps({"annotations": annotations}))
    report = score_captions(few({7: "Picture 7"}), ["cider_d"], path)
    assert report["notes"] == [] and report["scores"]["cider_d"] > 1
    frequencies = report["protocol"]["document_frequencies"]
    assert frequencies == f"60 images of {path}"
    with pytest.raises(ValueError, match="not among the metrics"):
        score_captions(few({7: "Picture 7"}), ["bleu"], path)


# What breaks programs that work line by line, or by separators.
ODD = [
    "a dog\nruns",
    "a dog\rruns",
    "a dog\u2028runs",
    "a dog ||| runs",
    "a dog \0 runs",
    "a dog \U0001f600 runs",
]
WORDLESS = ["", "  \n", "...!", "\U0001f600"]


@pytest.mark.parametrize("metrics", ["all", ["bleu", "rouge_l", "cider_d"]])
def test_odd_captions_stay_in_their_place(metrics):
    if metrics == "all":
        pytest.importorskip("pycocoevalcap")
    texts = [*ODD, *WORDLESS, "a cat sleeps"]
    plain = {key: ["a dog runs"] for key in range(len(texts))}
    pairs = CaptionPairs(dict(enumerate(texts)), plain, len(texts))
    report = score_captions(pairs, metrics, per_image=True)
    for text, row in zip(texts, report["per_image"], strict=True):
        if text in WORDLESS:
            assert row["bleu_1"] == row["rouge_l"] == row["cider_d"] == 0
        elif text.split() == ["a", "dog", "runs"]:
            assert row["rouge_l"] == pytest.approx(1)
        elif "dog" in text:
            assert 0.4 < row["rouge_l"] <= 1
        else:
            assert 0 < row["rouge_l"] < 0.4
    assert report["empty_captions"] == len(WORDLESS)
    assert report["images"] == len(texts)


def test_references_without_words_are_counted():
    pairs = CaptionPairs({1: "", 2: "a dog"}, {1: ["..."], 2: ["", "a"]}, 2)
    report = score_captions(pairs, ["bleu", "rouge_l", "cider_d"])
    assert report["empty_references"] == 2 and report["empty_captions"] == 1
