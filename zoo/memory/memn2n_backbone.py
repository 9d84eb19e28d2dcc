"""The network of an end-to-end memory network.

Sukhbaatar et al., End-To-End Memory Networks, NIPS 2015.
"""

import keras
import keras_hub

from zoo.captioning.check_positive import check_positive
from zoo.export import zoo_export
from zoo.memory.check_initializer_range import check_initializer_range
from zoo.memory.memn2n_network import MemN2NNetwork
from zoo.memory.story_graph import story_inputs_of_graph

TYINGS = ("adjacent", "layer_wise")
ENCODINGS = ("position", "bow")


@zoo_export
class MemN2NBackbone(keras_hub.models.Backbone):
    """Attends to all statements in each hop, and answers with one word.

    Args:
        vocabulary_size: number of ids, that of no word included.
        answer_size: number of ids that may be the answer, the lowest ones; by
            default all.
        embedding_dim: size of the vectors.
        hops: number of hops.
        tying: which weights are the same: `"adjacent"`, what one hop reads
            and the next one matches, with the question's in front and the
            answer's behind; or `"layer_wise"`, those of all hops, between
            which there is then a linear map.
        encoding: `"position"`, words weighted by their place, or `"bow"`.
        memory_size: number of statements that are remembered, and of write
            times.
        time_noise: probability, in training, of an empty place behind a
            statement.
        initializer_range: standard deviation of the initial weights.
        vocabulary_hash: hash of the vocabulary that the weights belong to;
            None if unknown.
        dtype: of computations and weights.

    Shapes:
        Inputs as of `MemNNBackbone`, without support. Output: a dict of
        `answer`, scores of words `(B, 1, answer_size)`, float32, and `hops`,
        the statement of the highest weight in each hop, `(B, hops)`.

    Masking:
        A statement that is not there has weight 0. In a story without any,
        `hops` are -1 and nothing is read.
    """

    max_answer_words = 1

    def __init__(
        self,
        vocabulary_size,
        answer_size=None,
        embedding_dim=20,
        hops=3,
        tying="adjacent",
        encoding="position",
        memory_size=50,
        time_noise=0.1,
        initializer_range=0.1,
        vocabulary_hash=None,
        dtype=None,
        **kwargs,
    ):
        answer_size = vocabulary_size if answer_size is None else answer_size
        for name, value in (
            ("vocabulary_size", vocabulary_size),
            ("answer_size", answer_size),
            ("embedding_dim", embedding_dim),
            ("hops", hops),
            ("memory_size", memory_size),
        ):
            check_positive(name, value)
        check_initializer_range(initializer_range)
        for name, value, known in (
            ("tying", tying, TYINGS),
            ("encoding", encoding, ENCODINGS),
        ):
            if value not in known:
                raise ValueError(
                    f"`{name}` must be one of {known}. Received: "
                    f"{name}={value!r}."
                )

        # Layers
        network = MemN2NNetwork(
            vocabulary_size=vocabulary_size,
            answer_size=answer_size,
            embedding_dim=embedding_dim,
            hops=hops,
            tying=tying,
            encoding=encoding,
            memory_size=memory_size,
            time_noise=time_noise,
            initializer=keras.initializers.RandomNormal(
                stddev=initializer_range
            ),
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
        self.hops = hops
        self.tying = tying
        self.encoding = encoding
        self.memory_size = memory_size
        self.time_noise = time_noise
        self.initializer_range = initializer_range
        self.vocabulary_hash = vocabulary_hash

    def call(self, inputs, training=None, mask=None):
        return self.network(inputs, training=bool(training))

    def get_config(self):
        return {
            **super().get_config(),
            "vocabulary_size": self.vocabulary_size,
            "answer_size": self.answer_size,
            "embedding_dim": self.embedding_dim,
            "hops": self.hops,
            "tying": self.tying,
            "encoding": self.encoding,
            "memory_size": self.memory_size,
            "time_noise": self.time_noise,
            "initializer_range": self.initializer_range,
            "vocabulary_hash": self.vocabulary_hash,
        }
