"""The check of counts, seeds and sizes."""

import operator


def check_integer(name, value, minimum):
    """Raises unless an argument is an integer of at least `minimum`.

    Args:
        name: the argument's name, for the message.
        value: what was received; NumPy integers are fine, booleans are not.
        minimum: the smallest integer accepted.

    Raises:
        TypeError: if `value` is no integer.
        ValueError: if it is too small.
    """
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool):
        raise TypeError(f"`{name}` must be an integer. Received: {value!r}.")
    if number < minimum:
        raise ValueError(
            f"`{name}` must be at least {minimum}. Received: {value!r}."
        )
