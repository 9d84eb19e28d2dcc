"""Drawn scenes as caption records."""

import contextlib
import io

import numpy as np

from recipes.datasets.caption_records import CaptionRecords


def read_scenes(sizes=None, image_size=64, seed=0, data_dir=None):
    """Draws the data set `scene_captions`, unless it is there, and reads it.

    Args:
        sizes: Dict from splits to numbers of images; by default those of the
            data set.
        image_size: Side of the images in pixels.
        seed: Of the data set.
        data_dir: TFDS's data folder, by default its own choice. What was
            drawn is kept there.

    Returns:
        A dict from splits to `CaptionRecords` with images in one `uint8`
        array and parts of speech.
    """
    import tensorflow_datasets as tfds

    from recipes.datasets.scenes import SceneCaptions, SceneCaptionsConfig

    tfds.disable_progress_bar()
    config = SceneCaptionsConfig(
        image_size=image_size, seed=seed, **(sizes or {})
    )
    # A configuration that TFDS knows can only be asked for by its name.
    known = config.name in SceneCaptions.builder_configs
    builder = SceneCaptions(
        config=config.name if known else config,
        data_dir=data_dir,
        file_format="array_record",
    )
    # TFDS announces what it does on standard output.
    with contextlib.redirect_stdout(io.StringIO()):
        builder.download_and_prepare()
    return {
        split: _records(builder.as_data_source(split))
        for split in builder.info.splits
    }


def _records(source):
    ids, images, captions, pos = [], [], [], []
    for example in source:
        ids.append(example["image/id"].decode())
        images.append(example["image"])
        rows = example["captions"]
        captions.append([text.decode() for text in rows["text"]])
        pos.append([[tag.decode() for tag in tags] for tags in rows["pos"]])
    return CaptionRecords(ids, np.stack(images), captions, pos)
