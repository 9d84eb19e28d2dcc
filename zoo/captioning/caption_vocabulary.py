"""The words that a captioner knows, counted in training captions."""

import collections

from zoo.word_splitting import split_words


def build_vocabulary(captions, min_count=5, max_vocab=None):
    """Returns the frequent words of captions, most frequent first.

    Words equally frequent are in alphabetical order, so the same captions
    give the same vocabulary in any order. Count training captions only.

    Args:
        captions: iterable of texts, which are split as `WordTokenizer` splits
            them, or of lists of tokens, which are taken as they are.
        min_count: how often a word must occur.
        max_vocab: largest number of words; None for no limit.

    Returns:
        List of words without special tokens, as `vocabulary=` takes it.

    Raises:
        TypeError: if `captions` is a single text.
        ValueError: if there is no caption, or no word is frequent enough.

    Example:

    >>> from zoo.captioning.caption_vocabulary import build_vocabulary
    >>> build_vocabulary(["A dog runs.", "The dog", "a cat"], min_count=2)
    ['a', 'dog']

    Reference:
        Words that occur five times in the training captions of COCO are the
        vocabulary of the published captioners.
    """
    counts = count_words(captions)
    # Descending count, then alphabet.
    words = sorted(counts, key=lambda word: (-counts[word], word))
    frequent = [word for word in words if counts[word] >= min_count]
    if not frequent:
        raise ValueError(
            f"No word occurs `min_count={min_count}` times; the most frequent "
            f"of {len(words)}, {words[0]!r}, occurs {counts[words[0]]} times. "
            "Lower `min_count`, or give all training captions."
        )
    return frequent[:max_vocab]


def unknown_word_share(captions, vocabulary):
    """Returns the share of the captions' words that are not in a vocabulary.

    With `oov="drop"` this share of words is left out of the captions. A few
    per cent are usual; a larger share hints at another language or another
    way of splitting words.

    Args:
        captions: as for `build_vocabulary`.
        vocabulary: iterable of words.

    Returns:
        A fraction of the running words, in 0..1.

    Example:

    >>> from zoo.captioning.caption_vocabulary import unknown_word_share
    >>> unknown_word_share(["a dog", "a cat"], ["a", "dog"])
    0.25
    """
    counts = count_words(captions)
    known = set(vocabulary)
    unknown = sum(n for word, n in counts.items() if word not in known)
    return unknown / counts.total()


def caption_words(caption):
    """Returns the words of a text, or of a list of tokens."""
    if isinstance(caption, str):
        return split_words(caption)
    return [str(token) for token in caption if token]


def count_words(captions):
    """Returns a `collections.Counter` of the words of captions.

    Raises:
        TypeError: if `captions` is a single text.
        ValueError: if there is no word.
    """
    if isinstance(captions, str):
        raise TypeError(
            "`captions` must be a list of captions; received the text "
            f"{captions!r:.80}."
        )
    counts = collections.Counter()
    for caption in captions:
        counts.update(caption_words(caption))
    if not counts:
        raise ValueError("`captions` holds no words.")
    return counts
