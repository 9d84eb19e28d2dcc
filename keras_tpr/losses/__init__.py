"""Losses."""

from keras_tpr.losses.sentence_cross_entropy import SentenceCrossEntropy

__all__ = ["SentenceCrossEntropy"]
