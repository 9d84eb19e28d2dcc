"""COCO captions from wherever they are."""

from recipes.datasets.coco.coco_from_tfds import (
    coco_from_tfds,
    is_prepared,
)
from recipes.datasets.coco.read_coco_folder import read_coco_folder


def read_coco(data_dir=None, annotations=None, download=False):
    """Reads COCO captions with Karpathy's splits, or a folder's own.

    Args:
        data_dir: A folder of local files (see `read_coco_folder`), or TFDS's
            data folder. By default TFDS's own.
        annotations: See `read_coco_folder`.
        download: Whether TFDS may fetch the data set, some 20 GB.

    Returns:
        A dict from `train`, `val` and `test` to `CaptionRecords`.

    Raises:
        DataFormatError: If there is no data; the message says what to do.
    """
    if data_dir is None or is_prepared(data_dir):
        return coco_from_tfds(data_dir, download)
    return read_coco_folder(data_dir, annotations)
