"""Features and tags of images, checked before a detector learns them."""

import numpy as np
from keras import ops

from zoo.captioning.vector_rows import vector_rows


def tag_training_rows(
    features, targets, feature_dim, num_tags, names=("x", "y")
):
    """Checks data in memory.

    Args:
        features: array, tensor or nested list `(B, feature_dim)`.
        targets: the tags of each image, `(B, num_tags)`.
        feature_dim: size of the features.
        num_tags: number of tags.
        names: what errors call features and targets.

    Returns:
        float32 arrays of both.

    Raises:
        TypeError: if they are no numbers.
        ValueError: if their shapes are others, or a value is not finite.
    """
    features, single = vector_rows(
        features, feature_dim, names[0], "feature_dim", "detector"
    )
    targets = _numbers(targets, names[1])
    if single or targets.shape != (len(features), num_tags):
        rows = "B" if single else len(features)
        raise ValueError(
            f"`fit` takes features `{names[0]}` (B, feature_dim) and targets "
            f"`{names[1]}` (B, num_tags), here ({rows}, {feature_dim}) and "
            f"({rows}, {num_tags}). Received shapes {features.shape[single:]} "
            f"and {targets.shape}. `detector.targets(captions)` makes the "
            "targets."
        )
    if not np.isfinite(targets).all():
        row = int(np.argmin(np.isfinite(targets).all(axis=1)))
        raise ValueError(
            f"`{names[1]}[{row}]` holds values that are not finite (NaN or "
            "infinity). Targets are in 0..1."
        )
    return features, targets


def _numbers(targets, name):
    if ops.is_tensor(targets):
        targets = ops.convert_to_numpy(targets)
    try:
        # None would become a number.
        return np.asarray([] if targets is None else targets, "float32")
    except (TypeError, ValueError) as error:
        raise TypeError(
            f"`{name}` must be targets, numbers (B, num_tags). Received: "
            f"{targets!r:.80}. Captions become targets by "
            "`detector.targets(captions)`."
        ) from error
