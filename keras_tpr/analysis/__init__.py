"""Reading trained models: numbers in, numbers out, no plotting."""

from keras_tpr.analysis.cluster_roles import cluster_roles
from keras_tpr.analysis.cluster_vs_pos import cluster_vs_pos
from keras_tpr.analysis.role_table import role_table

__all__ = ["cluster_roles", "cluster_vs_pos", "role_table"]
