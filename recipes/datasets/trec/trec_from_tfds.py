"""The TREC questions from TFDS's own data set, `trec`."""

from recipes.datasets.labelled_sentences import LabelledSentences
from recipes.datasets.trec.read_trec import CLASS_NAMES

NAME = "trec"


def trec_from_tfds(data_dir=None):
    """Reads the questions from TFDS, which fetches them if need be.

    Args:
        data_dir: TFDS's data folder, by default its own choice.

    Returns:
        As `read_trec`. TFDS has a space for the one letter that is not ASCII.
    """
    import tensorflow_datasets as tfds

    builder = tfds.builder(NAME, data_dir=data_dir)
    builder.download_and_prepare()
    # TFDS has the classes in another order.
    names = builder.info.features["label-coarse"].names
    number = {i: CLASS_NAMES.index(name) for i, name in enumerate(names)}
    return {
        split: _read(builder.as_dataset(split=split), number)
        for split in ("train", "test")
    }


def _read(dataset, number):
    import tensorflow_datasets as tfds

    sentences, labels = [], []
    for example in tfds.as_numpy(dataset):
        sentences.append(example["text"].decode("utf-8").split())
        labels.append(number[int(example["label-coarse"])])
    return LabelledSentences(sentences, labels, CLASS_NAMES)
