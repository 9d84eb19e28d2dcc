"""The Penn Treebank, or its sample, as a TFDS builder."""

import dataclasses

import tensorflow_datasets as tfds

from recipes.datasets.constituency_trees import tree_example, tree_features
from recipes.datasets.ptb_trees.ptb_files import SAMPLE_LAYOUT, WSJ_LAYOUT
from recipes.datasets.ptb_trees.read_ptb_trees import (
    read_ptb_sample,
    read_wsj,
)


@dataclasses.dataclass(kw_only=True)
class PtbConfig(tfds.core.BuilderConfig):
    """Which part of the treebank there is."""


class PtbTrees(tfds.core.GeneratorBasedBuilder):
    """Wall Street Journal sentences with constituency trees.

    Two configurations: `sample`, the 5 % that NLTK has, from TFDS's
    `manual_dir` or from where NLTK keeps its data; and `wsj`, sections 00 to
    24 of the LDC's release, from `manual_dir`. Traces, function tags and the
    outer bracket are taken off.

    Features: `id`, such as `train-000012`; `tree`, a text in brackets for
    `keras_tpr.trees.from_brackets`; `words`, with escapes; and `tags`.

    Example::

        import tensorflow_datasets as tfds
        from recipes.datasets.ptb_trees import PtbTrees

        builder = PtbTrees(config="sample", file_format="array_record")
        config = tfds.download.DownloadConfig(manual_dir=folder)
        builder.download_and_prepare(download_config=config)
        train = builder.as_data_source("train")
    """

    VERSION = tfds.core.Version("1.0.0")
    RELEASE_NOTES = {"1.0.0": "First release."}
    MANUAL_DOWNLOAD_INSTRUCTIONS = f"{SAMPLE_LAYOUT}\n{WSJ_LAYOUT}"
    BUILDER_CONFIGS = [
        PtbConfig(name="sample", description="Files 0001 to 0199."),
        PtbConfig(name="wsj", description="Sections 00 to 24."),
    ]

    def _info(self):
        return self.dataset_info_from_configs(
            features=tree_features(), supervised_keys=("words", "tree")
        )

    def _split_generators(self, dl_manager):
        if self.builder_config.name == "wsj":
            splits = read_wsj(dl_manager.manual_dir)
        else:
            splits = read_ptb_sample(_manual_dir(dl_manager))
        return {
            split: self._generate_examples(split, trees)
            for split, trees in splits.items()
        }

    def _generate_examples(self, split, trees):
        for index, tree in enumerate(trees):
            identity = f"{split}-{index:06d}"
            yield identity, tree_example(identity, tree)


def _manual_dir(dl_manager):
    """The user's folder; None if there is none."""
    try:
        return dl_manager.manual_dir
    except AssertionError:  # TFDS's word for a folder that is not there
        return None
