"""Reading trained models: numbers in, numbers out, no plotting."""

from keras_tpr.analysis.cluster_roles import cluster_roles
from keras_tpr.analysis.cluster_vs_pos import cluster_vs_pos
from keras_tpr.analysis.feature_graph import (
    ConvolvedLayer,
    FeatureGraph,
    FeatureNode,
    feature_graph,
)
from keras_tpr.analysis.role_table import role_table
from keras_tpr.analysis.top_ngrams import top_ngrams

__all__ = [
    "ConvolvedLayer",
    "FeatureGraph",
    "FeatureNode",
    "cluster_roles",
    "cluster_vs_pos",
    "feature_graph",
    "role_table",
    "top_ngrams",
]
