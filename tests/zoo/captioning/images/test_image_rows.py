import pathlib

import keras
import numpy as np
import pytest
from PIL import Image

from zoo.captioning.images.image_rows import image_rows


def test_several_images(tmp_path):
    pixels = np.zeros((2, 4, 4, 3))
    assert image_rows(pixels)[0] is pixels
    rows, single = image_rows(keras.ops.convert_to_tensor(pixels))
    assert isinstance(rows, np.ndarray)
    assert not single
    path = tmp_path / "a.png"
    Image.new("L", (3, 5)).save(path)
    for images in ([path, pixels[0]], (str(path),), np.array([str(path)])):
        rows, single = image_rows(images)
        assert list(rows) == list(images)
        assert not single


def test_one_image():
    for image in ("a.png", pathlib.Path("a.png"), Image.new("L", (3, 5)), 3):
        rows, single = image_rows(image)
        assert len(rows) == 1
        assert single


@pytest.mark.parametrize("kind", [list, np.array])
def test_files_that_do_not_exist(tmp_path, kind):
    Image.new("L", (3, 5)).save(tmp_path / "a.png")
    paths = kind([str(tmp_path / "a.png"), str(tmp_path / "b.png")])
    with pytest.raises(FileNotFoundError, match=r"`images\[1\]`.*b.png"):
        image_rows(paths)


def test_directories(tmp_path):
    with pytest.raises(ValueError, match=r"`images\[0\]` is the directory"):
        image_rows([tmp_path])
