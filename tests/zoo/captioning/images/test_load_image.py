import io
import os
import struct
import zlib

import keras
import numpy as np
import pytest
from PIL import Image

from zoo.captioning.images import load_image

# Left half red, right half blue.
HALVES = np.zeros((40, 40, 3), "uint8")
HALVES[:, :20, 0] = HALVES[:, 20:, 2] = 255


@pytest.fixture
def save(tmp_path):
    def save(image, name, **options):
        path = tmp_path / name
        image.save(path, **options)
        return path

    return save


def test_kinds_of_input_agree(save):
    image = Image.fromarray(HALVES)
    path = save(image, "halves.png")
    expected = load_image(HALVES, 8)
    assert expected.shape == (8, 8, 3)
    assert expected.dtype == np.float32
    assert expected[0, 0].tolist() == [255, 0, 0]
    assert expected[0, -1].tolist() == [0, 0, 255]
    inputs = [
        path,
        str(path),
        np.str_(path),
        np.array(str(path)),
        os.fsencode(path),
        io.BytesIO(path.read_bytes()),
        image,
        Image.open(path),
        HALVES.astype("float64"),
        HALVES / 255.0,
        HALVES.tolist(),
        keras.ops.convert_to_tensor(HALVES),
    ]
    for same in inputs:
        np.testing.assert_array_equal(load_image(same, 8), expected)


def test_an_array_of_the_size_keeps_its_values():
    array = np.random.default_rng(0).uniform(0, 255, (5, 5, 3))
    np.testing.assert_allclose(load_image(array, 5), array, rtol=1e-6)


def test_crop_and_squash():
    wide = np.zeros((10, 30, 3), "uint8")
    wide[:, :10, 0] = wide[:, 10:20, 1] = wide[:, 20:, 2] = 255
    green = load_image(wide, 4)
    # Antialiasing mixes a little of the neighbours into the edges.
    assert (green[:, 1:3] == [0.0, 255.0, 0.0]).all()
    assert (green[..., 1] > 200).all()
    squashed = load_image(wide, 30, crop=False)
    assert squashed[0, 0].tolist() == [255, 0, 0]
    assert squashed[0, -1].tolist() == [0, 0, 255]
    tall = load_image(wide.transpose(1, 0, 2), 4)
    np.testing.assert_array_equal(tall, green.transpose(1, 0, 2))


def test_shrinking_averages():
    board = np.indices((64, 64)).sum(0) % 2 * 255
    np.testing.assert_allclose(load_image(board, 8), 127.5, atol=2.0)


def test_one_pixel():
    pixel = np.array([[[9, 8, 7]]], "uint8")
    np.testing.assert_array_equal(
        load_image(pixel, 3), np.tile([9.0, 8.0, 7.0], (3, 3, 1))
    )


def test_exif_orientation(save):
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was turned to the right
    path = save(Image.fromarray(HALVES), "turned.png", exif=exif)
    pixels = load_image(path, 8)
    assert pixels[0, 0].tolist() == pixels[0, -1].tolist() == [255, 0, 0]
    assert pixels[-1, 0].tolist() == pixels[-1, -1].tolist() == [0, 0, 255]


@pytest.mark.parametrize("mode", ["RGBA", "P", "CMYK", "YCbCr", "HSV"])
def test_modes(mode):
    image = Image.fromarray(HALVES).convert(mode)
    np.testing.assert_allclose(
        load_image(image, 40), load_image(HALVES, 40), atol=3
    )


def test_grey_modes():
    grey = np.array([[0, 51], [102, 255]], "uint8")
    expected = load_image(grey, 2)
    deep = grey.astype("uint16") * 257
    for image in [
        Image.fromarray(grey),
        Image.fromarray(grey).convert("LA"),
        Image.fromarray(deep),
        Image.fromarray(deep.astype("int32")),
        Image.fromarray(grey.astype("int32")),
        Image.fromarray(grey.astype("float32")),
        Image.fromarray(grey.astype("float32") / 255),
    ]:
        np.testing.assert_array_equal(load_image(image, 2), expected)
    black_and_white = Image.fromarray(grey > 100)
    assert load_image(black_and_white, 2)[..., 0].tolist() == [
        [0, 0],
        [255, 255],
    ]


