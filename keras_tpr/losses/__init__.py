"""Losses."""

from keras_tpr.losses.margin_ranking import MarginRankingLoss
from keras_tpr.losses.node_cross_entropy import NodeCrossEntropy
from keras_tpr.losses.sentence_cross_entropy import SentenceCrossEntropy
from keras_tpr.losses.sparse_target_kl import SparseTargetKL

__all__ = [
    "MarginRankingLoss",
    "NodeCrossEntropy",
    "SentenceCrossEntropy",
    "SparseTargetKL",
]
