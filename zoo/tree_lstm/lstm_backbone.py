"""The LSTM that the Tree-LSTM is compared with."""

import keras

from keras_tpr.layers import TreeLSTMCell
from zoo.tree_lstm.chain_lstm import ChainLSTM
from zoo.tree_lstm.initialization import cell_initializers
from zoo.tree_lstm.sentence_backbone import (
    SentenceBackbone,
    check_sizes,
    required,
    word_vectors,
)
from zoo.tree_lstm.sequence_rows import SequenceRows
from zoo.tree_lstm.weight_penalty import cell_regularizers


class LSTMBackbone(SentenceBackbone):
    """Word vectors and an LSTM of one or more layers.

    Args:
        vocabulary_size: number of ids, that of no word included.
        units: size of the states.
        num_layers: number of layers.
        bidirectional: whether the sentence is read backwards, too, with the
            same weights.
        embedding_dim, output_gate, embedding_trainable, embedding_dropout,
            initialization, l2, embedding_storage, vocabulary_hash, dtype: see
            `TreeLSTMBackbone`.

    Shapes:
        Inputs: a dict of `token_ids` and `padding_mask`, `(B, T)`. Output: the
        last states of all layers and directions, `(B, S)`.

    Masking:
        A row without words gives zeros.
    """

    uses_schedule = False

    def __init__(
        self,
        vocabulary_size,
        units=168,
        num_layers=1,
        bidirectional=False,
        embedding_dim=300,
        output_gate=True,
        embedding_trainable=True,
        embedding_dropout=0.0,
        initialization="uniform",
        l2=5e-5,
        embedding_storage=None,
        vocabulary_hash=None,
        dtype=None,
        **kwargs,
    ):
        check_sizes(
            embedding_dropout,
            vocabulary_size=vocabulary_size,
            units=units,
            num_layers=num_layers,
            embedding_dim=embedding_dim,
        )

        # Layers
        embedding = word_vectors(
            vocabulary_size,
            embedding_dim,
            embedding_trainable,
            embedding_storage,
            dtype,
        )
        dropout = keras.layers.Dropout(embedding_dropout, dtype=dtype)
        sizes = [embedding_dim] + [units] * (num_layers - 1)
        cells = [
            TreeLSTMCell(
                units,
                output_gate=output_gate,
                **cell_initializers(initialization, size, units),
                **cell_regularizers(l2),
                name=f"cell_{n}",
                dtype=dtype,
            )
            for n, size in enumerate(sizes)
        ]
        lstm = ChainLSTM(cells, bidirectional, name="lstm", dtype=dtype)

        # Graph
        inputs = {
            "token_ids": keras.Input((None,), dtype="int32", name="token_ids"),
            "padding_mask": keras.Input(
                (None,), dtype="bool", name="padding_mask"
            ),
        }
        words = dropout(embedding(inputs["token_ids"]))
        outputs = lstm(words, inputs["padding_mask"])
        super().__init__(
            inputs,
            outputs,
            embedding,
            # Config
            {
                "vocabulary_size": vocabulary_size,
                "units": units,
                "num_layers": num_layers,
                "bidirectional": bidirectional,
                "embedding_dim": embedding_dim,
                "output_gate": output_gate,
                "embedding_trainable": embedding_trainable,
                "embedding_dropout": embedding_dropout,
                "initialization": initialization,
                "l2": l2,
                "embedding_storage": embedding_storage,
                "vocabulary_hash": vocabulary_hash,
            },
            dtype=dtype,
            **kwargs,
        )
        self.word_dropout = dropout
        self.lstm = lstm

    def call(self, inputs, training=None, mask=None):
        required(inputs, SequenceRows.names)
        words = self.token_embedding(inputs["token_ids"])
        words = self.word_dropout(words, training=training)
        return self.lstm(words, inputs["padding_mask"])

    @property
    def row_kind(self):
        """What rows of the input are: see `TreeRows`."""
        return SequenceRows()
