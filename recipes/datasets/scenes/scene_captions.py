"""The data set as a TFDS builder."""

import dataclasses

import tensorflow_datasets as tfds
from PIL import Image

from recipes.datasets.check_integer import check_integer
from recipes.datasets.scenes.generate_scenes import (
    DEFAULT_SIZES,
    MIN_IMAGE_SIZE,
    SPLITS,
    generate_scenes,
)


@dataclasses.dataclass(eq=False)
class SceneCaptionsConfig(tfds.core.BuilderConfig):
    """How many pictures to draw, how large, and from which seed.

    Args:
        name: folder of the prepared data; by default made of the arguments
            that differ from their defaults, so that no two configurations
            share a folder.
        image_size: side of the pictures in pixels, at least 32.
        train: number of pictures in `train`; 0 leaves a split out. So
            `validation`, `test` and `test_novel`.
        validation: see `train`.
        test: see `train`.
        test_novel: see `train`.
        seed: a non-negative integer.

    Raises:
        TypeError: for a number that is no integer.
        ValueError: for a number out of range, or if all splits are empty.
    """

    name: str = ""
    image_size: int = 64
    train: int = DEFAULT_SIZES["train"]
    validation: int = DEFAULT_SIZES["validation"]
    test: int = DEFAULT_SIZES["test"]
    test_novel: int = DEFAULT_SIZES["test_novel"]
    seed: int = 0

    def __post_init__(self):
        check_integer("image_size", self.image_size, minimum=MIN_IMAGE_SIZE)
        check_integer("seed", self.seed, minimum=0)
        for split in SPLITS:
            check_integer(split, getattr(self, split), minimum=0)
        if not self.split_sizes:
            raise ValueError(
                "All splits are empty. Set at least one of "
                f"{', '.join(f'`{split}`' for split in SPLITS)} above 0."
            )
        self.name = self.name or self._default_name()

    @property
    def split_sizes(self):
        """A dict from the splits that are not empty to their sizes."""
        sizes = {split: getattr(self, split) for split in SPLITS}
        return {split: size for split, size in sizes.items() if size}

    def _default_name(self):
        parts = [f"{self.image_size}px"]
        sizes = {split: getattr(self, split) for split in SPLITS}
        if sizes != DEFAULT_SIZES:
            parts.append("x".join(str(size) for size in sizes.values()))
        if self.seed:
            parts.append(f"seed{self.seed}")
        return "_".join(parts)


class SceneCaptions(tfds.core.GeneratorBasedBuilder):
    """Drawn scenes, five captions each, with parts of speech and scene graphs.

    Everything is generated on this machine; nothing is fetched. Prepared as
    `array_record`, the examples can be read in any order, without TensorFlow.

    Features: `image` `(S, S, 3)` `uint8`, `image/id`, `captions` (a sequence
    of `text`, `tokens` and `pos`, Penn Treebank tags one per token), and
    `scene`, which `Scene.from_json` reads.

    Example::

        import tensorflow_datasets as tfds
        from recipes.datasets.scenes import SceneCaptions

        builder = SceneCaptions(file_format="array_record")
        builder.download_and_prepare()
        train = builder.as_data_source("train")
    """

    VERSION = tfds.core.Version("1.0.0")
    RELEASE_NOTES = {"1.0.0": "First release."}
    BUILDER_CONFIGS = [
        SceneCaptionsConfig(image_size=size) for size in (64, 128, 224)
    ]

    def _info(self):
        side = self.builder_config.image_size
        text = tfds.features.Text()
        return self.dataset_info_from_configs(
            features=tfds.features.FeaturesDict(
                {
                    "image": tfds.features.Image(
                        shape=(side, side, 3), encoding_format="png"
                    ),
                    "image/id": text,
                    "captions": tfds.features.Sequence(
                        {
                            "text": text,
                            "tokens": tfds.features.Sequence(text),
                            "pos": tfds.features.Sequence(text),
                        }
                    ),
                    "scene": text,
                }
            ),
            supervised_keys=None,
        )

    def _split_generators(self, dl_manager):
        del dl_manager
        return {
            split: self._generate_examples(split, size)
            for split, size in self.builder_config.split_sizes.items()
        }

    def _generate_examples(self, split, num_images):
        config = self.builder_config
        for record in generate_scenes(
            split, num_images, config.seed, config.image_size
        ):
            yield (
                record.id,
                {
                    # A Pillow image is encoded by Pillow, several times
                    # faster than the TensorFlow that an array would take.
                    "image": Image.fromarray(record.image),
                    "image/id": record.id,
                    "captions": [
                        {
                            "text": caption.text,
                            "tokens": list(caption.tokens),
                            "pos": list(caption.pos),
                        }
                        for caption in record.captions
                    ],
                    "scene": record.scene.to_json(),
                },
            )