def test_transparency(save):
    rgba = Image.new("RGBA", (4, 4), (255, 0, 0, 0))
    white = np.full((4, 4, 3), 255.0)
    np.testing.assert_array_equal(load_image(rgba, 4), white)
    palette = Image.new("P", (4, 4), 0)
    palette.putpalette([255, 0, 0])
    path = save(palette, "transparent.gif", transparency=0)
    np.testing.assert_array_equal(load_image(path, 4), white)


def test_first_frame_of_an_animation(save):
    frames = [Image.new("RGB", (4, 4), color) for color in ("red", "blue")]
    path = save(frames[0], "two.gif", save_all=True, append_images=frames[1:])
    assert load_image(path, 4)[0, 0].tolist() == [255, 0, 0]


def test_a_jpeg_decoded_at_a_fraction_of_its_size(save):
    smooth = Image.fromarray(HALVES).resize((2000, 1500))
    path = save(smooth, "large.jpg", quality=95)
    difference = load_image(path, 32) - load_image(smooth, 32)
    assert np.abs(difference).max() < 6


def test_the_image_of_the_caller_is_left_alone(save):
    path = save(Image.fromarray(HALVES).resize((800, 800)), "own.jpg")
    with Image.open(path) as image:
        load_image(image, 8)
        assert image.size == (800, 800)


@pytest.mark.parametrize("suffix", ["jpg", "png", "gif", "webp", "tiff", "bmp"])
def test_files_cut_short(save, suffix):
    noise = np.random.default_rng(0).integers(0, 255, (60, 60, 3), "uint8")
    path = save(Image.fromarray(noise), f"cut.{suffix}")
    content = path.read_bytes()
    for part in (0.1, 0.5, 0.9):
        path.write_bytes(content[: int(part * len(content))])
        with pytest.raises(ValueError, match=rf"cut\.{suffix}"):
            load_image(path, 8)


def test_errors_of_paths(tmp_path):
    with pytest.raises(FileNotFoundError, match="no file 'none.jpg'"):
        load_image("none.jpg", 8)
    with pytest.raises(FileNotFoundError, match="not fetched"):
        load_image("https://example.org/dog.jpg", 8)
    with pytest.raises(ValueError, match="is the directory.*glob"):
        load_image(tmp_path, 8)
    (tmp_path / "text.jpg").write_text("not an image")
    with pytest.raises(ValueError, match="text.jpg' is not an image"):
        load_image(tmp_path / "text.jpg", 8)
    (tmp_path / "empty.jpg").write_bytes(b"")
    with pytest.raises(ValueError, match="empty.jpg' is not an image"):
        load_image(tmp_path / "empty.jpg", 8)
    with pytest.raises(TypeError, match="io.BytesIO"):
        load_image(b"\xff\xd8\xff\0\0", 8)


def test_errors_of_other_kinds():
    with pytest.raises(TypeError, match="received NoneType"):
        load_image(None, 8)
    with pytest.raises(TypeError, match="received object"):
        load_image(object(), 8)
    with pytest.raises(ValueError, match="rows differ"):
        load_image([[1, 2], [3]], 8)
    with pytest.raises(ValueError, match="received a batch"):
        load_image(np.zeros((2, 4, 4, 3)), 8)
    with pytest.raises(ValueError, match="mode 'La'"):
        load_image(Image.new("La", (4, 4)), 8)


def test_an_image_too_large_to_trust(tmp_path):
    def chunk(kind, data):
        check = zlib.crc32(kind + data)
        return (
            struct.pack(">I", len(data))
            + kind
            + data
            + struct.pack(">I", check)
        )

    header = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    path = tmp_path / "bomb.png"
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", b"")
    )
    with pytest.raises(ValueError, match="bomb.png' is too large"):
        load_image(path, 8)


def test_twenty_megapixels_give_no_warning(save):
    # Warnings are errors in the tests.
    path = save(Image.new("L", (5000, 4000), 7), "large.png")
    assert load_image(path, 8).max() == 7
