"""ImageNet as streams of batches, or generated images in its place."""

import dataclasses

import numpy as np

from recipes.batch_norm.distort import (
    central_crop,
    distort_colours,
    random_crop,
)
from recipes.datasets.data_format_error import DataFormatError
from recipes.running.index_batches import updates_per_pass

NAME = "imagenet2012"
# Of which a pass draws at random; TFDS stores images in a random order.
BUFFER = 10_000
_GENERATED_CLASSES, _GENERATED_SIDE = 4, 48


@dataclasses.dataclass(frozen=True)
class ImageNetData:
    """Images of both splits.

    Args:
        examples: Dict from `train` and `validation` to `tf.data.Dataset`s of
            dicts of `image`, uint8 `(H, W, 3)`, and `label`.
        sizes: Dict from splits to numbers of images.
        class_names: Names of the classes.
        notes: Sentences for the reader of the scores.
    """

    examples: dict
    sizes: dict
    class_names: list
    notes: list = dataclasses.field(default_factory=list)

    def updates_per_epoch(self, batch_size):
        """Number of batches in a pass over the training images."""
        return updates_per_pass(self.sizes["train"], batch_size)

    def training(self, settings, strength, first_update):
        """The endless stream of training batches behind some updates.

        Order and distortions are functions of the seed and the pass.

        Args:
            settings: Settings with `seed`, `batch_size` and `image_size`.
            strength: Of the distortions of colours.
            first_update: Number of batches left out at the beginning.
        """
        import tensorflow as tf

        per_pass = self.updates_per_epoch(settings.batch_size)
        first_pass, skipped = divmod(first_update, per_pass)

        def one_pass(number):
            seed = settings.seed * 1_000_003 + number

            def changed(place, example):
                seeds = tf.stack([seed, place])
                image = random_crop(
                    example["image"], settings.image_size, seeds
                )
                image = distort_colours(image, strength, seeds)
                return image, example["label"]

            # Of this function's graph alone: one of 0 would be compared with
            # a seed that is known only when the graph runs.
            tf.random.set_seed(1)
            images = self.examples["train"].shuffle(BUFFER, seed=seed)
            images = images.enumerate().map(
                changed, num_parallel_calls=tf.data.AUTOTUNE
            )
            return images.batch(settings.batch_size)

        passes = tf.data.Dataset.range(first_pass, np.iinfo("int64").max)
        stream = passes.flat_map(one_pass).skip(skipped)
        return stream.prefetch(tf.data.AUTOTUNE)

    def evaluation(self, settings):
        """All validation images once, their centres."""
        import tensorflow as tf

        images = self.examples["validation"].map(
            lambda example: (
                central_crop(example["image"], settings.image_size),
                example["label"],
            ),
            num_parallel_calls=tf.data.AUTOTUNE,
        )
        return images.batch(settings.batch_size).prefetch(tf.data.AUTOTUNE)


def imagenet_from_tfds(data_dir):
    """The prepared data set of TFDS.

    Args:
        data_dir: TFDS's data folder, by default its own choice.

    Returns:
        `ImageNetData`.

    Raises:
        DataFormatError: If it is not prepared there.
    """
    import tensorflow_datasets as tfds

    builder = tfds.builder(NAME, data_dir=data_dir)
    if not builder.is_prepared():
        raise DataFormatError(
            f"{builder.data_path} holds no {NAME}. Its licence wants that you "
            "fetch the archives of ImageNet's LSVRC2012 yourself. Then run "
            f"`tfds build {NAME} --manual_dir FOLDER_OF_THE_ARCHIVES "
            "--data_dir FOLDER` and give that folder as `--data-dir`; or "
            "`--generated 64` to see the recipe work on generated images."
        )
    splits = ("train", "validation")
    return ImageNetData(
        {split: builder.as_dataset(split=split) for split in splits},
        {split: builder.info.splits[split].num_examples for split in splits},
        list(builder.info.features["label"].names),
    )


def generated_images(count, seed=0):
    """Images of noise whose colour tells the class.

    Args:
        count: Number of images to train on, and to validate on.
        seed: Of the noise.

    Returns:
        `ImageNetData`.
    """
    import tensorflow as tf

    rng = np.random.default_rng(seed)
    colours = rng.integers(64, 192, (_GENERATED_CLASSES, 1, 1, 3))
    examples = {}
    for split in ("train", "validation"):
        labels = np.arange(count) % _GENERATED_CLASSES
        shape = (count, _GENERATED_SIDE, _GENERATED_SIDE, 3)
        images = colours[labels] + rng.integers(-60, 60, shape)
        examples[split] = tf.data.Dataset.from_tensor_slices(
            {"image": images.astype("uint8"), "label": labels}
        )
    return ImageNetData(
        examples,
        dict.fromkeys(examples, count),
        [f"colour {number}" for number in range(_GENERATED_CLASSES)],
        ["Images were generated: the scores say nothing."],
    )
