"""The network of the ATPL autoencoder.

Attentive Tensor Product Learning (AAAI 2019), section 5.
"""

from zoo.atpl.grammar_backbone import GrammarBackbone, token_input
from zoo.atpl.sentence_autoencoder import SentenceAutoencoder
from zoo.atpl.word_rows import WordRows
from zoo.export import zoo_export


@zoo_export
class ATPLAutoencoderBackbone(GrammarBackbone):
    """Reads a sentence into a vector, and scores its words from that.

    Args:
        vocabulary_size: number of ids, END included.
        dim: size of word vectors, fillers and roles; a power of two.
        units: size of the LSTMs and of the vector.
        dropout: rate on the vector, the words that are read, and the attended
            vector.
        tpr_scale, role_basis: of `ATPLDecoder`.
        vocabulary_hash: hash of the vocabulary that the weights belong to;
            None if unknown.
        seed: of the dropout and a random basis.
        dtype: of computations and weights.

    Shapes:
        Input: a dict of `token_ids` `(B, T)`, END (0) behind the words.
        Output: logits `(B, T, vocabulary_size)`.

    Masking:
        See `SentenceAutoencoder`.

    Example:

    >>> import numpy as np
    >>> from zoo import ATPLAutoencoderBackbone
    >>> backbone = ATPLAutoencoderBackbone(10, dim=4, units=6)
    >>> token_ids = np.array([[3, 1, 0]])
    >>> tuple(backbone({"token_ids": token_ids}).shape)
    (1, 3, 10)
    >>> tuple(backbone.roles(token_ids).shape)
    (1, 3, 4)
    """

    def __init__(
        self,
        vocabulary_size,
        dim=32,
        units=512,
        dropout=0.0,
        tpr_scale=None,
        role_basis="hadamard",
        vocabulary_hash=None,
        seed=None,
        dtype=None,
        **kwargs,
    ):
        # Layers
        network = SentenceAutoencoder(
            vocabulary_size,
            dim,
            units,
            dropout=dropout,
            tpr_scale=tpr_scale,
            role_basis=role_basis,
            seed=seed,
            name="autoencoder",
            dtype=dtype,
        )
        # Graph
        inputs = {"token_ids": token_input()}
        super().__init__(
            inputs,
            network(inputs["token_ids"]),
            # Config
            {
                "vocabulary_size": vocabulary_size,
                "dim": dim,
                "units": units,
                "dropout": dropout,
                "tpr_scale": tpr_scale,
                "role_basis": role_basis,
                "vocabulary_hash": vocabulary_hash,
                "seed": network.decoder.seed,
            },
            dtype=dtype,
            **kwargs,
        )
        self.network = network

    @property
    def row_kind(self):
        return WordRows(room=1)

    def roles(self, token_ids):
        """The unbinding vector of each word, `(B, T, dim)`."""
        return self.network.roles(token_ids)
