"""How the weights of a fresh model are drawn."""

import keras

INITIALIZATIONS = ("uniform", "keras")


def cell_initializers(initialization, size, units):
    """Initialisers of a cell of a Tree-LSTM, as arguments.

    Args:
        initialization: `"uniform"`, between plus and minus one over the root
            of the number of inputs, as in the release of the paper, biases
            included; or `"keras"`, Glorot, orthogonal, and biases of zero.
        size: of word vectors.
        units: of the cell.

    Returns:
        A dict of arguments of `TreeLSTMCell`.

    Raises:
        ValueError: for another `initialization`.
    """
    if initialization not in INITIALIZATIONS:
        raise ValueError(
            f"`initialization` must be one of {INITIALIZATIONS}. Received: "
            f"initialization={initialization!r}."
        )
    if initialization == "keras":
        return {}
    return {
        "kernel_initializer": _uniform(size),
        # Each child has matrices of its own, which do not add up inputs.
        "recurrent_initializer": _uniform(units),
        "bias_initializer": _uniform(units),
    }


def dense_initializers(initialization, size):
    """Initialisers of a `Dense` layer with `size` inputs, as arguments."""
    if initialization == "keras":
        return {}
    return {
        "kernel_initializer": _uniform(size),
        "bias_initializer": _uniform(size),
    }


def head_initializers(initialization, hidden):
    """Initialisers of a `RelatednessHead`, as arguments."""
    if initialization == "keras":
        return {}
    return {
        "kernel_initializer": keras.initializers.VarianceScaling(
            1 / 3, "fan_in", "uniform"
        ),
        "bias_initializer": _uniform(hidden),
    }


def _uniform(fan_in):
    limit = fan_in**-0.5
    return keras.initializers.RandomUniform(-limit, limit)
