"""The L2 penalty on all weights but the word vectors."""

import keras


def cell_regularizers(l2):
    """Arguments of a `TreeLSTMCell`: `l2` times the sum of squares."""
    return _regularizers(l2, ("kernel", "recurrent", "bias"))


def dense_regularizers(l2):
    """Arguments of a `Dense` layer."""
    return _regularizers(l2, ("kernel", "bias"))


def _regularizers(l2, groups):
    if not l2:
        return {}
    return {f"{g}_regularizer": keras.regularizers.L2(l2) for g in groups}
