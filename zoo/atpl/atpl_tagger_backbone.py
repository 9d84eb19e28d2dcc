"""The network of the ATPL tagger, up to its LSTMs.

Attentive Tensor Product Learning (AAAI 2019), section 5.1.
"""

import keras
from keras import ops

from keras_tpr.layers import BidirectionalLSTM
from zoo.atpl.affix_vectors import AffixVectors
from zoo.atpl.atpl_autoencoder_backbone import ATPLAutoencoderBackbone
from zoo.atpl.grammar_backbone import GrammarBackbone, token_input
from zoo.atpl.role_reader import SOURCES, RoleReader
from zoo.atpl.word_affixes import NUM_AFFIXES
from zoo.atpl.word_rows import WordRows
from zoo.captioning.check_positive import check_positive
from zoo.export import zoo_export


@zoo_export
class ATPLTaggerBackbone(GrammarBackbone):
    """An LSTM in both directions over the roles of an autoencoder.

    Args:
        autoencoder: an `ATPLAutoencoderBackbone`, which becomes a part.
        units: size of the LSTM in each direction.
        role_source: what is read of the autoencoder; see `RoleReader`. None
            for nothing.
        concat_words: whether the LSTM also reads word vectors of its own.
        embedding_dim: size of these.
        vocabulary_size: number of ids of word vectors; None for that of the
            autoencoder. With more, words that the autoencoder does not know
            have vectors, and come in as `vector_ids`.
        affix_buckets: number of affixes; None to read none. See
            `word_affixes`.
        affix_dim: size of their vectors.
        finetune_roles: whether the autoencoder is trained as well.
        dropout: rate on what the LSTM reads and gives.
        vocabulary_hash: hash of the vocabulary that the weights belong to;
            None if unknown.
        dtype: of computations and weights.

    Shapes:
        Inputs: a dict of `token_ids` `(B, T)`, 0 behind the words, of
        `vector_ids` `(B, T)` if there are more vectors, and with affixes of
        `affix_ids` `(B, T, 11)`. Output: states `(B, T, 2 * units)`, first the
        forward ones.

    Masking:
        Padding is where `token_ids` are 0; see `BidirectionalLSTM`.

    Example:

    >>> import numpy as np
    >>> from zoo import ATPLAutoencoderBackbone, ATPLTaggerBackbone
    >>> autoencoder = ATPLAutoencoderBackbone(10, dim=4, units=6)
    >>> backbone = ATPLTaggerBackbone(autoencoder, units=5)
    >>> tuple(backbone({"token_ids": np.array([[3, 1, 0]])}).shape)
    (1, 3, 10)
    """

    serialized_arguments = ("autoencoder",)

    def __init__(
        self,
        autoencoder,
        units=512,
        role_source="roles",
        concat_words=False,
        embedding_dim=100,
        vocabulary_size=None,
        affix_buckets=None,
        affix_dim=64,
        finetune_roles=False,
        dropout=0.0,
        vocabulary_hash=None,
        dtype=None,
        **kwargs,
    ):
        _check_reads(autoencoder, role_source, concat_words, affix_buckets)
        num_keys = autoencoder.vocabulary_size
        if vocabulary_size is None:
            vocabulary_size = num_keys
            vocabulary_hash = vocabulary_hash or autoencoder.vocabulary_hash

        # Layers
        readers = {}
        if role_source is not None:
            readers["token_ids"] = RoleReader(
                autoencoder.network, role_source, name="roles", dtype=dtype
            )
        vectors = "vector_ids" if vocabulary_size > num_keys else "token_ids"
        words = None
        if concat_words:
            words = keras.layers.Embedding(
                vocabulary_size, embedding_dim, name="words", dtype=dtype
            )
        if affix_buckets is not None:
            readers["affix_ids"] = AffixVectors(
                affix_buckets, affix_dim, name="affixes", dtype=dtype
            )
        lstm = BidirectionalLSTM(units, name="lstm", dtype=dtype)
        dropouts = [
            keras.layers.Dropout(dropout, name=name, dtype=dtype)
            for name in ("input_dropout", "output_dropout")
        ]

        # Graph
        inputs = {"token_ids": token_input()}
        if vectors == "vector_ids":
            inputs[vectors] = token_input(vectors)
        if affix_buckets is not None:
            inputs["affix_ids"] = token_input("affix_ids", NUM_AFFIXES)
        read = [reader(inputs[name]) for name, reader in readers.items()]
        if words is not None:
            read.append(words(inputs[vectors]))
        x = read[0] if len(read) == 1 else ops.concatenate(read, axis=-1)
        mask = ops.not_equal(inputs["token_ids"], 0)
        states = lstm(dropouts[0](x), padding_mask=mask)
        super().__init__(
            inputs,
            dropouts[1](states),
            # Config
            {
                "autoencoder": autoencoder,
                "units": units,
                "role_source": role_source,
                "concat_words": concat_words,
                "embedding_dim": embedding_dim,
                "vocabulary_size": vocabulary_size,
                "affix_buckets": affix_buckets,
                "affix_dim": affix_dim,
                "finetune_roles": finetune_roles,
                "dropout": dropout,
                "vocabulary_hash": vocabulary_hash,
            },
            fixed=(
                autoencoder.network.parts_after_roles()
                if finetune_roles
                else (autoencoder,)
            ),
            dtype=dtype,
            **kwargs,
        )
        self.num_keys = num_keys
        self.words = words

    @property
    def row_kind(self):
        vectors = (
            () if self.vocabulary_size == self.num_keys else ("vector_ids",)
        )
        affixes = () if self.affix_buckets is None else ("affix_ids",)
        return WordRows(vectors + affixes)

    def set_word_vectors(self, table):
        """Sets all word vectors, `(vocabulary_size, embedding_dim)`.

        Raises:
            ValueError: if there are none, or the shape is another one.
        """
        expected = (self.vocabulary_size, self.embedding_dim)
        if self.words is None or tuple(table.shape) != expected:
            raise ValueError(
                "Word vectors need `concat_words=True` and the shape "
                f"(vocabulary_size, embedding_dim) = {expected}. Received "
                f"shape {tuple(table.shape)}."
            )
        self.words.set_weights([table])


def _check_reads(autoencoder, role_source, concat_words, affix_buckets):
    if not isinstance(autoencoder, ATPLAutoencoderBackbone):
        raise TypeError(
            "`autoencoder` must be an `ATPLAutoencoderBackbone`. Received "
            f"{type(autoencoder).__name__}."
        )
    if role_source not in SOURCES:
        raise ValueError(
            f"`role_source` must be one of {SOURCES}. Received: "
            f"{role_source!r}."
        )
    if affix_buckets is not None:
        check_positive("affix_buckets", affix_buckets)
        if affix_buckets < 2:
            raise ValueError(
                "`affix_buckets` must be at least 2, as number 0 is that of no "
                "affix. Received: affix_buckets=1."
            )
    if role_source is None and not concat_words and affix_buckets is None:
        raise ValueError(
            "With `role_source=None` the LSTM reads nothing. Give "
            "`concat_words=True`, or `affix_buckets`."
        )
