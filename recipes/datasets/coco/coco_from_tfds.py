"""COCO captions from TFDS's own data set, `coco_captions`."""

import io
import pathlib
from collections.abc import Sequence

from recipes.datasets.caption_records import CaptionRecords
from recipes.datasets.coco.coco_splits import split_name
from recipes.datasets.data_format_error import DataFormatError

NAME = "coco_captions"


def is_prepared(data_dir):
    """Whether a folder is TFDS's and holds the prepared data set."""
    return any(pathlib.Path(data_dir).glob(f"{NAME}/*/*/dataset_info.json"))


def coco_from_tfds(data_dir=None, download=False):
    """Reads the data set with Karpathy's splits; restval goes to train.

    Args:
        data_dir: TFDS's data folder, by default its own choice.
        download: Whether to fetch and prepare the data set, some 20 GB, if it
            is not there.

    Returns:
        A dict from `train`, `val` and `test` to `CaptionRecords`.

    Raises:
        DataFormatError: If the data set is not there and must not be fetched,
            or was prepared in a format without random access.
    """
    import tensorflow_datasets as tfds

    builder = tfds.builder(NAME, data_dir=data_dir)
    if not builder.info.splits:
        if not download:
            raise DataFormatError(
                f"{NAME} is not prepared in {builder.data_path}. Give the "
                "setting `download` to fetch it, some 20 GB, or `data_dir`, a "
                "folder of images and captions."
            )
        builder = tfds.builder(
            NAME, data_dir=data_dir, file_format="array_record"
        )
        builder.download_and_prepare()
    parts = {}
    # Undecoded, so that reading captions does not decode all images.
    decoders = {"image": tfds.decode.SkipDecoding()}
    for name in builder.info.splits:
        source = _data_source(builder, name, decoders)
        parts.setdefault(split_name(name, builder.data_path), []).append(source)
    return {split: _records(sources) for split, sources in parts.items()}


class _EncodedImages(Sequence):
    """Images of several sources, one behind the other, read when asked for."""

    def __init__(self, sources):
        self.places = [(s, i) for s in sources for i in range(len(s))]

    def __len__(self):
        return len(self.places)

    def __getitem__(self, index):
        source, place = self.places[index]
        return io.BytesIO(source[place]["image"])


def _data_source(builder, split, decoders):
    try:
        return builder.as_data_source(split, decoders=decoders)
    except NotImplementedError as error:
        raise DataFormatError(
            f"{builder.data_path} was prepared as "
            f"{builder.info.file_format.value}, in which examples cannot be "
            "read in any order. Prepare it with "
            f'`tfds.builder("{NAME}", file_format="array_record")`.'
        ) from error


def _records(sources):
    ids, captions = [], []
    for source in sources:
        for example in source:
            ids.append(int(example["image/id"]))
            captions.append(_texts(example["captions"]))
    return CaptionRecords(ids, _EncodedImages(sources), captions)


def _texts(captions):
    """Texts of a sequence, which TFDS gives as a dict or a list of dicts."""
    if isinstance(captions, dict):
        texts = captions["text"]
    else:
        texts = [caption["text"] for caption in captions]
    return [t.decode("utf-8") if isinstance(t, bytes) else t for t in texts]
