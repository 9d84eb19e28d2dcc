"""Soft attention over a story, hop after hop: the network of a MemN2N.

Sukhbaatar et al., End-To-End Memory Networks, NIPS 2015.
"""

import keras
from keras import ops

from keras_tpr.layers import MemoryHop, SentenceEncoder, WriteTime
from zoo.memory.compact_story import compact_story
from zoo.memory.possible_answers import possible_answers


class MemN2NNetwork(keras.layers.Layer):
    """Reads means of statements, and scores words by what was read.

        p = softmax(u . m_i),  o = sum_i p_i c_i,  u <- u + o

    Args:
        See `MemN2NBackbone`.

    Call arguments:
        inputs: dict of `story`, `question`, and maybe `story_mask`; or as
            `StoryBatches` gives them.

    Shapes:
        A dict of `answer` `(B, 1, answer_size)` and `hops` `(B, H)`.
    """

    def __init__(
        self,
        vocabulary_size,
        answer_size,
        embedding_dim,
        hops,
        tying,
        encoding,
        memory_size,
        time_noise,
        initializer,
        **kwargs,
    ):
        super().__init__(**kwargs)
        self.units = embedding_dim
        self.answer_size = answer_size
        self.hops = hops
        self.tying = tying
        self.initializer = initializer
        # Adjacent: what is read in one hop is matched in the next one.
        count = hops + 1 if tying == "adjacent" else 2
        self.encoders, self.times = [], []
        for number in range(count):
            self.encoders.append(
                self._encoder(vocabulary_size, encoding, f"words_{number}")
            )
            self.times.append(
                WriteTime(
                    memory_size,
                    noise=time_noise,
                    embeddings_initializer=initializer.clone(),
                    name=f"time_{number}",
                    dtype=self.dtype_policy,
                )
            )
        self.question_encoder = self.encoders[0]
        if tying == "layer_wise":
            self.question_encoder = self._encoder(
                vocabulary_size, encoding, "question_words"
            )
        self.hop = MemoryHop("soft", name="hop", dtype=self.dtype_policy)

    def build(self, inputs_shape=None):
        for layer in (*self.encoders, self.question_encoder):
            if not layer.built:
                layer.build((None, None))
        for layer in self.times:
            layer.build((None, None, self.units))
        self.hop.build((None, self.units), (None, None, self.units))
        if self.tying == "layer_wise":
            for name, shape in (
                ("state_kernel", (self.units, self.units)),
                ("answer_kernel", (self.units, self.answer_size)),
            ):
                weight = self.add_weight(
                    shape=shape, initializer=self.initializer.clone(), name=name
                )
                setattr(self, name, weight)

    def call(self, inputs, training=False):
        hops, state = self.attend(inputs, training)
        scores = ops.matmul(state, self._answer_vectors(state.dtype))
        scores = possible_answers(ops.cast(scores, "float32"))
        return {
            "answer": scores[:, None],
            "hops": ops.stack([hop["index"] for hop in hops], axis=1),
        }

    def attend(self, inputs, training=False):
        """What the hop layer gives for each hop, and the last state."""
        story = compact_story(inputs)
        # Noise is drawn once for each table, as both sides of a hop have one.
        memories = [
            time(
                ops.take(encoder(story.sentences), story.numbers, axis=0),
                memory_mask=story.mask,
                training=training,
            )
            for encoder, time in zip(self.encoders, self.times, strict=True)
        ]
        state = self.question_encoder(ops.cast(inputs["question"], "int32"))
        found = []
        for number in range(self.hops):
            first = number if self.tying == "adjacent" else 0
            hop = self.hop(
                state,
                memories[first],
                memories[first + 1],
                memory_mask=story.mask,
            )
            found.append(hop)
            if self.tying == "layer_wise":
                kernel = ops.cast(self.state_kernel, state.dtype)
                state = ops.matmul(state, kernel)
            state = state + hop["output"]
        return found, state

    def compute_output_spec(self, inputs, training=False):
        batch = inputs["question"].shape[0]
        return {
            "answer": keras.KerasTensor(
                (batch, 1, self.answer_size), "float32"
            ),
            "hops": keras.KerasTensor((batch, self.hops), "int32"),
        }

    def _answer_vectors(self, dtype):
        """`W`, `(units, answer_size)`."""
        if self.tying == "layer_wise":
            return ops.cast(self.answer_kernel, dtype)
        table = ops.cast(self.encoders[-1].embeddings, dtype)
        return ops.transpose(table[: self.answer_size])

    def _encoder(self, vocabulary_size, encoding, name):
        return SentenceEncoder(
            self.units,
            vocabulary_size,
            mode=encoding,
            embeddings_initializer=self.initializer.clone(),
            name=name,
            dtype=self.dtype_policy,
        )
