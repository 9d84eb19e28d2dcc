"""MNIST from TFDS's own data set, `mnist`."""

import numpy as np

from recipes.datasets.labelled_images import LabelledImages
from recipes.datasets.mnist.read_mnist import CLASS_NAMES

NAME = "mnist"


def mnist_from_tfds(data_dir=None):
    """Reads the digits from TFDS, which fetches them if need be.

    Args:
        data_dir: TFDS's data folder, by default its own choice.

    Returns:
        As `read_mnist`.
    """
    import tensorflow_datasets as tfds

    builder = tfds.builder(NAME, data_dir=data_dir)
    builder.download_and_prepare()
    splits = {}
    for split in ("train", "test"):
        # In the order of the files, so that it is the same everywhere.
        dataset = builder.as_dataset(split=split, shuffle_files=False)
        batches = list(tfds.as_numpy(dataset.batch(1000)))
        splits[split] = LabelledImages(
            np.concatenate([batch["image"][..., 0] for batch in batches]),
            np.concatenate([batch["label"] for batch in batches]),
            CLASS_NAMES,
        )
    return splits
