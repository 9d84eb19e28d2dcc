"""Captions of a split, written by a model, and their scores."""

import warnings

import numpy as np

from keras_tpr.metrics import CaptionScorer

METRICS = ("bleu", "rouge_l", "cider_d")
# Images captioned between two steps of the progress bar.
STEP = 64


def write_captions(model, rows, max_length, progress):
    """Captions images with the model's own sampler, a beam search.

    Args:
        model: A captioner.
        rows: Images `(N, S, S, 3)` or features `(N, n_v)`.
        max_length: Number of words at most.
        progress: A bar of `RunProgress`.

    Returns:
        A list of texts.
    """
    progress.start(len(rows))
    captions = []
    for begin in range(0, len(rows), STEP):
        inputs = model_inputs(rows[begin : begin + STEP])
        captions += model.generate(
            inputs, max_length=max_length, batch_size=STEP
        )
        progress.advance(min(STEP, len(rows) - begin))
    return captions


def model_inputs(rows):
    """Names images or features, one or several, as a captioner does."""
    # A captioner with an image encoder takes features as well.
    key = "images" if np.ndim(rows) > 2 else "features"
    return {key: np.asarray(rows)}


def score_captions(captions, records, metrics=METRICS):
    """Scores captions against all references of their images.

    Args:
        captions: One text for each record.
        records: `CaptionRecords`.
        metrics: Names as `keras_tpr.metrics.CaptionScorer` takes them.

    Returns:
        `(scores, notes)`: a dict, and sentences on what limits it. Without
        references the dict is empty and a note says so.
    """
    if not records.has_captions:
        return {}, [
            f"There are no scores: the {len(records)} images come without "
            "captions to compare with. Give COCO annotations for scores."
        ]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        scores = CaptionScorer(metrics)(captions, records.captions)
    return scores, [str(warning.message) for warning in caught]
