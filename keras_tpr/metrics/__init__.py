"""Metrics, all importable from here."""

from keras_tpr.metrics.captions import (
    CaptionScorer,
    SmallCorpusWarning,
    bleu,
    cider,
    cider_d,
    document_frequency,
    meteor,
    rouge_l,
    tokenize_caption,
)

__all__ = [
    "CaptionScorer",
    "SmallCorpusWarning",
    "bleu",
    "cider",
    "cider_d",
    "document_frequency",
    "meteor",
    "rouge_l",
    "tokenize_caption",
]
