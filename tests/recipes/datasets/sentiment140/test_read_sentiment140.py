import pathlib

import pytest

from recipes.datasets.data_format_error import DataFormatError
from recipes.datasets.sentiment140 import (
    read_sentiment140,
    sentiment140_from_tfds,
)

REAL = pathlib.Path(__file__).parents[5] / "shared/data/sentiment140"
TEST = '"4","3","Mon","q","ann","so, so good"\n2,"neutral"\n0,bad\n'
TRAIN = "training.1600000.processed.noemoticon.csv"
TEST_NAME = "testdata.manual.2009.06.14.csv"


def write(folder, **files):
    for name, text in files.items():
        (folder / name).write_bytes(text.encode("latin-1"))
    (folder / TEST_NAME).write_text(TEST)
    return folder


def test_the_original_files(tmp_path):
    write(tmp_path, **{TRAIN: '"0","1","Mon","NO","bob","oh caf\u00e9"\n'})
    splits = read_sentiment140(tmp_path)
    assert splits["train"].sentences == ["oh caf\u00e9"]
    # Neutral tweets are left out.
    assert splits["test"].sentences == ["so, so good", "bad"]
    assert splits["test"].labels == [1, 0]


def test_a_sample(tmp_path):
    folder = tmp_path / "sentiment140"
    folder.mkdir()
    write(
        folder,
        **{"negative_15k.txt": "sad\n\nno\n", "positive_15k.txt": "yes\n"},
    )
    train = read_sentiment140(tmp_path)["train"]
    assert train.sentences == ["sad", "no", "yes"]
    assert train.labels == [0, 0, 1]


def test_malformed_files(tmp_path):
    with pytest.raises(DataFormatError, match="3 of 3 files are missing"):
        read_sentiment140(tmp_path)
    write(tmp_path, **{TRAIN: "0,fine\n3,odd\n"})
    with pytest.raises(DataFormatError, match="line 2: expected a polarity"):
        read_sentiment140(tmp_path)
    write(tmp_path, **{TRAIN: ""})
    with pytest.raises(DataFormatError, match="holds no tweets"):
        read_sentiment140(tmp_path)


@pytest.mark.skipif(not REAL.is_dir(), reason=f"needs {REAL}")
def test_the_real_files():
    splits = read_sentiment140(REAL)
    assert len(splits["train"]) == 30_000
    assert sum(splits["train"].labels) == 15_000
    # 498 tweets without the 139 neutral ones.
    assert len(splits["test"]) == 359
    assert sum(splits["test"].labels) == 182


def test_tweets_of_tfds():
    import tensorflow_datasets as tfds

    def examples(self, **options):
        import tensorflow as tf

        return tf.data.Dataset.from_tensor_slices(
            {"polarity": [0, 2, 4], "text": ["bad", "so", "good"]}
        )

    with tfds.testing.mock_data(num_examples=1, as_dataset_fn=examples):
        splits = sentiment140_from_tfds()
    assert splits["train"].sentences == ["bad", "good"]
    assert splits["test"].labels == [0, 1]
