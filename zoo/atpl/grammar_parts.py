"""What a tagger is put together from."""

from zoo.atpl.atpl_autoencoder import ATPLAutoencoder, atpl_autoencoder
from zoo.atpl.word_signature import SIGNATURES
from zoo.captioning.bare_network import network_copy


def autoencoder_part(
    autoencoder, vocabulary, vocabulary_size, dim, units, dtype
):
    """The autoencoder's network of a new tagger, and its words.

    Args:
        autoencoder: an `ATPLAutoencoder` to copy, or None.
        vocabulary, vocabulary_size, dim, units, dtype: of a fresh one.

    Returns:
        `(words, backbone)`: the vocabulary or None, and an
        `ATPLAutoencoderBackbone`.

    Raises:
        TypeError: if it is no such model.
        ValueError: if there is one as well as a vocabulary.
    """
    if autoencoder is None:
        fresh = atpl_autoencoder(
            vocabulary=vocabulary,
            vocabulary_size=vocabulary_size,
            dim=dim,
            units=units,
            dtype=dtype,
        )
        return vocabulary, fresh.backbone
    if not isinstance(autoencoder, ATPLAutoencoder):
        raise TypeError(
            "`autoencoder` must be an `ATPLAutoencoder`. Received "
            f"{type(autoencoder).__name__}. Load a trained one first: "
            "`zoo.atpl_autoencoder(directory)`."
        )
    if vocabulary is not None or vocabulary_size is not None:
        raise ValueError(
            "The autoencoder brings its vocabulary. Leave out `vocabulary` "
            "and `vocabulary_size`."
        )
    words = None
    if autoencoder.preprocessor is not None:
        tokenizer = autoencoder.preprocessor.tokenizer
        words = tokenizer.get_vocabulary()[len(tokenizer.special_tokens) :]
    return words, network_copy(autoencoder.backbone)


def with_word_vectors(words, vectors, concat_words):
    """A vocabulary with the words behind it that have a vector only.

    Args:
        words: the vocabulary, or None.
        vectors: a dict from words to vectors, or None.
        concat_words: whether there are word vectors.

    Returns:
        `(words, extra_words)`: the vocabulary and the number of words added.

    Raises:
        TypeError: if they are no dict.
        ValueError: if there are vectors, but no words or nothing that reads
            them.
    """
    if vectors is None:
        return words, 0
    if not concat_words or words is None:
        raise ValueError(
            "`embedding` needs `concat_words=True` and a vocabulary: give "
            "`vocabulary`, or an `autoencoder` that has one."
        )
    if not hasattr(vectors, "keys"):
        raise TypeError(
            "`embedding` must be a dict from words to vectors. Received "
            f"{type(vectors).__name__}."
        )
    known = {*words, "<end>", "<unk>", *SIGNATURES}
    added = [
        word
        for word in vectors
        if word not in known and not any(map(str.isspace, word))
    ]
    return [*words, *added], len(added)
