"""The files of MNIST."""

import gzip
import struct

import numpy as np
import pytest

from recipes.datasets.data_format_error import DataFormatError
from recipes.datasets.labelled_images import LabelledImages
from recipes.datasets.mnist import mnist_from_tfds, read_mnist
from recipes.datasets.mnist.read_mnist import MNIST_SIZES

RNG = np.random.default_rng(0)
ARRAYS = {
    "train-images-idx3-ubyte": RNG.integers(0, 256, (5, 28, 28), "uint8"),
    "train-labels-idx1-ubyte": np.array([3, 1, 4, 1, 5], "uint8"),
    "t10k-images-idx3-ubyte": RNG.integers(0, 256, (2, 28, 28), "uint8"),
    "t10k-labels-idx1-ubyte": np.array([9, 0], "uint8"),
}


@pytest.fixture
def folder(monkeypatch, tmp_path):
    monkeypatch.setitem(MNIST_SIZES, "train", 5)
    monkeypatch.setitem(MNIST_SIZES, "test", 2)
    for name, array in ARRAYS.items():
        (tmp_path / name).write_bytes(content(array))
    return tmp_path


def content(array):
    magic = {3: 0x803, 1: 0x801}[array.ndim]
    header = struct.pack(f">{1 + array.ndim}i", magic, *array.shape)
    return header + array.tobytes()


def test_reads(folder):
    splits = read_mnist(folder)
    np.testing.assert_array_equal(
        splits["train"].images, ARRAYS["train-images-idx3-ubyte"]
    )
    assert splits["test"].labels.tolist() == [9, 0]
    assert splits["train"].class_names == tuple("0123456789")


def test_compressed_and_in_a_folder(folder):
    inside = folder / "mnist"
    inside.mkdir()
    for name in ARRAYS:
        (inside / f"{name}.gz").write_bytes(
            gzip.compress((folder / name).read_bytes())
        )
        (folder / name).unlink()
    assert len(read_mnist(folder)["train"]) == 5


@pytest.mark.parametrize("name", ARRAYS)
def test_damaged_files(folder, name):
    whole = (folder / name).read_bytes()
    (folder / name).write_bytes(whole[:-1])
    with pytest.raises(DataFormatError, match=f"{name} has.*damaged"):
        read_mnist(folder)
    (folder / name).write_bytes(b"\0" * 16)
    with pytest.raises(DataFormatError, match=f"{name} begins with"):
        read_mnist(folder)
    (folder / name).unlink()
    with pytest.raises(DataFormatError, match="1 of 4 files are missing"):
        read_mnist(folder)


def test_not_compressed_after_all(folder):
    name = "t10k-labels-idx1-ubyte"
    (folder / name).rename(folder / f"{name}.gz")
    with pytest.raises(DataFormatError, match="cannot be read"):
        read_mnist(folder)


def test_a_label_that_is_no_digit(folder):
    name = "t10k-labels-idx1-ubyte"
    (folder / name).write_bytes(content(np.array([9, 10], "uint8")))
    with pytest.raises(DataFormatError, match="a label is 10"):
        read_mnist(folder)


def test_tfds():
    import tensorflow_datasets as tfds

    with tfds.testing.mock_data(num_examples=4):
        splits = mnist_from_tfds()
    assert splits["train"].images.shape == (4, 28, 28)
    assert splits["test"].images.dtype == "uint8"


def test_labelled_images():
    images = LabelledImages(
        ARRAYS["train-images-idx3-ubyte"], np.array([0, 1, 1, 0, 1]), ("a", "b")
    )
    assert len(images.first(2)) == 2
    assert images.first(None) is images
    assert images.fingerprint != images.first(4).fingerprint
    with pytest.raises(ValueError, match="5 images, but 2 labels"):
        LabelledImages(images.images, np.array([0, 1]), ("a", "b"))
    with pytest.raises(ValueError, match=r"`labels\[1\]` is 2"):
        LabelledImages(images.images[:2], np.array([0, 2]), ("a", "b"))
