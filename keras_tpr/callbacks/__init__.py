"""Callbacks."""

from keras_tpr.callbacks.caption_evaluation import CaptionEvaluation

__all__ = ["CaptionEvaluation"]
