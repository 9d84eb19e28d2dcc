"""Layers and recurrent cells, one a file, all importable from here."""

from keras_tpr.layers.atpl_cell import ATPLCell
from keras_tpr.layers.atpl_decoder import ATPLDecoder
from keras_tpr.layers.batch_normalization import BatchNormalization
from keras_tpr.layers.bidirectional_lstm import BidirectionalLSTM
from keras_tpr.layers.dual_roles import dual_roles
from keras_tpr.layers.dynamic_k import dynamic_k
from keras_tpr.layers.dynamic_k_max_pooling import DynamicKMaxPooling
from keras_tpr.layers.estimate_population_statistics import (
    estimate_population_statistics,
)
from keras_tpr.layers.expected_score import expected_score
from keras_tpr.layers.factored_dense import FactoredDense
from keras_tpr.layers.fold_batch_norm import fold_batch_norm
from keras_tpr.layers.folding import Folding
from keras_tpr.layers.ghost_batch_normalization import GhostBatchNormalization
from keras_tpr.layers.hadamard_roles import HadamardRoles
from keras_tpr.layers.k_max_pooling import KMaxPooling
from keras_tpr.layers.lstm_decoder import LSTMDecoder
from keras_tpr.layers.memory_hop import MemoryHop
from keras_tpr.layers.no_attention import NoAttention
from keras_tpr.layers.pairwise_hop import PairwiseHop
from keras_tpr.layers.part_starts import part_starts
from keras_tpr.layers.projected_embedding import ProjectedEmbedding
from keras_tpr.layers.relatedness_head import RelatednessHead
from keras_tpr.layers.rowwise_bias import RowwiseBias
from keras_tpr.layers.rowwise_conv1d import RowwiseConv1D
from keras_tpr.layers.scn_lstm import SCNLSTM
from keras_tpr.layers.scn_lstm_cell import SCNLSTMCell
from keras_tpr.layers.segment_average import SegmentAverage
from keras_tpr.layers.sentence_encoder import SentenceEncoder
from keras_tpr.layers.tpr_attention import TPRAttention
from keras_tpr.layers.tpr_bind import TPRBind
from keras_tpr.layers.tpr_unbind import TPRUnbind
from keras_tpr.layers.tree_lstm import TreeLSTM
from keras_tpr.layers.tree_lstm_cell import TreeLSTMCell
from keras_tpr.layers.up_to_first_end import up_to_first_end
from keras_tpr.layers.write_time import WriteTime

__all__ = [
    "ATPLCell",
    "ATPLDecoder",
    "BatchNormalization",
    "BidirectionalLSTM",
    "DynamicKMaxPooling",
    "FactoredDense",
    "Folding",
    "GhostBatchNormalization",
    "HadamardRoles",
    "KMaxPooling",
    "LSTMDecoder",
    "MemoryHop",
    "PairwiseHop",
    "ProjectedEmbedding",
    "RelatednessHead",
    "RowwiseBias",
    "RowwiseConv1D",
    "SCNLSTM",
    "SCNLSTMCell",
    "NoAttention",
    "SegmentAverage",
    "SentenceEncoder",
    "TPRAttention",
    "TPRBind",
    "TPRUnbind",
    "TreeLSTM",
    "TreeLSTMCell",
    "WriteTime",
    "dual_roles",
    "dynamic_k",
    "estimate_population_statistics",
    "expected_score",
    "fold_batch_norm",
    "part_starts",
    "up_to_first_end",
]
