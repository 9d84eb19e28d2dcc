"""Classes of the nodes of encoded trees, checked."""

import numpy as np

from zoo.tree_lstm.encoded_arrays import as_array


def node_targets(rows, x, y, num_classes):
    """Rows with the classes of their nodes.

    Args:
        rows: list of `TreeArrays`, with the `labels` of `x`, if there are any.
        x: the dict of encoded inputs they come from.
        y: classes `(B, N)`, or of whole sentences `(B,)`; None for the
            `labels` of `x`.
        num_classes: number of classes.

    Returns:
        A list of rows.

    Raises:
        ValueError: if there are no classes, or some that do not exist.
    """
    if y is None:
        if x.get("labels") is None:
            raise ValueError(
                "There are no classes: give `y`, classes (B, N) or (B,), or "
                "`labels` in `x`."
            )
        return rows
    y = as_array(y)
    shape = np.shape(x["token_ids"])
    if y.shape not in (shape, shape[:1]):
        raise ValueError(
            f"`y` must be classes of nodes {shape} or of sentences "
            f"{shape[:1]}. Received shape {y.shape}."
        )
    check_classes(y, num_classes, least=-1)
    if y.ndim == 1:
        return list(map(_with_root, rows, y))
    return [
        row._replace(labels=labels[: len(row.labels)].astype(np.int32))
        for row, labels in zip(rows, y, strict=True)
    ]


def check_classes(y, num_classes, least=0):
    """Raises an error unless all are whole numbers from `least` on."""
    is_whole = y.dtype.kind == "f" and (y == np.floor(y)).all()
    if y.dtype.kind not in "iu" and not is_whole:
        raise TypeError(
            f"`y` must be classes, integers. Received the type {y.dtype}."
        )
    if y.size and not (y.min() >= least and y.max() < num_classes):
        raise ValueError(
            f"`y` must be classes from {least} to {num_classes - 1}. Received "
            f"classes from {y.min()} to {y.max()}."
        )


def check_some_labelled(rows):
    """Raises a `ValueError` if no node of any tree has a class."""
    if not any((row.labels >= 0).any() for row in rows):
        raise ValueError(
            "No node of any tree has a class. Give trees whose labels are "
            "classes, or `y`, a class for each sentence."
        )


def _with_root(row, number):
    labels = np.full(len(row.labels), -1, np.int32)
    labels[-1:] = number
    return row._replace(labels=labels)
