import gzip
import pathlib

import numpy as np
import pytest

from recipes.datasets.data_format_error import DataFormatError
from recipes.datasets.glove import read_glove, vector_size

TEXT = "the 0.5 -1 2e-1\n, 1 2 3\ncaf\u00e9\u0085x 4 5 6\n"
REAL = (
    pathlib.Path(__file__).parents[4]
    / "shared"
    / "data"
    / "glove"
    / "glove.6B.50d.subset.txt.gz"
)


@pytest.fixture
def write(tmp_path):
    def write(text):
        path = tmp_path / "vectors.txt"
        path.write_bytes(text.encode("utf-8"))
        return path

    return write


def test_words_and_numbers(write):
    vectors = read_glove(write(TEXT))
    # A line separator of Unicode is part of a word.
    assert list(vectors) == ["the", ",", "caf\u00e9\u0085x"]
    assert vectors["the"].dtype == np.float32
    np.testing.assert_allclose(vectors["the"], [0.5, -1, 0.2], rtol=1e-6)


def test_only_the_words_wanted(write):
    assert list(read_glove(write(TEXT), words=[",", "dog"])) == [","]


def test_windows_lines_and_no_last_line_end(write):
    vectors = read_glove(write("a 1 2\r\nb 3 4"))
    assert vectors["b"].tolist() == [3, 4]


def test_compressed(tmp_path):
    path = tmp_path / "vectors.txt.gz"
    path.write_bytes(gzip.compress(TEXT.encode("utf-8")))
    assert len(read_glove(str(path))) == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ("3 50\nthe 1 2\n", "line 1: '3 50' is the header of a word2vec"),
        ("the\n", "line 1: expected a word and its numbers"),
        ("a 1 2\nb 1\n", "line 2: expected a word and 2.*found 1.*cut short"),
        ("a 1 2\n. . 1 2\n", "line 2: .*found 3.*holds a space"),
        ("a 1 2\n\nb 1 2\n", "line 2: expected a word and 2 numbers"),
        ("a 1 2\nb 1 x\n", "line 2: not all of the 2 values of 'b'"),
    ],
)
def test_malformed_files(write, text, message):
    with pytest.raises(DataFormatError, match=message):
        read_glove(write(text))


def test_a_missing_file(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"glove\.6B\.50d\.txt"):
        read_glove(tmp_path / "none.txt")


@pytest.mark.skipif(not REAL.is_file(), reason=f"no word vectors at {REAL}")
def test_published_vectors():
    vectors = read_glove(REAL, words=["the", "dog"])
    assert vectors.keys() == {"the", "dog"}
    np.testing.assert_allclose(vectors["the"][:2], [0.418, 0.24968])
    assert vectors["dog"].shape == (50,)


def test_vector_size(tmp_path):
    path = tmp_path / "glove.txt"
    path.write_text("the 0.1 0.2 -0.3\nof 1 2 3\n")
    assert vector_size(path) == 3
    path.write_text("\n")
    with pytest.raises(DataFormatError, match="line 1: expected a word"):
        vector_size(path)
    with pytest.raises(FileNotFoundError, match="no word vectors at"):
        vector_size(tmp_path / "absent.txt")
