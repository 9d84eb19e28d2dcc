"""Names of tags and of labels, as they are written in brackets."""

import re

_BLANK = re.compile(r"\s", re.ASCII)


def check_names(argument, names):
    """Raises an error unless there is a list of names that can be written.

    Args:
        argument: the argument's name.
        names: what was given.

    Raises:
        TypeError: if it is a single text, or a name is no string.
        ValueError: if a name is empty or holds a blank.
    """
    if isinstance(names, (str, bytes)) or not hasattr(names, "__iter__"):
        raise TypeError(
            f"`{argument}` must be a list of names. Received {names!r}."
        )
    for place, name in enumerate(names):
        if not isinstance(name, str):
            raise TypeError(
                f"`{argument}[{place}]` must be a string. Received {name!r} of "
                f"type {type(name).__name__}."
            )
        if not name or _BLANK.search(name):
            raise ValueError(
                f"`{argument}[{place}]` is empty or holds a blank: {name!r}. "
                "It is to be written in brackets."
            )
