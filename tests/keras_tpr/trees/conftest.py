"""Trees that several tests read."""

import gzip
import pathlib
import zipfile

import pytest

DATA = pathlib.Path(__file__).parents[4] / "shared" / "data"


@pytest.fixture(scope="session")
def data_file():
    """A function from a path below ../shared/data to the path, or a skip."""

    def data_file(name):
        path = DATA / name
        if not path.is_file():
            pytest.skip(f"needs ../shared/data/{name}")
        return path

    return data_file


@pytest.fixture(scope="session")
def data_lines(data_file):
    """A function from the path of a .gz file to a list of its lines."""

    def data_lines(name):
        with gzip.open(
            data_file(name), "rt", encoding="utf-8", newline="\n"
        ) as file:
            return list(file)

    return data_lines


@pytest.fixture(scope="session")
def treebank_sample(data_file):
    """The text of each file of the Penn Treebank sample."""
    with zipfile.ZipFile(data_file("nltk_corpora/treebank.zip")) as archive:
        return [
            archive.read(name).decode("ascii")
            for name in sorted(archive.namelist())
            if name.endswith(".mrg")
        ]
