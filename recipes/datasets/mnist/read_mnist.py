"""Reader of the original files of MNIST."""

import gzip
import pathlib

import numpy as np

from recipes.datasets.data_format_error import DataFormatError
from recipes.datasets.find_files import find_files
from recipes.datasets.labelled_images import LabelledImages

CLASS_NAMES = tuple("0123456789")
MNIST_SIZES = {"train": 60_000, "test": 10_000}
SIDE = 28
_PREFIX = {"train": "train", "test": "t10k"}
_IMAGES, _LABELS = 0x803, 0x801
_SUBFOLDERS = ("", "mnist")
LAYOUT = """\
Expected the four files of MNIST, plain or as .gz:
    train-images-idx3-ubyte     60,000 images of 28 x 28 pixels
    train-labels-idx1-ubyte     60,000 labels
    t10k-images-idx3-ubyte      10,000 images
    t10k-labels-idx1-ubyte      10,000 labels
in the folder itself, or in mnist/ inside it."""


def read_mnist(folder):
    """Reads the digits from local files and checks their number.

    Args:
        folder: A folder with the four files.

    Returns:
        A dict from `train` and `test` to `LabelledImages`.

    Raises:
        DataFormatError: If files are missing (those expected and those found
            are shown), are damaged, or have not as many digits as published.

    Reference:
        LeCun et al., Gradient-based learning applied to document recognition,
        1998.
    """
    names = {
        (split, kind): f"{prefix}-{kind}-ubyte"
        for split, prefix in _PREFIX.items()
        for kind in ("images-idx3", "labels-idx1")
    }
    paths = find_files(
        pathlib.Path(folder), list(names.values()), LAYOUT, _SUBFOLDERS
    )
    return {
        split: _read(
            split,
            paths[names[split, "images-idx3"]],
            paths[names[split, "labels-idx1"]],
        )
        for split in MNIST_SIZES
    }


def _read(split, images_path, labels_path):
    size = MNIST_SIZES[split]
    images = _read_idx(images_path, _IMAGES, (size, SIDE, SIDE))
    labels = _read_idx(labels_path, _LABELS, (size,))
    if labels.max() >= len(CLASS_NAMES):
        raise DataFormatError(
            f"{labels_path}: a label is {labels.max()}; they are 0 to 9."
        )
    return LabelledImages(images, labels.astype("int64"), CLASS_NAMES)


def _read_idx(path, magic, shape):
    """The array in a file: magic number, sizes, then bytes."""
    try:
        opener = gzip.open if path.suffix == ".gz" else open
        with opener(path, "rb") as file:
            content = file.read()
    except (OSError, EOFError) as error:
        raise DataFormatError(
            f"{path} cannot be read ({error}). Copy or download it again."
        ) from error
    header = np.frombuffer(content[: 4 + 4 * len(shape)], ">i4")
    expected = [magic, *shape]
    if header.tolist() != expected:
        raise DataFormatError(
            f"{path} begins with {header.tolist()}, expected {expected}: the "
            f"file is another one, or cut short.\n{LAYOUT}"
        )
    values = np.frombuffer(content, "uint8", offset=4 + 4 * len(shape))
    if values.size != np.prod(shape):
        raise DataFormatError(
            f"{path} has {values.size:,} bytes of data, expected "
            f"{np.prod(shape):,}: it is damaged. Copy or download it again."
        )
    return values.reshape(shape)
