"""The vocabulary of trees, and its word vectors."""

import collections
import dataclasses

import numpy as np

from recipes.datasets.glove import read_glove
from recipes.running.run_error import RunError

# Of words without a vector, as published.
RANGE = 0.05
SPECIAL = 2


@dataclasses.dataclass(frozen=True)
class WordTable:
    """Words with their initial vectors.

    Args:
        words: Most frequent first.
        embedding: `(number of ids, size)`, ids of no word and of unknown ones
            included.
        num_found: Number of words with a vector of the file.
    """

    words: list
    embedding: np.ndarray
    num_found: int

    @property
    def details(self):
        """Facts for the report."""
        return {
            "vocabulary": len(self.words),
            "word vectors found": self.num_found,
            "size of word vectors": self.embedding.shape[1],
        }


def word_table(sentences, vectors, seed, lowercase=True):
    """Counts words and looks their vectors up.

    As in the release, the words of all splits are known, so that those of
    test sentences have the vectors they came with.

    Args:
        sentences: Iterable of lists of words.
        vectors: A path of a file of GloVe vectors; or a number, the size of
            vectors that are all random.
        seed: Of random vectors.
        lowercase: Whether words are counted in lower case.

    Returns:
        A `WordTable`. Words that hold a blank are left out: the vocabulary is
        a text of words.

    Raises:
        RunError: If the file has a vector for fewer than half of the words,
            which hints at the wrong case or language.
    """
    counts = collections.Counter(
        word.lower() if lowercase else word
        for words in sentences
        for word in words
    )
    # Descending count, then alphabet.
    words = sorted(counts, key=lambda word: (-counts[word], word))
    words = [word for word in words if not any(map(str.isspace, word))]
    found = {}
    if not isinstance(vectors, int):
        found = read_glove(vectors, words)
        if 2 * len(found) < len(words):
            raise RunError(
                f"`glove` {vectors} has vectors for {len(found)} of "
                f"{len(words)} words only. Check the language, and the case: "
                f"words are looked up {'in lower case' if lowercase else ''}"
                f"{'' if lowercase else 'as they are'}; change it with "
                "`--lowercase` or `--no-lowercase`."
            )
    size = len(next(iter(found.values()))) if found else vectors
    embedding = np.random.default_rng(seed).uniform(
        -RANGE, RANGE, (len(words) + SPECIAL, size)
    )
    for row, word in enumerate(words, start=SPECIAL):
        if word in found:
            embedding[row] = found[word]
    return WordTable(words, embedding.astype("float32"), len(found))
