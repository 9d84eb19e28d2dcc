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
from keras_tpr.metrics.correlation import (
    PearsonCorrelation,
    SpearmanCorrelation,
)
from keras_tpr.metrics.masked_accuracy import MaskedAccuracy

__all__ = [
    "CaptionScorer",
    "MaskedAccuracy",
    "PearsonCorrelation",
    "SmallCorpusWarning",
    "SpearmanCorrelation",
    "bleu",
    "cider",
    "cider_d",
    "document_frequency",
    "meteor",
    "rouge_l",
    "tokenize_caption",
]
