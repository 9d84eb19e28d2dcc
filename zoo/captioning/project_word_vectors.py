"""Word vectors of any size, projected to the size a captioner takes."""

import numpy as np


def project_word_vectors(vectors, vocabulary, dim=32, seed=0):
    """Projects word vectors to `dim` dimensions by principal components.

    ATPL starts from GloVe vectors with zero mean, and GloVe has none of 32
    dimensions. The vectors of the vocabulary are centred and projected to
    their principal components; words without a vector, such as the end token,
    are drawn from a normal distribution with the standard deviation of the
    projected table; and the mean is taken off again, so that every column of
    the result adds up to zero.

    Args:
        vectors: mapping from word to vector; all of one size, `dim` at least.
        vocabulary: words in the order of their ids, special tokens included,
            as `tokenizer.get_vocabulary()` gives them.
        dim: size `D` of the result.
        seed: of the vectors that are drawn.

    Returns:
        float32 array `(len(vocabulary), D)`, as the captioner's `embedding=`
        takes it.

    Raises:
        ValueError: if vectors differ in size, are smaller than `dim` or not
            finite, or if fewer than `dim + 1` words have one.

    Example:

    >>> import numpy as np
    >>> from zoo.captioning.project_word_vectors import project_word_vectors
    >>> rng = np.random.default_rng(0)
    >>> vectors = {word: rng.normal(size=5) for word in "abcdef"}
    >>> project_word_vectors(vectors, ["<end>", *"abcdef"], dim=3).shape
    (7, 3)

    Reference:
        Huang et al., Attentive Tensor Product Learning, AAAI 2019, section 4;
        Pennington et al., GloVe: Global Vectors for Word Representation,
        EMNLP 2014.
    """
    vocabulary = list(vocabulary)
    known = [row for row, word in enumerate(vocabulary) if word in vectors]
    if len(known) <= dim:
        raise ValueError(
            f"Only {len(known)} of the {len(vocabulary)} words of `vocabulary` "
            f"have a vector; a projection to `dim={dim}` needs at least "
            f"{dim + 1}. Vectors are looked up by the exact word: check the "
            "language and the case."
        )
    found = _stack([vectors[vocabulary[row]] for row in known])
    if found.shape[1] < dim:
        raise ValueError(
            f"`vectors` have {found.shape[1]} values and cannot be projected "
            f"to `dim={dim}`."
        )
    projected = _principal_components(found, dim)
    table = np.random.default_rng(seed).normal(
        scale=projected.std(), size=(len(vocabulary), dim)
    )
    table[known] = projected
    return (table - table.mean(axis=0)).astype("float32")


def _stack(vectors):
    sizes = {np.shape(vector) for vector in vectors}
    if len(sizes) > 1 or len(next(iter(sizes))) != 1:
        raise ValueError(
            f"`vectors` must all have one size; received shapes "
            f"{sorted(sizes)[:5]}."
        )
    stacked = np.asarray(vectors, "float64")
    if not np.isfinite(stacked).all():
        raise ValueError("`vectors` holds values that are not finite.")
    return stacked


def _principal_components(rows, dim):
    """Coordinates of the centred rows, largest variance first."""
    centred = rows - rows.mean(axis=0)
    _, directions = np.linalg.eigh(centred.T @ centred)
    # Ascending variance; (n, D)
    directions = directions[:, ::-1][:, :dim]
    # The sign of a direction is arbitrary: make its largest value positive,
    # so that every machine gives the same table.
    largest = np.abs(directions).argmax(axis=0)
    directions = directions * np.sign(directions[largest, np.arange(dim)])
    return centred @ directions
