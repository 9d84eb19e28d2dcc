"""The network of an LSTM that reads a story, then a question.

Weston et al., Towards AI-Complete Question Answering, 2015, Table 3.
"""

import keras_hub

from zoo.captioning.check_positive import check_positive
from zoo.export import zoo_export
from zoo.memory.babi_lstm_network import BabiLSTMNetwork
from zoo.memory.story_graph import story_inputs_of_graph


@zoo_export
class BabiLSTMBackbone(keras_hub.models.Backbone):
    """Reads all words in a row, and answers with one word.

    Args:
        vocabulary_size: number of ids, that of no word included.
        answer_size: number of ids that may be the answer, the lowest ones; by
            default all.
        embedding_dim: size of word vectors.
        units: size of the state. Neither is published.
        dropout: rate on word vectors and on the last state, in training.
        memory_size: number of statements that are read, the last ones.
        vocabulary_hash: hash of the vocabulary that the weights belong to;
            None if unknown.
        dtype: of computations and weights.

    Shapes:
        Inputs as of `MemNNBackbone`, without support. Output: a dict of
        `answer`, scores of words `(B, 1, answer_size)`, float32.

    Masking:
        Padding leaves the state as it is. Without any word it is zero.
    """

    max_answer_words = 1

    def __init__(
        self,
        vocabulary_size,
        answer_size=None,
        embedding_dim=50,
        units=100,
        dropout=0.0,
        memory_size=50,
        vocabulary_hash=None,
        dtype=None,
        **kwargs,
    ):
        answer_size = vocabulary_size if answer_size is None else answer_size
        for name, value in (
            ("vocabulary_size", vocabulary_size),
            ("answer_size", answer_size),
            ("embedding_dim", embedding_dim),
            ("units", units),
            ("memory_size", memory_size),
        ):
            check_positive(name, value)

        # Layers
        network = BabiLSTMNetwork(
            vocabulary_size,
            answer_size,
            embedding_dim,
            units,
            dropout,
            name="network",
            dtype=dtype,
        )

        # Graph
        inputs = story_inputs_of_graph()
        super().__init__(
            inputs=inputs, outputs=network(inputs), dtype=dtype, **kwargs
        )
        # What may be left out is none of the graph's business.
        self.input_spec = None

        # Config
        self.network = network
        self.vocabulary_size = vocabulary_size
        self.answer_size = answer_size
        self.embedding_dim = embedding_dim
        self.units = units
        self.dropout = dropout
        self.memory_size = memory_size
        self.vocabulary_hash = vocabulary_hash

    def call(self, inputs, training=None, mask=None):
        return self.network(inputs, training=bool(training))

    def get_config(self):
        return {
            **super().get_config(),
            "vocabulary_size": self.vocabulary_size,
            "answer_size": self.answer_size,
            "embedding_dim": self.embedding_dim,
            "units": self.units,
            "dropout": self.dropout,
            "memory_size": self.memory_size,
            "vocabulary_hash": self.vocabulary_hash,
        }
