"""The linguistic data of METEOR 1.5, read from an installed package."""

import functools
import importlib.util
import io
import pathlib
import zipfile
from typing import NamedTuple

from keras_tpr.metrics.captions.paraphrase_table import ParaphraseTable
from keras_tpr.metrics.captions.wordnet_synonyms import WordNetSynonyms

_PACKAGE = "pycocoevalcap"
_ARCHIVE = "meteor/meteor-1.5.jar"
_PARAPHRASES = "meteor/data/paraphrase-en.gz"


class MeteorData(NamedTuple):
    """What METEOR knows about English.

    Args:
        function_words: the words that weigh less than content words.
        prefixes: abbreviations that keep a full stop; the value says whether
            only before a number.
        synonyms: `WordNetSynonyms`.
        paraphrases: `ParaphraseTable`.
    """

    function_words: frozenset
    prefixes: dict
    synonyms: WordNetSynonyms
    paraphrases: ParaphraseTable


@functools.cache
def load_meteor_data():
    """Reads the data once a process; it takes seconds and about 60 MB.

    Raises:
        ImportError: the package that brings the data is not installed.
    """
    spec = importlib.util.find_spec(_PACKAGE)
    if spec is None:
        raise ImportError(
            f"`meteor` needs the linguistic data of the package {_PACKAGE}, "
            "which is not installed. Install it with "
            "`pip install 'keras-tpr[coco]'`."
        )
    folder = pathlib.Path(spec.submodule_search_locations[0])
    for name in (_ARCHIVE, _PARAPHRASES):
        if not (folder / name).is_file():
            raise ImportError(
                f"`meteor` found {_PACKAGE} without its data: no file "
                f"{folder / name}. Reinstall it with "
                "`pip install --force-reinstall 'keras-tpr[coco]'`."
            )
    with zipfile.ZipFile(folder / _ARCHIVE) as archive:
        return MeteorData(
            function_words=frozenset(_lines(archive, "function/english.words")),
            prefixes=_prefixes(_lines(archive, "nonbreaking/english.prefixes")),
            synonyms=WordNetSynonyms(
                _lines(archive, "synonym/english.synsets"),
                _lines(archive, "synonym/english.exceptions"),
            ),
            paraphrases=ParaphraseTable.read(folder / _PARAPHRASES),
        )


def _lines(archive, name):
    with archive.open(name) as file:
        return io.TextIOWrapper(file, encoding="utf-8").read().splitlines()


def _prefixes(lines):
    entries = [line.split() for line in lines if not line.startswith("#")]
    return {
        entry[0]: "#NUMERIC_ONLY#" in entry[1:] for entry in entries if entry
    }
