"""Scores of image captions."""

from keras_tpr.metrics.captions.bleu import bleu
from keras_tpr.metrics.captions.caption_scorer import CaptionScorer
from keras_tpr.metrics.captions.cider import cider
from keras_tpr.metrics.captions.cider_d import cider_d
from keras_tpr.metrics.captions.document_frequency import document_frequency
from keras_tpr.metrics.captions.meteor import meteor
from keras_tpr.metrics.captions.rouge_l import rouge_l
from keras_tpr.metrics.captions.small_corpus_warning import SmallCorpusWarning
from keras_tpr.metrics.captions.tokenize_caption import tokenize_caption

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
