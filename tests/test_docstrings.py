"""Every example in a docstring runs and prints what it says."""

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("keras_tpr", "zoo")


def modules_with_examples():
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if ">>>" in path.read_text(encoding="utf-8"):
                name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
                yield name.removesuffix(".__init__")


# Keras says of every task that is fitted on arrays that it does not shuffle.
@pytest.mark.filterwarnings("ignore:`shuffle=True` was passed")
@pytest.mark.parametrize("name", modules_with_examples())
def test_examples(name, tmp_path, monkeypatch):
    # Files that an example writes are not left behind.
    monkeypatch.chdir(tmp_path)
    module = importlib.import_module(name)
    result = doctest.testmod(
        module, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    )
    assert result.attempted > 0
    assert result.failed == 0
