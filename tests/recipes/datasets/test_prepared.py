"""Data sets that TFDS prepares from local files."""

import pathlib

import pytest

from recipes.datasets.prepared import prepared
from recipes.datasets.ud_pos import UdPos
from recipes.recipe import Context
from recipes.running.run_error import PreparationError


def test_files_that_are_not_there(tmp_path):
    context = Context(tmp_path, pathlib.Path("/nowhere"), tmp_path, None)
    with pytest.raises(PreparationError, match="--data-dir") as found:
        prepared(UdPos, context)
    assert "en_ewt-ud-train.conllu" in str(found.value)
