import pathlib
from unittest import mock

import pytest
import tensorflow_datasets as tfds

from keras_tpr.trees import from_brackets
from recipes.datasets import sst_trees
from recipes.datasets.data_format_error import DataFormatError
from recipes.datasets.sst_trees import SstTrees, read_sst_trees

REAL = pathlib.Path(__file__).parents[5] / "shared/data/sst"
FETCH = "tensorflow_datasets.download.DownloadManager.download_and_extract"


def prepare(data_dir, manual_dir=None):
    builder = SstTrees(data_dir=data_dir, file_format="array_record")
    config = tfds.download.DownloadConfig(manual_dir=manual_dir)
    builder.download_and_prepare(download_config=config)
    return builder


def check_examples(builder, splits):
    for split, trees in splits.items():
        source = builder.as_data_source(split)
        assert len(source) == len(trees)
        for place in range(0, len(source), 1 + len(source) // 20):
            example = source[place]
            name, _, number = example["id"].decode().rpartition("-")
            tree = trees[int(number)]
            assert name == split
            assert from_brackets(example["tree"].decode()) == tree
            words = [word.decode() for word in example["words"]]
            assert words == tree.words()
            assert example["label"] == int(tree.label)


def test_examples_are_those_of_the_files(small_sst, tmp_path):
    small_sst(tmp_path / "manual")
    with mock.patch(FETCH) as fetch:
        builder = prepare(tmp_path / "data", tmp_path / "manual")
    fetch.assert_not_called()
    check_examples(builder, read_sst_trees(tmp_path / "manual"))


def test_files_that_are_not_there_are_fetched(small_sst, tmp_path):
    small_sst(tmp_path / "fetched" / "trees")
    with mock.patch(FETCH, return_value=tmp_path / "fetched") as fetch:
        builder = prepare(tmp_path / "data")
    fetch.assert_called_once_with(
        "https://nlp.stanford.edu/sentiment/trainDevTestTrees_PTB.zip"
    )
    check_examples(builder, read_sst_trees(tmp_path / "fetched"))


@pytest.mark.slow
@pytest.mark.skipif(not REAL.is_dir(), reason="needs ../shared/data/sst")
def test_the_real_files(tmp_path):
    builder = prepare(tmp_path, manual_dir=REAL)
    check_examples(builder, read_sst_trees(REAL))


def test_the_card_describes_the_data(tmp_path):
    builder = SstTrees(data_dir=tmp_path)
    assert builder.name == "sst_trees"
    assert "socher2013" in builder.info.citation
    assert "no-break space" in builder.info.description
    assert builder.info.features["label"].names[0] == "very negative"


def test_without_files_and_connection(tmp_path):
    (tmp_path / "manual").mkdir()
    (tmp_path / "manual" / "other.txt").touch()
    with (
        mock.patch(FETCH, side_effect=OSError("no connection")),
        pytest.raises(DataFormatError, match="no connection(.|\n)*train.txt"),
    ):
        prepare(tmp_path / "data", tmp_path / "manual")


def test_an_incomplete_copy_is_not_passed_over(tmp_path):
    (tmp_path / "manual").mkdir()
    (tmp_path / "manual" / "dev.txt").touch()
    with (
        mock.patch(FETCH) as fetch,
        pytest.raises(DataFormatError, match="2 of 3 files are missing: train"),
    ):
        prepare(tmp_path / "data", tmp_path / "manual")
    fetch.assert_not_called()


def test_the_package_lists_the_builder():
    assert all(hasattr(sst_trees, name) for name in sst_trees.__all__)
    assert "SstTrees" in dir(sst_trees)
    with pytest.raises(AttributeError, match="no attribute 'SstTree'"):
        _ = sst_trees.SstTree
