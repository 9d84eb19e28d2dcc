"""Rows of levels of different sizes, in loops of TensorFlow."""

import tensorflow as tf


def split_levels(rows, sizes):
    """Rows `(I, ...)` as an array with the rows of one level at a place."""
    return level_array(tf.size(sizes), rows.shape[1:], rows.dtype).split(
        rows, sizes
    )


def level_array(levels, shape, dtype):
    """An empty array for rows of shape `shape`, any number at a level."""
    return tf.TensorArray(
        dtype,
        levels,
        infer_shape=False,
        element_shape=(None, *shape),
        clear_after_read=False,
    )


def any_number_of_rows(rows):
    """A loop variable whose number of rows may change from step to step."""
    shape = (None, *rows.shape[1:])
    return tf.ensure_shape(
        tf.raw_ops.PlaceholderWithDefault(input=rows, shape=shape), shape
    )


def write_level(arrays, level, **values):
    """A named tuple of arrays with the values of a level written."""
    return arrays._replace(
        **{
            name: getattr(arrays, name).write(level, value)
            for name, value in values.items()
        }
    )
