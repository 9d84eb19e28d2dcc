"""The Stanford Sentiment Treebank as a TFDS builder."""

import tensorflow_datasets as tfds

from keras_tpr.trees import to_brackets
from recipes.datasets.data_format_error import DataFormatError
from recipes.datasets.sst_trees.read_sst_trees import (
    CLASS_NAMES,
    LAYOUT,
    find_sst_trees,
    has_sst_trees,
    read_sst_split,
)

URL = "https://nlp.stanford.edu/sentiment/trainDevTestTrees_PTB.zip"


class SstTrees(tfds.core.GeneratorBasedBuilder):
    """Sentences of film reviews as binary trees with a class for every node.

    The files are taken from TFDS's `manual_dir` if they are there, and fetched
    otherwise. Trees, nodes and classes are counted and compared with what is
    published.

    Features: `id`, such as `train-000012`, the place in the file; `tree`, a
    text in brackets for `keras_tpr.trees.from_brackets`; `words`; and `label`,
    the class of the whole sentence.

    Example::

        import tensorflow_datasets as tfds
        from recipes.datasets.sst_trees import SstTrees

        builder = SstTrees(file_format="array_record")
        builder.download_and_prepare()
        train = builder.as_data_source("train")
    """

    VERSION = tfds.core.Version("1.0.0")
    RELEASE_NOTES = {"1.0.0": "First release."}
    # The folder is optional: without these lines TFDS would not name it.
    MANUAL_DOWNLOAD_INSTRUCTIONS = LAYOUT

    def _info(self):
        text = tfds.features.Text()
        return self.dataset_info_from_configs(
            features=tfds.features.FeaturesDict(
                {
                    "id": text,
                    "tree": text,
                    "words": tfds.features.Sequence(text),
                    "label": tfds.features.ClassLabel(names=CLASS_NAMES),
                }
            ),
            supervised_keys=("tree", "label"),
            homepage="https://nlp.stanford.edu/sentiment/",
        )

    def _split_generators(self, dl_manager):
        paths = _local_paths(dl_manager) or find_sst_trees(_fetch(dl_manager))
        return {
            split: self._generate_examples(split, path)
            for split, path in paths.items()
        }

    def _generate_examples(self, split, path):
        for index, tree in enumerate(read_sst_split(split, path)):
            identity = f"{split}-{index:06d}"
            yield (
                identity,
                {
                    "id": identity,
                    "tree": to_brackets(tree),
                    "words": tree.words(),
                    "label": int(tree.label),
                },
            )


def _local_paths(dl_manager):
    """Paths of the user's own files; None if there are none at all."""
    try:
        folder = dl_manager.manual_dir
    except AssertionError:  # TFDS's word for a folder that is not there
        return None
    return find_sst_trees(folder) if has_sst_trees(folder) else None


def _fetch(dl_manager):
    try:
        return dl_manager.download_and_extract(URL)
    except OSError as error:
        raise DataFormatError(
            f"{URL} could not be fetched: {error}. Fetch it elsewhere and name "
            "the folder of its files with `manual_dir` of "
            f"`tfds.download.DownloadConfig`.\n{LAYOUT}"
        ) from error
