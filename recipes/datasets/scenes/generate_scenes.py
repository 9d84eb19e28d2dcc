"""The data set's records, without TFDS."""

import dataclasses

import numpy as np

from recipes.datasets.check_integer import check_integer
from recipes.datasets.scenes.draw_scene import draw_scene
from recipes.datasets.scenes.sample_scene import sample_scene
from recipes.datasets.scenes.scene import Scene
from recipes.datasets.scenes.write_captions import write_captions

# The place of a split in this tuple is part of its seed: append only.
SPLITS = ("train", "validation", "test", "test_novel")
DEFAULT_SIZES = {
    "train": 6000,
    "validation": 500,
    "test": 500,
    "test_novel": 500,
}
MIN_IMAGE_SIZE = 32


@dataclasses.dataclass(frozen=True, eq=False)
class SceneRecord:
    """One example of the data set.

    Args:
        id: split and index, as in `"train-000012"`.
        image: `uint8` array `(image_size, image_size, 3)`.
        captions: a tuple of five `Caption`s.
        scene: the `Scene` that image and captions are of.
    """

    id: str
    image: np.ndarray
    captions: tuple
    scene: Scene


def generate_scenes(split, num_images=None, seed=0, image_size=64):
    """Yields the first records of a split.

    A record depends on the split, its index and the seed alone, so a longer
    split begins with the shorter one, and parts of a split may be generated
    in parallel with `generate_scene`.

    Args:
        split: one of `SPLITS`.
        num_images: how many; None: the default of `DEFAULT_SIZES`.
        seed: a non-negative integer.
        image_size: side of the pictures in pixels, at least 32. Scenes and
            captions do not depend on it.

    Returns:
        An iterator over `SceneRecord`s.

    Raises:
        ValueError: for an unknown split, or a number out of range.

    Example:

    >>> from recipes.datasets.scenes import generate_scenes
    >>> [record.id for record in generate_scenes("test", num_images=2)]
    ['test-000000', 'test-000001']
    """
    _check_split(split)
    if num_images is None:
        num_images = DEFAULT_SIZES[split]
    check_integer("num_images", num_images, minimum=0)
    check_integer("seed", seed, minimum=0)
    check_integer("image_size", image_size, minimum=MIN_IMAGE_SIZE)
    return (
        generate_scene(split, index, seed, image_size)
        for index in range(num_images)
    )


def generate_scene(split, index, seed=0, image_size=64):
    """Returns one `SceneRecord`; for the arguments see `generate_scenes`."""
    _check_split(split)
    check_integer("index", index, minimum=0)
    check_integer("seed", seed, minimum=0)
    check_integer("image_size", image_size, minimum=MIN_IMAGE_SIZE)
    rng = np.random.default_rng([seed, SPLITS.index(split), index])
    scene = sample_scene(rng, held_out=split == "test_novel")
    return SceneRecord(
        id=f"{split}-{index:06d}",
        image=draw_scene(scene, image_size),
        captions=write_captions(rng, scene),
        scene=scene,
    )


def _check_split(split):
    if split not in SPLITS:
        raise ValueError(
            f"`split` must be one of {SPLITS}. Received: {split!r}."
        )
