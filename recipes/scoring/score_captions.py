"""Scores of captions against references, with how they were computed."""

import warnings

import keras_tpr
from keras_tpr.metrics import (
    CaptionScorer,
    SmallCorpusWarning,
    tokenize_caption,
)
from keras_tpr.metrics.captions.meteor_data import load_meteor_data
from recipes.scoring.read_document_frequency import read_document_frequency

METRICS = ("bleu", "rouge_l", "cider_d")
_TOKENIZER = (
    "keras_tpr.metrics.tokenize_caption: the Stanford tokenizer's rules, lower "
    "case, no punctuation"
)
_FRACTION = "0 to 1"
# The public scorer multiplies the mean cosine by 10.
_SCALES = {"cider_d": "0 to 10", "cider": "0 to 10"}


def score_captions(
    pairs, metrics=None, document_frequency=None, per_image=False
):
    """Scores captions and states how it was done.

    Args:
        pairs: `CaptionPairs`, not tokenised.
        metrics: Names as `keras_tpr.metrics.CaptionScorer` takes them. By
            default BLEU, ROUGE-L, CIDEr-D and, if its data are installed,
            METEOR.
        document_frequency: Path of document frequencies for CIDEr and
            CIDEr-D; see `read_document_frequency`. By default those of the
            references that are scored.
        per_image: Whether to add the scores of each image.

    Returns:
        A dict ready for JSON: `scores`, `images`, `annotated_images`,
        `references_per_image`, `empty_captions`, `empty_references`,
        `protocol`, `notes` and, on request, `per_image`, in the order of the
        candidates.

    Raises:
        DataFormatError: If the file of document frequencies is malformed.
        ImportError: If METEOR is asked for and its data are not installed.
        ValueError: If a metric is unknown, or document frequencies are given
            to metrics that use none.
    """
    notes = []
    if metrics is None:
        metrics, notes = _installed_metrics()
    scorer = _scorer(metrics, document_frequency)
    candidates = {k: tokenize_caption(t) for k, t in pairs.candidates.items()}
    references = {
        key: [tokenize_caption(text) for text in texts]
        for key, texts in pairs.references.items()
    }
    scores, each, warned = _scored(scorer, candidates, references)
    report = {
        "scores": scores,
        "images": len(candidates),
        "annotated_images": pairs.annotated,
        **_counts(candidates, references),
        "protocol": _protocol(scorer, document_frequency, len(candidates)),
        "notes": notes + warned,
    }
    if per_image:
        report["per_image"] = _rows(candidates, each)
    return report


def _installed_metrics():
    """The default metrics, and a note on what is left out of them."""
    try:
        load_meteor_data()
    except ImportError as error:
        return METRICS, [f"METEOR is left out: {error}"]
    return (*METRICS, "meteor"), []


def _scorer(metrics, document_frequency):
    """The scorer, of captions that are tokenised already."""
    if document_frequency is None:
        return CaptionScorer(metrics, tokenizer=None)
    if _SCALES.keys().isdisjoint(CaptionScorer(metrics).score_names):
        raise ValueError(
            "`document_frequency` is for cider_d and cider, which are not "
            f"among the metrics. Received: {document_frequency}."
        )
    known = read_document_frequency(document_frequency)
    return CaptionScorer(metrics, tokenizer=None, **known)


def _scored(scorer, candidates, references):
    """Scores of all and of each, and what the scorer warns of."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        scores, each = scorer(candidates, references, per_caption=True)
    notes = [
        # The warning's own remedy is for Python.
        f"The document frequencies come from only "
        f"{scorer.num_documents or len(candidates)} images, with which CIDEr "
        "is not comparable with published scores. Give those of a larger set "
        "of captions: `--document-frequency FILE`."
        if issubclass(warning.category, SmallCorpusWarning)
        else str(warning.message)
        for warning in caught
    ]
    return scores, each, list(dict.fromkeys(notes))


def _protocol(scorer, document_frequency, num_images):
    names = scorer.score_names
    protocol = {
        "tokenizer": _TOKENIZER,
        "scales": {name: _SCALES.get(name, _FRACTION) for name in names},
        "version": f"keras-tpr {keras_tpr.__version__}",
    }
    if not _SCALES.keys().isdisjoint(names):
        protocol["document_frequencies"] = (
            f"the references of these {num_images:,} images"
            if document_frequency is None
            else f"{scorer.num_documents:,} images of {document_frequency}"
        )
    return protocol


def _counts(candidates, references):
    counts = [len(texts) for texts in references.values()]
    return {
        "references_per_image": {
            "min": min(counts),
            "mean": sum(counts) / len(counts),
            "max": max(counts),
        },
        "empty_captions": sum(not text for text in candidates.values()),
        "empty_references": sum(
            not text for texts in references.values() for text in texts
        ),
    }


def _rows(ids, columns):
    rows = zip(*(values.tolist() for values in columns.values()), strict=True)
    return [
        {"image_id": identity, **dict(zip(columns, row, strict=True))}
        for identity, row in zip(ids, rows, strict=True)
    ]
