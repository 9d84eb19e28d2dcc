"""Trees over sentences: reading, writing, changing and drawing them."""

from keras_tpr.trees.tree import Tree

__all__ = ["Tree"]
