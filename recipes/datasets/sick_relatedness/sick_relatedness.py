"""SICK with dependency parses as a TFDS builder."""

import numpy as np
import tensorflow_datasets as tfds

from keras_tpr.trees import to_parents
from recipes.datasets.sick_relatedness.read_sick import (
    LAYOUT,
    find_sick,
    read_sick_split,
)


class SickRelatedness(tfds.core.GeneratorBasedBuilder):
    """Pairs of sentences, parsed, with a score of how related they are.

    The parses are made by the preprocessing of the Tree-LSTM release, so that
    the files cannot be fetched: they are taken from TFDS's `manual_dir`.

    Features: `id`, the number of the pair; `score`, from 1 to 5; and for each
    of the sentences `a` and `b` its text, `sentence_a`, and its dependency
    tree: `words_a`, `parents_a`, the number of each word's head from 1, 0 for
    the root, and `relations_a`, as `keras_tpr.trees.from_parents` takes them.

    Example::

        import tensorflow_datasets as tfds
        from recipes.datasets.sick_relatedness import SickRelatedness

        builder = SickRelatedness(file_format="array_record")
        config = tfds.download.DownloadConfig(manual_dir=folder)
        builder.download_and_prepare(download_config=config)
        train = builder.as_data_source("train")
    """

    VERSION = tfds.core.Version("1.0.0")
    RELEASE_NOTES = {"1.0.0": "First release."}
    MANUAL_DOWNLOAD_INSTRUCTIONS = LAYOUT

    def _info(self):
        text = tfds.features.Text()
        features = {"id": tfds.features.Scalar(np.int32)}
        for sentence in ("a", "b"):
            features |= {
                f"sentence_{sentence}": text,
                f"words_{sentence}": tfds.features.Sequence(text),
                f"parents_{sentence}": tfds.features.Sequence(np.int32),
                f"relations_{sentence}": tfds.features.Sequence(text),
            }
        features["score"] = tfds.features.Scalar(np.float32)
        return self.dataset_info_from_configs(
            features=tfds.features.FeaturesDict(features),
            supervised_keys=None,
        )

    def _split_generators(self, dl_manager):
        return {
            split: self._generate_examples(split, paths)
            for split, paths in find_sick(dl_manager.manual_dir).items()
        }

    def _generate_examples(self, split, paths):
        for pair in read_sick_split(split, paths):
            yield (
                pair.id,
                {
                    "id": pair.id,
                    **_sentence("a", pair.sentence_a, pair.tree_a),
                    **_sentence("b", pair.sentence_b, pair.tree_b),
                    "score": pair.score,
                },
            )


def _sentence(name, text, tree):
    parents, words, relations = to_parents(tree)
    return {
        f"sentence_{name}": text,
        f"words_{name}": words,
        f"parents_{name}": parents,
        f"relations_{name}": relations,
    }
