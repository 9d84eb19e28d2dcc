import pytest

from recipes.datasets.data_format_error import DataFormatError
from recipes.datasets.find_files import find_files, present_files

LAYOUT = "Expected a.txt and part/b.txt"
NAMES = ["a.txt", "part/b.txt"]


def touch(folder, *names):
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def test_plain_and_compressed_files(tmp_path):
    touch(tmp_path, "a.txt.gz", "part/b.txt", "part/b.txt.gz")
    assert find_files(tmp_path, NAMES, LAYOUT) == {
        "a.txt": tmp_path / "a.txt.gz",
        "part/b.txt": tmp_path / "part/b.txt",
    }


def test_the_first_subfolder_with_files_is_taken(tmp_path):
    touch(tmp_path, "two/a.txt", "two/part/b.txt", "three/a.txt")
    subfolders = ("", "one", "two", "three")
    paths = find_files(str(tmp_path), NAMES, LAYOUT, subfolders)
    assert paths["a.txt"] == tmp_path / "two/a.txt"


def test_a_missing_folder(tmp_path):
    with pytest.raises(DataFormatError, match=f"no folder .*/x.\n{LAYOUT}"):
        find_files(tmp_path / "x", NAMES, LAYOUT)


def test_missing_files(tmp_path):
    touch(tmp_path, "sub/a.txt", "sub/c.txt", "d.txt")
    message = (
        rf"{tmp_path}/sub: 1 of 2 files are missing: part/b.txt.\n{LAYOUT}\n"
        "Found: d.txt, sub/, sub/a.txt, sub/c.txt."
    )
    with pytest.raises(DataFormatError, match=message):
        find_files(tmp_path, NAMES, LAYOUT, ("", "sub"))


def test_no_files_at_all(tmp_path):
    with pytest.raises(DataFormatError, match="2 of 2 files.*\n.*\nFound: not"):
        find_files(tmp_path, NAMES, LAYOUT)


def test_many_files(tmp_path):
    names = [f"{i}.txt" for i in range(9)]
    touch(tmp_path, *(f"{i:02}.gz" for i in range(30)))
    with pytest.raises(DataFormatError) as caught:
        find_files(tmp_path, names, LAYOUT)
    assert "0.txt, 1.txt, 2.txt, 3.txt, 4.txt, ..." in str(caught.value)
    assert str(caught.value).endswith("18.gz, 19.gz, ....")


def test_files_that_are_there(tmp_path):
    touch(tmp_path, "a.txt")
    assert list(present_files(tmp_path, NAMES)) == ["a.txt"]
    assert present_files(tmp_path / "x", NAMES) == {}
