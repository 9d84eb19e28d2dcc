"""Role vectors of a corpus as one table."""

import numpy as np


def role_table(roles, mask, *labels):
    """Flattens padded role vectors to one row for each real word.

    Args:
        roles: `u` or `a_u` of a batch of sentences, `(B, T, dim)`.
        mask: True at real words, `(B, T)`.
        *labels: things known of each word (its id, its tag), `(B, T)` arrays
            or lists of `B` lists, one entry for each real word.

    Returns:
        `(table, *flat_labels)`: `(N, dim)`, and an array `(N,)` for each of
        the labels, in the order of sentences and words.

    Raises:
        ValueError: if a label does not have one entry for each word.

    Example:

    >>> import numpy as np
    >>> from keras_tpr.analysis import role_table
    >>> mask = np.array([[True, True], [True, False]])
    >>> tags = [["DT", "NN"], ["NN"]]
    >>> table, tags = role_table(np.ones((2, 2, 4)), mask, tags)
    >>> table.shape, tags.tolist()
    ((3, 4), ['DT', 'NN', 'NN'])
    """
    roles, mask = np.asarray(roles), np.asarray(mask, bool)
    if roles.shape[:2] != mask.shape:
        raise ValueError(
            "`roles` (B, T, dim) and `mask` (B, T) must have the same B and T. "
            f"Received shapes {roles.shape} and {mask.shape}."
        )
    return roles[mask], *(_flat(label, mask) for label in labels)


def _flat(label, mask):
    if tuple(getattr(label, "shape", ())[:2]) == mask.shape:
        return np.asarray(label)[mask]
    if len(label) != len(mask):
        raise ValueError(
            f"There are {len(mask)} sentences, but a label for {len(label)}."
        )
    for row, (entries, real) in enumerate(zip(label, mask, strict=True)):
        if len(entries) != real.sum():
            raise ValueError(
                f"Sentence {row} has {real.sum()} words, but a label with "
                f"{len(entries)} entries: {list(entries)[:8]}."
            )
    return np.asarray([entry for entries in label for entry in entries])
