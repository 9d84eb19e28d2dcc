"""Metrics, all importable from here."""

from keras_tpr.metrics.bracketing import bracketing_scores
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
    "bracketing_scores",
    "cider",
    "cider_d",
    "document_frequency",
    "meteor",
    "rouge_l",
    "tokenize_caption",
]
