"""Parts of speech of UD English EWT as a TFDS builder."""

import tensorflow_datasets as tfds

from recipes.datasets.ud_pos.read_ud_pos import (
    LAYOUT,
    find_ud_pos,
    read_ud_split,
)


class UdPos(tfds.core.GeneratorBasedBuilder):
    """English of the web, each word with its part of speech.

    The files are taken from TFDS's `manual_dir`; sentences and words are
    counted and compared with what is published. TFDS has the treebank, too
    (`universal_dependencies/en_ewt`), in another release.

    Features: `id`, such as `train-000012`, the place in the file; `words`;
    `upos`, the universal tags; and `xpos`, those of the Penn Treebank.

    Example::

        import tensorflow_datasets as tfds
        from recipes.datasets.ud_pos import UdPos

        builder = UdPos(file_format="array_record")
        config = tfds.download.DownloadConfig(manual_dir=folder)
        builder.download_and_prepare(download_config=config)
        train = builder.as_data_source("train")
    """

    VERSION = tfds.core.Version("1.0.0")
    RELEASE_NOTES = {"1.0.0": "First release."}
    MANUAL_DOWNLOAD_INSTRUCTIONS = LAYOUT

    def _info(self):
        text = tfds.features.Text()
        words = tfds.features.Sequence(text)
        return self.dataset_info_from_configs(
            features=tfds.features.FeaturesDict(
                {"id": text, "words": words, "upos": words, "xpos": words}
            ),
            supervised_keys=("words", "xpos"),
            homepage="https://universaldependencies.org/treebanks/en_ewt/",
        )

    def _split_generators(self, dl_manager):
        return {
            split: self._generate_examples(split, path)
            for split, path in find_ud_pos(dl_manager.manual_dir).items()
        }

    def _generate_examples(self, split, path):
        for index, sentence in enumerate(read_ud_split(split, path)):
            identity = f"{split}-{index:06d}"
            yield (
                identity,
                {
                    "id": identity,
                    "words": list(sentence.words),
                    "upos": list(sentence.upos),
                    "xpos": list(sentence.xpos),
                },
            )
