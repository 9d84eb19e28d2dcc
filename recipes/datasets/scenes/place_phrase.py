"""Phrases that say where in the picture an object is."""

from recipes.datasets.scenes.phrase import phrase
from recipes.datasets.scenes.weighted_choice import weighted_choice

_ROWS = ("top", None, "bottom")
_COLUMNS = ("left", None, "right")
# Of the shorter and of the longer way to name one place.
_WEIGHTS = (3, 2)


def place_phrase(rng, obj, short=False):
    """Says in which ninth of the picture an object is.

    Args:
        rng: a `numpy.random.Generator`.
        obj: a `SceneObject`.
        short: whether to use at most four words.

    Returns:
        A tuple of `(word, tag)` pairs, such as "at the top left".
    """
    row, column = _ROWS[obj.row], _COLUMNS[obj.column]
    if row and column:
        options = (
            f"at/IN the/DT {row}/JJ {column}/NN",
            f"in/IN the/DT {row}/JJ {column}/JJ corner/NN",
        )
    elif row:
        options = (f"at/IN the/DT {row}/NN",)
    elif column:
        options = (
            f"on/IN the/DT {column}/NN",
            f"on/IN the/DT {column}/JJ side/NN",
        )
    else:
        options = ("in/IN the/DT middle/NN", "in/IN the/DT center/NN")
    if short or len(options) == 1:
        return phrase(options[0])
    return phrase(weighted_choice(rng, options, _WEIGHTS))
