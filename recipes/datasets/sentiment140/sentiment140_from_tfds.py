"""Sentiment140 from TFDS's own data set, `sentiment140`."""

from recipes.datasets.labelled_sentences import LabelledSentences
from recipes.datasets.sentiment140.read_sentiment140 import CLASS_NAMES

NAME = "sentiment140"
_CLASS_OF_POLARITY = {0: 0, 4: 1}


def sentiment140_from_tfds(data_dir=None):
    """Reads the tweets from TFDS, which fetches them if need be.

    Args:
        data_dir: TFDS's data folder, by default its own choice.

    Returns:
        As `read_sentiment140`: neutral tweets are left out.
    """
    import tensorflow_datasets as tfds

    builder = tfds.builder(NAME, data_dir=data_dir)
    builder.download_and_prepare()
    return {
        split: _read(builder.as_dataset(split=split))
        for split in ("train", "test")
    }


def _read(dataset):
    import tensorflow_datasets as tfds

    sentences, labels = [], []
    for example in tfds.as_numpy(dataset):
        label = _CLASS_OF_POLARITY.get(int(example["polarity"]))
        if label is not None:
            sentences.append(example["text"].decode("utf-8"))
            labels.append(label)
    return LabelledSentences(sentences, labels, CLASS_NAMES)
