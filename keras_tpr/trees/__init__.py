"""Trees over sentences: reading, writing, changing and drawing them.

No function here recurses, so that trees may be as deep as memory allows.
"""

from keras_tpr.trees.batching import TreeBatch
from keras_tpr.trees.binarize import binarize, unbinarize
from keras_tpr.trees.brackets import from_brackets, to_brackets
from keras_tpr.trees.cleaning import clean
from keras_tpr.trees.conllu import ConlluSentence, read_conllu
from keras_tpr.trees.layer_codec import Rows, decode_rows, encode_rows
from keras_tpr.trees.level_schedule import level_schedule
from keras_tpr.trees.nltk_trees import from_nltk, to_nltk
from keras_tpr.trees.parents import ParentPointers, from_parents, to_parents
from keras_tpr.trees.read_trees import read_trees
from keras_tpr.trees.tree import Tree
from keras_tpr.trees.tree_arrays import TreeArrays, tree_arrays
from keras_tpr.trees.tree_format_error import TreeFormatError
from keras_tpr.trees.tree_svg import tree_svg
from keras_tpr.trees.tree_text import tree_text
from keras_tpr.trees.unary import collapse_unary, expand_unary

__all__ = [
    "ConlluSentence",
    "ParentPointers",
    "Rows",
    "Tree",
    "TreeArrays",
    "TreeBatch",
    "TreeFormatError",
    "binarize",
    "clean",
    "collapse_unary",
    "decode_rows",
    "encode_rows",
    "expand_unary",
    "from_brackets",
    "from_nltk",
    "from_parents",
    "level_schedule",
    "read_conllu",
    "read_trees",
    "to_brackets",
    "to_nltk",
    "to_parents",
    "tree_arrays",
    "tree_svg",
    "tree_text",
    "unbinarize",
]
