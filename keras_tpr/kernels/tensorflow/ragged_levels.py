"""Rows of levels of different sizes, in loops of TensorFlow."""

import tensorflow as tf


def split_levels(rows, sizes):
    """Rows `(I, ...)` as an array with the rows of one level at a place."""
    array = level_array(tf.size(sizes), rows.shape[1:], rows.dtype)
    return array.split(rows, sizes)


def level_arrays(levels, widths, dtype):
    """A dict of empty arrays for rows `(..., width)`, from one of widths."""
    return {
        name: level_array(levels, (width,), dtype)
        for name, width in widths.items()
    }


def level_array(levels, shape, dtype):
    """An empty array for rows of shape `shape`, any number at a level."""
    return tf.TensorArray(
        dtype,
        levels,
        infer_shape=False,
        element_shape=(None, *shape),
        clear_after_read=False,
    )


def write_level(arrays, level, values):
    """The dict of arrays with the values of their names at a level."""
    return {
        name: array.write(level, values[name]) for name, array in arrays.items()
    }


def any_number_of_rows(rows):
    """A loop variable whose number of rows may change from step to step."""
    shape = (None, *rows.shape[1:])
    return tf.ensure_shape(
        tf.raw_ops.PlaceholderWithDefault(input=rows, shape=shape), shape
    )
