"""Counts of the n-grams of all captions, in arrays shared by the scores."""

import itertools
from collections import defaultdict
from typing import NamedTuple

import numpy as np


class NgramCounts(NamedTuple):
    """The n-grams of one order: one row for each distinct one in a caption.

    Rows are sorted by caption, then by n-gram. The references of all images
    are numbered through.

    Args:
        num_ngrams: number of distinct n-grams in all captions.
        candidate_image, candidate_ngram, candidate_count: the candidates'
            rows.
        reference_caption, reference_ngram, reference_count: the references'
            rows.
        candidate_row: for each row of the references, the row of the same
            n-gram in the candidate of the same image, or -1.
    """

    num_ngrams: int
    candidate_image: np.ndarray
    candidate_ngram: np.ndarray
    candidate_count: np.ndarray
    reference_caption: np.ndarray
    reference_ngram: np.ndarray
    reference_count: np.ndarray
    candidate_row: np.ndarray


class NgramTable:
    """The n-grams of the candidates and references of a set of images.

    An n-gram is a number: that of the pair (first n - 1 words, last word). So
    one sort of integers finds the distinct n-grams of an order, another their
    counts in every caption, and a binary search those that a reference shares
    with its candidate. Orders are computed when first asked for.

    Args:
        candidates: tokenised captions, one an image.
        references: a list of tokenised captions for each image.
        word_map: function applied to each distinct word, for example a
            stemmer; `None` leaves words as they are.
    """

    def __init__(self, candidates, references, word_map=None):
        texts = itertools.chain(candidates, *references)
        lengths, self._words, self._vocabulary = _numbered(texts, word_map)
        self._caption = np.repeat(np.arange(len(lengths)), lengths)

        self.num_images = len(candidates)
        self.candidate_lengths = lengths[: self.num_images]
        self.reference_lengths = lengths[self.num_images :]
        self.references_per_image = np.fromiter(
            map(len, references), np.int64, len(references)
        )
        self.reference_image = np.repeat(
            np.arange(self.num_images), self.references_per_image
        )

        # Of the highest order so far: where its n-grams begin, which they
        # are. Of every order: its distinct n-grams, as pairs in one number.
        self._starts = np.arange(len(self._words))
        self._ngrams = self._words
        self._pairs = [np.arange(len(self._vocabulary))]
        self._counts = [self._count(len(self._vocabulary))]

    def counts(self, n):
        """The n-grams of order `n`, as `NgramCounts`."""
        while len(self._counts) < n:
            self._add_order()
        return self._counts[n - 1]

    def texts(self, n):
        """The words of each distinct n-gram of order `n`, as strings."""
        self.counts(n)
        texts = self._vocabulary
        for pairs in self._pairs[1:n]:
            heads, tails = np.divmod(pairs, len(self._vocabulary))
            texts = [
                f"{texts[head]} {self._vocabulary[tail]}"
                for head, tail in zip(
                    heads.tolist(), tails.tolist(), strict=True
                )
            ]
        return texts

    def image_frequency(self, n):
        """In how many images' references each n-gram of order `n` occurs."""
        counts = self.counts(n)
        image = self.reference_image[counts.reference_caption]
        base = max(counts.num_ngrams, 1)
        # Sorted by hand: `np.unique` hashes here, which takes ten times longer.
        found = np.sort(image * base + counts.reference_ngram)
        first = np.diff(found, prepend=-1) > 0
        return np.bincount(found[first] % base, minlength=counts.num_ngrams)

    def _add_order(self):
        ends = self._starts + len(self._counts)
        inside = ends < len(self._words)
        ends, starts = ends[inside], self._starts[inside]
        whole = self._caption[starts] == self._caption[ends]
        self._starts = starts[whole]
        pairs, self._ngrams = np.unique(
            self._ngrams[inside][whole] * len(self._vocabulary)
            + self._words[ends[whole]],
            return_inverse=True,
        )
        self._pairs.append(pairs)
        self._counts.append(self._count(len(pairs)))

    def _count(self, num_ngrams):
        base = max(num_ngrams, 1)
        key, count = np.unique(
            self._caption[self._starts] * base + self._ngrams,
            return_counts=True,
        )
        caption, ngram = np.divmod(key, base)
        split = np.searchsorted(caption, self.num_images)
        reference = caption[split:] - self.num_images
        wanted = self.reference_image[reference] * base + ngram[split:]
        row = np.searchsorted(key[:split], wanted)
        row[row == split] = -1
        row[key[row] != wanted] = -1
        return NgramCounts(
            num_ngrams,
            caption[:split],
            ngram[:split],
            count[:split],
            reference,
            ngram[split:],
            count[split:],
            row,
        )


def _numbered(texts, word_map):
    """Lengths of the texts, their words as numbers, and what these mean."""
    number = defaultdict(itertools.count().__next__)
    lengths, words = [], []
    # Words become numbers text by text: thousands of lists kept at once would
    # set off the garbage collector again and again.
    for text in texts:
        split = text.split()
        lengths.append(len(split))
        words.extend(map(number.__getitem__, split))
    lengths, words = np.array(lengths, int), np.array(words, int)
    if word_map is None:
        return lengths, words, list(number)
    mapped = defaultdict(itertools.count().__next__)
    merged = [mapped[word_map(word)] for word in number]
    return lengths, np.array(merged, int)[words], list(mapped)
