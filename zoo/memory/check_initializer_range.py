"""The check of the spread of initial weights."""


def check_initializer_range(value):
    """Raises a `ValueError` unless a standard deviation is above 0."""
    if not value > 0:
        raise ValueError(
            "`initializer_range` must be above 0. Received: "
            f"initializer_range={value!r}."
        )
