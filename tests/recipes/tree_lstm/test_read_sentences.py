import gzip

import pytest

from recipes.datasets.data_format_error import DataFormatError
from recipes.tree_lstm.read_sentences import read_sentences


def test_trees(tmp_path):
    path = tmp_path / "trees.txt"
    path.write_text("(1 a)\r\n(2 (1 b)\r\n\r\n (0 -LRB-))(3 c)\r\n")
    found = read_sentences(path, trees=True)
    assert [s.value.words() for s in found] == [["a"], ["b", "("], ["c"]]
    assert [s.line for s in found] == [1, 4, 4]


def test_texts(tmp_path):
    path = tmp_path / "texts.txt"
    path.write_text("\n a gem \n\t\nno\u00a0bore", encoding="utf-8")
    found = read_sentences(path, trees=False)
    assert [(s.line, s.value) for s in found] == [
        (2, "a gem"),
        (4, "no\u00a0bore"),
    ]


def test_gzip_and_encoding(tmp_path):
    path = tmp_path / "texts.txt.gz"
    path.write_bytes(gzip.compress("cliché".encode("latin-1")))
    (found,) = read_sentences(path, trees=False, encoding="latin-1")
    assert found.value == "cliché"


@pytest.mark.parametrize(
    ("data", "trees", "message"),
    [
        (b"(1 a)\n(2 (1 b)\n", True, r"Line 2, tree 2: .*still open"),
        (b"(1 a)\nno tree\n", True, r"Line 2, tree 2.*`--structure right"),
        (b"(1 a)\n(2 (1 b) c)\n", True, r"tree 2.*At character 11 of"),
        (b"", True, "holds no sentence"),
        (b"\n \n", False, "holds no sentence"),
        (
            b"fine\nA long enough cafe caf\xe9 here",
            False,
            r"line 2: the byte 0xe9 at offset 27 is not utf-8; it stands "
            r"behind 'long enough cafe caf'. .*--encoding latin-1",
        ),
    ],
)
def test_malformed(data, trees, message, tmp_path):
    path = tmp_path / "file.txt"
    path.write_bytes(data)
    with pytest.raises(DataFormatError, match=message) as error:
        read_sentences(path, trees)
    assert str(path) in str(error.value)


def test_unreadable(tmp_path):
    with pytest.raises(DataFormatError, match="cannot be read"):
        read_sentences(tmp_path / "absent.txt", True)
    path = tmp_path / "file.txt.gz"
    path.write_bytes(b"no gzip")
    with pytest.raises(DataFormatError, match="cannot be read"):
        read_sentences(path, True)
    path = tmp_path / "file.txt"
    path.write_bytes(b"a")
    with pytest.raises(DataFormatError, match="`--encoding` 'klingon'"):
        read_sentences(path, False, "klingon")


@pytest.mark.parametrize(("trees", "text"), [(True, "(1 a)"), (False, "a")])
def test_a_byte_order_mark_is_skipped(trees, text, tmp_path):
    path = tmp_path / "marked.txt"
    path.write_text(text, encoding="utf-8-sig")
    (found,) = read_sentences(path, trees)
    words = found.value.words() if trees else found.value.split()
    assert words == ["a"]


def test_dependency_trees(tmp_path):
    path = tmp_path / "trees.txt"
    path.write_text("(root (nsubj dogs) bark)\n")
    (found,) = read_sentences(path, True, dependencies=True)
    assert found.value.word == "bark"
    with pytest.raises(DataFormatError, match="a model of that kind"):
        read_sentences(path, True)
