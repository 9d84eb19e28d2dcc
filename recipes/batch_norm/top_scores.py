"""How often the right class is the first one, or among the first five."""

import numpy as np

TOP = 5


def top_scores(model, batches):
    """Scores of encoded batches.

    Args:
        model: A classifier of images.
        batches: Dataset of encoded images and labels.

    Returns:
        A dict of `accuracy` and `top_5`.
    """
    found, labels = [], []
    for x, y in batches:
        found.append(np.asarray(model(x, training=False)))
        labels.append(np.asarray(y))
    return _scores(np.concatenate(found), np.concatenate(labels))


def crop_scores(model, examples, crops, progress):
    """Scores of probabilities averaged over crops.

    Args:
        model: A classifier with `predict_crops`.
        examples: Dataset of dicts of `image` and `label`.
        crops: Number of crops.
        progress: A bar.

    Returns:
        As `top_scores`.
    """
    found, labels = [], []
    for example in examples.as_numpy_iterator():
        found.append(model.predict_crops([example["image"]], crops)[0])
        labels.append(example["label"])
        progress.advance(1)
    return _scores(np.stack(found), np.array(labels))


def _scores(probabilities, labels):
    size = min(TOP, probabilities.shape[1])
    best = np.argsort(-probabilities, axis=1, kind="stable")[:, :size]
    right = best == labels[:, None]
    return {
        "accuracy": float(right[:, 0].mean()),
        "top_5": float(right.any(axis=1).mean()),
    }
