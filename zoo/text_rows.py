"""What callers pass as text, as plain Python strings and lists."""

import reprlib
import sys

import keras
import numpy as np


def in_graph():
    """Whether a TensorFlow function or `tf.data` map is being traced."""
    # Never the first to import TensorFlow: without it nothing is traced.
    tensorflow = sys.modules.get("tensorflow")
    executing_eagerly = getattr(tensorflow, "executing_eagerly", None)
    return executing_eagerly is not None and not executing_eagerly()


def text_rows(inputs, name="inputs"):
    """Returns a list of texts or of token lists, and whether it is a batch.

    Errors call the inputs by `name`.
    """
    inputs = _decode(to_python(inputs))
    if isinstance(inputs, str):
        return [inputs], False
    if not isinstance(inputs, list) or not (
        _are_strings(inputs) or all(map(_are_strings, inputs))
    ):
        raise TypeError(
            f"`{name}` must be a text, a list of texts or a list of lists of "
            f"tokens; received {reprlib.repr(inputs)}"
            f"{_first_wrong(inputs, name)}."
        )
    return inputs, True


def to_python(inputs):
    """Turns tensors and arrays, also inside a list, into Python objects."""
    if isinstance(inputs, (str, bytes, int)):
        return inputs
    if isinstance(inputs, (list, tuple)):
        return [to_python(value) for value in inputs]
    if hasattr(inputs, "to_list"):  # tf.RaggedTensor
        return inputs.to_list()
    if keras.ops.is_tensor(inputs):
        inputs = keras.ops.convert_to_numpy(inputs)
    return np.asarray(inputs).tolist()


def _are_strings(row):
    return isinstance(row, list) and all(isinstance(t, str) for t in row)


def _first_wrong(inputs, name):
    """Where a list is neither of texts nor of lists, which may be far down."""
    if not isinstance(inputs, list) or not inputs:
        return ""
    texts = isinstance(inputs[0], str)
    for place, value in enumerate(inputs):
        if not (isinstance(value, str) if texts else _are_strings(value)):
            return f"; `{name}[{place}]` is {reprlib.repr(value)}"
    return ""


def _decode(inputs):
    if isinstance(inputs, bytes):
        return inputs.decode("utf-8", errors="replace")
    if isinstance(inputs, list):
        return [_decode(value) for value in inputs]
    return inputs
