"""What models share that answer with one word, by cross-entropy."""

import keras
from keras import ops

from zoo.memory.possible_answers import NUM_SPECIAL
from zoo.memory.story_task import StoryTask


class WordAnswerTask(StoryTask):
    """Base of models that learn from answers alone.

    An answer of several words, as `"n,s"`, is a word of its own.
    """

    def default_loss(self):
        return keras.losses.SparseCategoricalCrossentropy(from_logits=True)

    def losses_of(self, x, y, y_pred):
        words = ops.cast(y, "int32")[:, 0]
        # What is no known word is no answer that could be learned.
        known = ops.cast(words >= NUM_SPECIAL, "float32")
        words = ops.maximum(words, NUM_SPECIAL)
        return self.loss.call(words, y_pred["answer"][:, 0]) * known

    def right_facts(self, x, y_pred):
        """Whether each fact has the highest weight of some hop."""
        support = ops.cast(x["support"], "int32")
        read = ops.equal(support[..., None], y_pred["hops"][:, None])
        right = ops.logical_or(ops.any(read, axis=-1), support < 0)
        return ops.cast(ops.all(right, axis=-1), "float32")
