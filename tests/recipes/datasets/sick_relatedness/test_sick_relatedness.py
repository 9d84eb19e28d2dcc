import pathlib

import pytest
import tensorflow_datasets as tfds

from keras_tpr.trees import from_parents
from recipes.datasets import sick_relatedness
from recipes.datasets.data_format_error import DataFormatError
from recipes.datasets.sick_relatedness import SickRelatedness, read_sick

REAL = pathlib.Path(__file__).parents[5] / "shared/data/sick"


def prepare(data_dir, manual_dir):
    builder = SickRelatedness(data_dir=data_dir, file_format="array_record")
    config = tfds.download.DownloadConfig(manual_dir=manual_dir)
    builder.download_and_prepare(download_config=config)
    return builder


def tree(example, sentence):
    words, relations = (
        [text.decode() for text in example[f"{kind}_{sentence}"]]
        for kind in ("words", "relations")
    )
    return from_parents(example[f"parents_{sentence}"], words, relations)


def check_examples(builder, splits):
    for split, pairs in splits.items():
        by_id = {pair.id: pair for pair in pairs}
        source = builder.as_data_source(split)
        assert len(source) == len(pairs)
        for place in range(0, len(source), 1 + len(source) // 20):
            example = source[place]
            pair = by_id[example["id"]]
            assert example["sentence_a"].decode() == pair.sentence_a
            assert example["sentence_b"].decode() == pair.sentence_b
            assert tree(example, "a") == pair.tree_a
            assert tree(example, "b") == pair.tree_b
            assert example["score"] == pytest.approx(pair.score)


def test_examples_are_those_of_the_files(small_sick, tmp_path):
    small_sick(tmp_path / "manual")
    builder = prepare(tmp_path / "data", tmp_path / "manual")
    check_examples(builder, read_sick(tmp_path / "manual"))


@pytest.mark.slow
@pytest.mark.skipif(not REAL.is_dir(), reason="needs ../shared/data/sick")
def test_the_real_files(tmp_path):
    check_examples(prepare(tmp_path, REAL), read_sick(REAL))


def test_the_card_describes_the_data(tmp_path):
    builder = SickRelatedness(data_dir=tmp_path)
    assert builder.name == "sick_relatedness"
    assert "marelli2014" in builder.info.citation
    assert "CC BY-NC-SA 3.0" in builder.info.description


def test_missing_files_are_shown(tmp_path):
    (tmp_path / "manual").mkdir()
    (tmp_path / "manual" / "SICK_train.txt").touch()
    with pytest.raises(DataFormatError, match="a.toks(.|\n)*SICK_train.txt"):
        prepare(tmp_path / "data", tmp_path / "manual")


def test_a_missing_folder_is_explained(tmp_path):
    with pytest.raises(AssertionError, match="does not exist(.|\n)*a.parents"):
        prepare(tmp_path / "data", tmp_path / "manual")


def test_the_package_lists_the_builder():
    names = sick_relatedness.__all__
    assert all(hasattr(sick_relatedness, name) for name in names)
    assert "SickRelatedness" in dir(sick_relatedness)
    with pytest.raises(AttributeError, match="no attribute 'Sick'"):
        _ = sick_relatedness.Sick
