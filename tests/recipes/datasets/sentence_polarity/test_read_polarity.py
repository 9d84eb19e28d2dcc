import gzip
import pathlib

import pytest

from recipes.datasets.data_format_error import DataFormatError
from recipes.datasets.sentence_polarity import POLARITY_SETS, read_polarity
from recipes.datasets.sentence_polarity.read_polarity import PolaritySet

REAL = pathlib.Path(__file__).parents[5] / "shared/data/sentclf"


@pytest.fixture
def small(monkeypatch):
    info = PolaritySet("small.all", 2, ("no", "yes"))
    monkeypatch.setitem(POLARITY_SETS, "small", info)


def test_sentences(small, tmp_path):
    text = "0 a  caf\u00e9\u0085x film . \n1 good\n"
    path = tmp_path / "small.all.gz"
    path.write_bytes(gzip.compress(text.encode("latin-1")))
    found = read_polarity(tmp_path, "small")
    assert found.sentences == [["a", "caf\u00e9\u0085x", "film", "."], ["good"]]
    assert found.labels == [0, 1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0 a\n2 b\n", "line 2: expected 0 or 1"),
        ("good\n", "line 1: expected 0 or 1"),
        ("0 a\n", "has 1 sentences. The published data set has 2"),
    ],
)
def test_malformed_files(small, tmp_path, text, message):
    (tmp_path / "small.all").write_text(text)
    with pytest.raises(DataFormatError, match=message):
        read_polarity(tmp_path, "small")


def test_missing_and_unknown(small, tmp_path):
    with pytest.raises(DataFormatError, match="files are missing: small.all"):
        read_polarity(tmp_path, "small")
    with pytest.raises(ValueError, match="one of mr, subj, cr, mpqa"):
        read_polarity(tmp_path, "imdb")


@pytest.mark.skipif(not REAL.is_dir(), reason=f"needs {REAL}")
@pytest.mark.parametrize("name", ["mr", "subj", "cr", "mpqa"])
def test_the_real_files(name):
    found = read_polarity(REAL.parent, name)
    assert len(found) == POLARITY_SETS[name].size
    assert not any("\n" in word for row in found.sentences for word in row)
