"""Arguments and inputs of the layers of k-max pooling, checked."""

from keras import backend, ops

IMPLEMENTATIONS = ("auto", "portable")
# The mask of a symbolic tensor: a model's layers make masks when it runs, and
# a symbolic one would have to be an operation of the model.
NOT_YET = None


def check_k(k):
    """Raises a `ValueError` unless `k` is a positive integer."""
    if isinstance(k, bool) or not isinstance(k, int) or k < 1:
        raise ValueError(
            "`k` must be a positive integer, which fixes the output's size; "
            "for a `k` of each example's own give the largest here and call "
            f"the layer with `[x, k]`. Received: k={k!r}."
        )


def check_implementation(implementation):
    """Raises a `ValueError` for an unknown one."""
    if implementation not in IMPLEMENTATIONS:
        raise ValueError(
            f"`implementation` must be one of {IMPLEMENTATIONS}. Received: "
            f"implementation={implementation!r}."
        )


def check_sequence(x, layer):
    """Refuses inputs that have no time axis or are no real numbers."""
    if len(x.shape) < 3:
        raise ValueError(
            f"{layer} pools axis 1 of (B, T, ...) for every channel and needs "
            f"three axes or more. Received shape {tuple(x.shape)}: add an axis "
            "of one channel with `keras.ops.expand_dims(x, -1)`."
        )
    dtype = backend.standardize_dtype(x.dtype)
    if not backend.is_float_dtype(dtype):
        raise TypeError(
            f"{layer} pools floating-point values. Received an input of type "
            f"{dtype}: embed or cast it first."
        )


def check_counts(counts, x, layer, name):
    """Raises an error unless what goes with `x` is an integer an example."""
    dtype = backend.standardize_dtype(counts.dtype)
    if "int" not in dtype:
        raise TypeError(
            f"`{name}` of {layer} must be integers (B,), one for each "
            f"example. Received type {dtype}."
        )
    if not _may_be(counts.shape, x.shape[:1]):
        raise ValueError(
            f"`{name}` of {layer} must be integers (B,), one for each "
            f"example. Received shape {tuple(counts.shape)}, for an input of "
            f"shape {tuple(x.shape)}."
        )


def check_mask(mask, x, layer):
    """Raises a `ValueError` unless a mask is one of the positions of `x`."""
    if mask is not None and not _may_be(mask.shape, x.shape[:2]):
        raise ValueError(
            f"The mask of {layer} must have shape (B, T), one place for each "
            f"position. Received shape {tuple(mask.shape)}, for an input of "
            f"shape {tuple(x.shape)}."
        )


def require_enough(counts, wanted, layer):
    """Raises an error if an example has fewer values than it shall keep.

    Within compiled code of JAX values cannot be looked at: there nothing is
    checked.

    Args:
        counts: number of values, integers `(B,)`.
        wanted: how many shall be kept, an integer or integers `(B,)`.
        layer: what errors call the layer.

    Returns:
        `counts`, which may depend on the check.
    """
    message = (
        f"`strict=True`: {layer} was given an example with fewer values than "
        "`k`. Pad the examples, lower `k`, or leave `strict` out to fill up."
    )
    enough = ops.all(ops.greater_equal(counts, wanted))
    if backend.backend() == "tensorflow":
        from keras_tpr.kernels.tensorflow import assert_true

        return assert_true(enough, message, counts)
    if _is_traced(enough) or bool(enough):
        return counts
    raise ValueError(message)


def _is_traced(value):
    if backend.backend() != "jax":
        return False
    import jax

    return isinstance(value, jax.core.Tracer)


def _may_be(shape, wanted):
    """Whether shapes, of which sizes may be unknown, can be the same."""
    return len(shape) == len(wanted) and all(
        None in sizes or sizes[0] == sizes[1]
        for sizes in zip(shape, wanted, strict=True)
    )
