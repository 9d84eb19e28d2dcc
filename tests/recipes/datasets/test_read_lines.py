import gzip

import pytest

from recipes.datasets.read_lines import read_lines

TEXT = "a\u2028b \r\nc\x85\u00a0d\n\nlast"
LINES = ["a\u2028b ", "c\x85\u00a0d", "", "last"]


@pytest.mark.parametrize("end", ["", "\n"])
def test_lines(tmp_path, end):
    path = tmp_path / "lines.txt"
    path.write_bytes((TEXT + end).encode("utf-8"))
    assert read_lines(path) == read_lines(str(path)) == LINES


def test_compressed_lines(tmp_path):
    path = tmp_path / "lines.txt.gz"
    path.write_bytes(gzip.compress(TEXT.encode("utf-8")))
    assert read_lines(path) == LINES
