"""The constituency trees of GUM as a TFDS builder."""

import tensorflow_datasets as tfds

from recipes.datasets.constituency_trees import tree_example, tree_features
from recipes.datasets.gum_trees.read_gum_trees import (
    LAYOUT,
    find_gum_trees,
    read_gum_split,
)


class GumTrees(tfds.core.GeneratorBasedBuilder):
    """English of many genres, parsed, freely licensed.

    The files are taken from TFDS's `manual_dir`; trees and words are counted.

    Features: `id`, such as `train-000012`, the place in the file; `tree`, a
    text in brackets for `keras_tpr.trees.from_brackets`; `words` and `tags`.

    Example::

        import tensorflow_datasets as tfds
        from recipes.datasets.gum_trees import GumTrees

        builder = GumTrees(file_format="array_record")
        config = tfds.download.DownloadConfig(manual_dir=folder)
        builder.download_and_prepare(download_config=config)
        train = builder.as_data_source("train")
    """

    VERSION = tfds.core.Version("1.0.0")
    RELEASE_NOTES = {"1.0.0": "First release."}
    MANUAL_DOWNLOAD_INSTRUCTIONS = LAYOUT

    def _info(self):
        return self.dataset_info_from_configs(
            features=tree_features(),
            supervised_keys=("words", "tree"),
            homepage="https://gucorpling.org/gum/",
        )

    def _split_generators(self, dl_manager):
        return {
            split: self._generate_examples(split, path)
            for split, path in find_gum_trees(dl_manager.manual_dir).items()
        }

    def _generate_examples(self, split, path):
        for index, tree in enumerate(read_gum_split(split, path)):
            identity = f"{split}-{index:06d}"
            yield identity, tree_example(identity, tree)
