"""An LSTM over the words of a story and a question."""

import keras
from keras import ops

from keras_tpr.layers.lstm_states import LSTMStates
from zoo.memory.compact_story import compact_story
from zoo.memory.possible_answers import possible_answers


class BabiLSTMNetwork(keras.layers.Layer):
    """Scores words by the state behind the question.

    Args:
        See `BabiLSTMBackbone`.

    Call arguments:
        inputs: dict of `story`, `question`, and maybe `story_mask`; or as
            `StoryBatches` gives them.

    Shapes:
        A dict of `answer` `(B, 1, answer_size)`.
    """

    def __init__(
        self,
        vocabulary_size,
        answer_size,
        embedding_dim,
        units,
        dropout,
        **kwargs,
    ):
        super().__init__(**kwargs)
        self.answer_size = answer_size
        self.embedding_dim = embedding_dim
        self.units = units
        policy = self.dtype_policy
        self.embedding = keras.layers.Embedding(
            vocabulary_size, embedding_dim, name="words", dtype=policy
        )
        self.cell = keras.layers.LSTMCell(units, name="lstm", dtype=policy)
        self.states = LSTMStates(self.cell)
        self.dropout_layer = keras.layers.Dropout(dropout, dtype=policy)
        self.head = keras.layers.Dense(
            answer_size, name="answers", dtype=policy
        )

    def build(self, inputs_shape=None):
        self.embedding.build((None, None))
        self.cell.build((None, self.embedding_dim))
        self.head.build((None, self.units))

    def call(self, inputs, training=False):
        story = compact_story(inputs)
        question = ops.cast(inputs["question"], "int32")
        batch, size = ops.shape(story.numbers)
        words = ops.take(story.sentences, story.numbers, axis=0)
        words = words * ops.cast(story.mask, "int32")[..., None]
        length = ops.shape(story.sentences)[1]
        # (B, S, L) -> (B, S L + Lq)
        words = ops.concatenate(
            [ops.reshape(words, (batch, size * length)), question], axis=1
        )
        vectors = self.dropout_layer(self.embedding(words), training=training)
        # Padding leaves the state, so that the last one is the question's.
        state = self.states(vectors, ops.not_equal(words, 0))[:, -1]
        state = self.dropout_layer(state, training=training)
        scores = ops.cast(self.head(state), "float32")
        return {"answer": possible_answers(scores)[:, None]}

    def compute_output_spec(self, inputs, training=False):
        shape = (inputs["question"].shape[0], 1, self.answer_size)
        return {"answer": keras.KerasTensor(shape, "float32")}
