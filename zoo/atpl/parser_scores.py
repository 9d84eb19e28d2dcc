"""The scores of sentences apart, without those of padding."""

import numpy as np

# Axes of words, in the scores of one sentence; others have words behind rows.
WORD_AXES = {"pos": (0,), "spans": (0, 1)}
ROWS_FIRST = (1,)


def cut_scores(outputs, place, size):
    """The scores of one sentence of a batch.

    Args:
        outputs: what an `ATPLParserBackbone` gives.
        place: of the sentence in the batch.
        size: number of its words.

    Returns:
        A dict of arrays.
    """
    found = {}
    for name, values in outputs.items():
        values = np.asarray(values[place])
        axes = WORD_AXES.get(name, ROWS_FIRST)
        found[name] = values[
            tuple(
                slice(size) if axis in axes else slice(None)
                for axis in range(values.ndim)
            )
        ]
    return found


def stack_scores(rows):
    """What `cut_scores` gave for some sentences as one dict, zero-padded."""
    longest = max(1, *(len(row["pos"]) for row in rows))
    return {
        name: np.stack([_padded(row[name], name, longest) for row in rows])
        for name in rows[0]
    }


def _padded(values, name, longest):
    axes = WORD_AXES.get(name, ROWS_FIRST)
    return np.pad(
        values,
        [
            (0, longest - size if axis in axes else 0)
            for axis, size in enumerate(values.shape)
        ],
    )
