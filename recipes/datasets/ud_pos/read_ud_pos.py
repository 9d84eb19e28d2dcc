"""Reader of the parts of speech of a Universal Dependencies treebank."""

import dataclasses

from keras_tpr.trees import TreeFormatError, read_conllu
from recipes.datasets.data_format_error import DataFormatError
from recipes.datasets.find_files import find_files
from recipes.datasets.read_lines import read_lines
from recipes.datasets.split_size import SplitSize

FILES = {
    "train": "en_ewt-ud-train.conllu",
    "validation": "en_ewt-ud-dev.conllu",
    "test": "en_ewt-ud-test.conllu",
}
UD_POS_SIZES = {
    "train": SplitSize(12544, 204577),
    "validation": SplitSize(2001, 25147),
    "test": SplitSize(2077, 25094),
}
LAYOUT = """\
Expected the files of UD_English-EWT, each plain or as .gz:
    en_ewt-ud-train.conllu    12,544 sentences, 204,577 words
    en_ewt-ud-dev.conllu       2,001 sentences,  25,147 words
    en_ewt-ud-test.conllu      2,077 sentences,  25,094 words
in the folder itself, or in ud_ewt/ or UD_English-EWT/ inside it."""
_SUBFOLDERS = ("", "ud_ewt", "UD_English-EWT")


@dataclasses.dataclass(frozen=True)
class TaggedSentence:
    """A sentence with parts of speech.

    Args:
        words: The words.
        upos: The universal part of speech of each.
        xpos: That of the Penn Treebank.
    """

    words: tuple
    upos: tuple
    xpos: tuple


def find_ud_pos(folder):
    """Paths of the files, by split; see `read_ud_pos`."""
    paths = find_files(folder, list(FILES.values()), LAYOUT, _SUBFOLDERS)
    return {split: paths[name] for split, name in FILES.items()}


def read_ud_pos(folder):
    """Reads words and tags from local files and checks their number.

    Args:
        folder: A folder with the CoNLL-U files of UD English EWT, each plain
            or with `.gz`.

    Returns:
        A dict from `train`, `validation` and `test` to lists of
        `TaggedSentence`s. Words are the syntactic ones: `do` and `n't`.

    Raises:
        DataFormatError: If files are missing or malformed, a word has no tag,
            or there are not as many sentences and words as published.
    """
    paths = find_ud_pos(folder)
    return {split: read_ud_split(split, path) for split, path in paths.items()}


def read_ud_split(split, path):
    """Reads the file of one split; see `read_ud_pos`."""
    sentences = []
    try:
        for number, found in enumerate(read_conllu(read_lines(path)), start=1):
            if None in found.upos or None in found.xpos:
                raise DataFormatError(
                    f"{path}, sentence {number}: a word has no part of speech. "
                    f"The sentence: {' '.join(found.words)[:80]!r}."
                )
            sentences.append(
                TaggedSentence(found.words, found.upos, found.xpos)
            )
    except TreeFormatError as error:
        raise DataFormatError(f"{path}: {error}") from error
    words = sum(len(sentence.words) for sentence in sentences)
    UD_POS_SIZES[split].check(path, len(sentences), words, LAYOUT)
    return sentences
