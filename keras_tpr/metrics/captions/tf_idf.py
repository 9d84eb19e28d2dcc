"""Weights of n-grams, term frequency times inverse document frequency."""

import warnings
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from keras_tpr.metrics.captions.small_corpus_warning import SmallCorpusWarning

ORDERS = (1, 2, 3, 4)
_FEW_IMAGES = 50


class SharedNgrams(NamedTuple):
    """Weights of the n-grams that references share with their candidates.

    Args:
        caption: the reference of each shared n-gram.
        candidate, reference: its weight in the candidate and in the
            reference.
        norms: for each reference, the product of its norm and that of its
            candidate.
    """

    caption: np.ndarray
    candidate: np.ndarray
    reference: np.ndarray
    norms: np.ndarray

    def cosines(self, products):
        """Sums of `products` for each reference over `norms`; 0 over 0."""
        sums = np.bincount(self.caption, products, len(self.norms))
        zeros = np.zeros(len(self.norms))
        return np.divide(sums, self.norms, out=zeros, where=self.norms > 0)


def tf_idf(table, df=None, num_documents=None):
    """Yields the `SharedNgrams` of the orders 1 to 4.

    Args:
        table: an `NgramTable`.
        df, num_documents: document frequencies, or both in `df` as
            `document_frequency` returns them; `None` for the frequencies
            of the table's references.
    """
    df, num_documents = _corpus(table, df, num_documents)
    if num_documents < _FEW_IMAGES:
        warnings.warn(
            f"Document frequencies come from {num_documents} images; with "
            f"fewer than {_FEW_IMAGES}, CIDEr is not comparable with published "
            "scores, and with one it is 0. Pass those of a larger corpus, "
            "tokenised: `**document_frequency(training_references)`.",
            SmallCorpusWarning,
            stacklevel=4,
        )
    for n in ORDERS:
        counts = table.counts(n)
        if df is None:
            frequency = table.image_frequency(n)
        else:
            texts = table.texts(n)
            frequency = np.array([df.get(text, 0) for text in texts], float)
        idf = np.log(float(num_documents)) - np.log(np.maximum(frequency, 1))
        candidate = counts.candidate_count * idf[counts.candidate_ngram]
        reference = counts.reference_count * idf[counts.reference_ngram]
        candidate_norm = _norms(
            counts.candidate_image, candidate, table.num_images
        )
        reference_norm = _norms(
            counts.reference_caption, reference, len(table.reference_image)
        )
        shared = counts.candidate_row >= 0
        yield SharedNgrams(
            counts.reference_caption[shared],
            candidate[counts.candidate_row[shared]],
            reference[shared],
            candidate_norm[table.reference_image] * reference_norm,
        )


def mean_over_references(table, values):
    """Means over each image's references, of one value a reference."""
    sums = np.bincount(table.reference_image, values, table.num_images)
    return sums / table.references_per_image


def _norms(captions, weights, num_captions):
    return np.sqrt(np.bincount(captions, weights**2, num_captions))


def _corpus(table, df, num_documents):
    if df is None:
        if num_documents is not None:
            raise ValueError(
                "`num_documents` belongs to `df`, which is missing. Received: "
                f"num_documents={num_documents!r}."
            )
        return None, table.num_images
    if not isinstance(df, Mapping):
        raise TypeError(
            "`df` must map n-grams to numbers of images, as "
            f"`document_frequency` counts them. Received: {type(df).__name__}."
        )
    if isinstance(df.get("df"), Mapping):
        num_documents = num_documents or df.get("num_documents")
        df = df["df"]
    if num_documents is None or num_documents < max(df.values(), default=1):
        raise ValueError(
            "`num_documents` must be the number of images that `df` was "
            "counted on, at least its largest count. Received: "
            f"num_documents={num_documents!r} with a largest count of "
            f"{max(df.values(), default=0)}."
        )
    return df, num_documents
