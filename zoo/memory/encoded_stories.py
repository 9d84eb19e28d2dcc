"""Stories that are encoded already, checked, as rows."""

import keras
import numpy as np

from zoo.memory.story_rows import StoryRows


def is_encoded(x):
    """Whether inputs are ids rather than texts."""
    if not isinstance(x, dict) or "story" not in x:
        return False
    story = x["story"]
    if keras.ops.is_tensor(story):
        return "int" in keras.backend.standardize_dtype(story.dtype)
    return hasattr(story, "dtype") and story.dtype.kind in "iu"


def encoded_rows(x, y=None, vocabulary_size=None):
    """Rows of encoded stories.

    Args:
        x: dict of `story`, ids `(B, S, L)`, 0 for no word; `question`
            `(B, Lq)`; and maybe `story_mask` `(B, S)` and `support` `(B, K)`,
            -1 for none.
        y: ids of the words of the answers, `(B, A)` or `(B,)`, 0 behind the
            last one; or None.
        vocabulary_size: ids are below it.

    Returns:
        `StoryRows`.

    Raises:
        ValueError: if a shape or an id does not fit, or support is no place of
            the story.
    """
    story, question = _ids(x, "story", 3), _ids(x, "question", 2)
    for name, ids in (("story", story), ("question", question)):
        _check_range(name, ids, 0, vocabulary_size)
        if len(ids) != len(story):
            raise ValueError(
                f"`{name}` has {len(ids)} rows, `story` {len(story)}."
            )
    mask = (story != 0).any(axis=-1)
    if x.get("story_mask") is not None:
        mask = np.asarray(_array(x["story_mask"]), bool)
        if mask.shape != story.shape[:2]:
            raise ValueError(
                f"`story_mask` must have the shape {story.shape[:2]}, as "
                f"`story` has. Received shape {mask.shape}."
            )
    sentences, numbers = _different(story, mask)
    support = None
    if x.get("support") is not None:
        support = _support(_ids(x, "support", 2), mask)
    answers = None if y is None else _answers(y, len(story), vocabulary_size)
    return StoryRows(
        sentences,
        [row[: _length(row)].tolist() for row in numbers],
        [row[row != 0].tolist() for row in question],
        support,
        answers,
    )


def _different(story, mask):
    """Sentences, none first, and which one each statement is."""
    flat = story[mask]
    different, inverse = np.unique(flat, axis=0, return_inverse=True)
    numbers = np.zeros(mask.shape, "int32")
    numbers[mask] = inverse.reshape(-1) + 1
    return [[], *(row[row != 0].tolist() for row in different)], numbers


def _length(row):
    """Up to the last statement; places in front of it keep their number."""
    there = np.flatnonzero(row)
    return there[-1] + 1 if len(there) else 0


def _support(support, mask):
    if len(support) != len(mask):
        raise ValueError(
            f"`support` has {len(support)} rows, `story` {len(mask)}."
        )
    _check_range("support", support, -1, mask.shape[1])
    rows = [row[row >= 0].tolist() for row in support]
    for place, facts in enumerate(rows):
        if not mask[place, facts].all():
            raise ValueError(
                f"`support[{place}]` is {facts}, but not all of these places "
                "of the story have a statement."
            )
    return rows


def _answers(y, count, vocabulary_size):
    y = np.asarray(_array(y))
    y = y[:, None] if y.ndim == 1 else y
    if y.ndim != 2 or len(y) != count or y.dtype.kind not in "iu":
        raise ValueError(
            f"`y` must be ids of words, (B, A) or (B,), with {count} rows. "
            f"Received shape {y.shape} of type {y.dtype}."
        )
    _check_range("y", y, 0, vocabulary_size)
    return [
        row[: np.argmin(row)].tolist() if 0 in row else row.tolist()
        for row in y
    ]


def _ids(x, name, rank):
    if x.get(name) is None:
        raise ValueError(
            f"`{name}` is missing: encoded stories are a dict of `story` and "
            f"`question`. Received the keys {sorted(map(str, x))}."
        )
    ids = np.asarray(_array(x[name]))
    if ids.ndim != rank or ids.dtype.kind not in "iu" or not len(ids):
        raise ValueError(
            f"`{name}` must be integers of rank {rank}, with at least one "
            f"row. Received shape {ids.shape} of type {ids.dtype}."
        )
    return ids


def _array(x):
    return keras.ops.convert_to_numpy(x) if keras.ops.is_tensor(x) else x


def _check_range(name, ids, lowest, size):
    if size is None or not ids.size:
        return
    if ids.min() < lowest or ids.max() >= size:
        raise ValueError(
            f"`{name}` must be between {lowest} and {size - 1}. Received "
            f"values from {ids.min()} to {ids.max()}."
        )
