"""What data may be: lists, encoded inputs, or datasets."""

import keras
import numpy as np

from keras_tpr.trees import Tree, TreeBatch
from zoo.tree_lstm.encoded_arrays import as_array

_IN_MEMORY = (list, tuple, dict, str, bytes, np.ndarray, Tree, TreeBatch)


def is_in_memory(x):
    """Whether data are lists and arrays rather than a dataset."""
    return isinstance(x, _IN_MEMORY) or keras.ops.is_tensor(x)


def check_dataset(x, name="x"):
    """Raises a `TypeError` unless data are a dataset of batches."""
    if not (hasattr(x, "map") or isinstance(x, keras.utils.PyDataset)):
        raise TypeError(
            f"`{name}` must be a list of sentences, or encoded inputs, or a "
            f"dataset of batches. Received: {type(x).__name__}."
        )


def validation_parts(data):
    """`(x, y, sample_weight)` of validation data.

    Only a tuple has targets: a list is one of sentences.
    """
    parts = data if isinstance(data, tuple) else (data,)
    if len(parts) > 3:
        raise ValueError(
            "`validation_data` must be `x`, `(x, y)` or `(x, y, "
            f"sample_weight)`. Received a tuple of {len(parts)}."
        )
    return (*parts, None, None)[:3]


def sentence_weights(weights, count):
    """Weights as float32 `(count,)`, checked."""
    weights = np.asarray(as_array(weights), "float32")
    if weights.shape != (count,):
        raise ValueError(
            "`sample_weight` must be a weight for each sentence, of shape "
            f"({count},). Received shape {weights.shape}."
        )
    return weights
