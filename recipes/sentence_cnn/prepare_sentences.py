"""Splits, vocabulary and word vectors of a recipe."""

import collections

import numpy as np

from recipes.datasets.glove import read_glove
from recipes.sentence_cnn.sentence_data import SentenceData

SPECIAL = ("<pad>", "<unk>")


def prepare_sentences(splits, settings, splitting="treebank", notes=()):
    """Counts the words: of training sentences, with GloVe also of the others.

    Words of test sentences then have the vectors they came with.

    Args:
        splits: Dict from `train`, `validation` and `test` to
            `LabelledSentences`.
        settings: `SentenceSettings`.
        splitting: How texts are split; see `zoo.sentence_cnn.sentence_words`.
        notes: Sentences for the reader of the scores.

    Returns:
        `SentenceData`.
    """
    vocabulary = count_words(
        splits["train"].sentences, settings.min_count, splitting
    )
    details, table = {}, None
    if settings.glove is not None:
        vectors = read_glove(
            settings.glove, _all_words(splits, vocabulary, splitting)
        )
        known = set(vocabulary)
        vocabulary += [word for word in vectors if word not in known]
        table = word_vectors(vocabulary, vectors)
        details["words with a GloVe vector"] = len(vectors)
    details = {
        "sentences": {name: len(part) for name, part in splits.items()},
        "vocabulary": len(vocabulary),
        **details,
    }
    return SentenceData(splits, vocabulary, table, list(notes), details)


def count_words(sentences, min_count, splitting):
    """The words that occur often enough, most frequent first."""
    from zoo.sentence_cnn.sentence_words import sentence_words

    counts = collections.Counter()
    for sentence in sentences:
        if isinstance(sentence, str):
            sentence = sentence_words(sentence, splitting)
        counts.update(word.lower() for word in sentence)
    # Descending count, then alphabet. A blank inside would be none to look up.
    return [
        word
        for word, count in sorted(
            counts.items(), key=lambda item: (-item[1], item[0])
        )
        if count >= min_count and word not in SPECIAL and _is_one(word)
    ]


def word_vectors(vocabulary, vectors):
    """GloVe vectors of a vocabulary, centred, with a variance of 1.

    Args:
        vocabulary: List of words.
        vectors: Dict of the GloVe vectors of words.

    Returns:
        An array `(number of ids, D)`; words without a vector have zeros.
    """
    known = np.array(list(vectors.values()), "float32")
    table = np.zeros(
        (len(SPECIAL) + len(vocabulary), known.shape[1]), "float32"
    )
    for row, word in enumerate(vocabulary, start=len(SPECIAL)):
        if word in vectors:
            table[row] = (vectors[word] - known.mean(axis=0)) / known.std()
    return table


def _all_words(splits, vocabulary, splitting):
    """Words of a vocabulary, then all others of any split, in order."""
    others = (
        word
        for split in splits.values()
        for word in count_words(split.sentences, 1, splitting)
    )
    return list(dict.fromkeys([*vocabulary, *others]))


def held_out(sentences, share, seed=0):
    """Splits training sentences into those to train and to validate on.

    Sentences that are the same stay on one side.

    Args:
        sentences: `LabelledSentences`.
        share: Of the sentences that are held out.
        seed: Of the choice, apart from that of a run, so that all runs are
            compared on the same sentences.

    Returns:
        A dict of `train` and `validation`.
    """
    places = {}
    for place, sentence in enumerate(sentences.sentences):
        text = sentence if isinstance(sentence, str) else " ".join(sentence)
        places.setdefault(text, []).append(place)
    groups = list(places.values())
    order = np.random.default_rng(seed).permutation(len(groups))
    count = round(share * len(groups))
    chosen = [
        sorted(i for g in part for i in groups[g])
        for part in (order[count:], order[:count])
    ]
    return {
        "train": sentences.take(chosen[0]),
        "validation": sentences.take(chosen[1]),
    }


def _is_one(word):
    return word and not any(character.isspace() for character in word)
