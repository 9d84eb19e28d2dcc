"""Scheduled sampling: in training, a captioner hears words of its own."""

import numbers

import keras
import numpy as np
from keras import ops

from keras_tpr.layers import up_to_first_end
from zoo.captioning.search_captions import END

DRAWS = 2  # random numbers asked for in a step


class ScheduledSampling:
    """Replaces some of the words that a captioner hears in training.

    Trained on captions of people alone, a captioner never hears a mistake of
    its own. Here each word is, with some probability, one that is drawn from
    the captioner's prediction at that place; what it has to predict stays.

    This is the parallel form, with one pass: the captioner predicts all words
    of the caption at once, hearing the caption as it is; words are drawn, and
    training goes on as ever. A word is thus drawn given the words before it in
    the caption, not those drawn. END is neither drawn nor replaced. No
    gradient flows through the draw, and dropout does not act on it. A step
    costs one more forward pass of the decoder.

    Args:
        rate: the probability that a word is replaced; or a schedule of it, a
            `keras.optimizers.schedules.LearningRateSchedule` of the number of
            updates so far. Beyond 1 it is 1, below 0 it is 0.
        seed_generator: of the draws; it also counts the updates.

    Raises:
        TypeError, ValueError: if the rate, or that of the first update, is no
            number in 0..1.

    Reference:
        Bengio et al., Scheduled Sampling for Sequence Prediction with
        Recurrent Neural Networks, NeurIPS 2015; in parallel: Duckworth et al.,
        Parallel Scheduled Sampling, 2019.
    """

    def __init__(self, rate, seed_generator):
        _check_rate(rate)
        self.rate = rate
        self.seed_generator = seed_generator

    def logits(self, backbone, inputs):
        """The logits that a training step learns from, `(B, T, V)`.

        Args:
            backbone: a captioner's backbone.
            inputs: its inputs, a dict of tensors.
        """
        token_ids, mask = inputs["token_ids"], inputs.get("padding_mask")
        mask = (
            up_to_first_end(token_ids)
            if mask is None
            else ops.cast(mask, "bool")
        )
        # The decoder runs twice, the image encoder once.
        features, tags = backbone.encode(inputs, training=True)
        read = {"features": features, "padding_mask": mask}
        if tags is not None:
            read["tags"] = tags
        predicted = backbone.decoder(token_ids, **read, training=False)
        heard = self.heard(token_ids, ops.stop_gradient(predicted), mask)
        return backbone.decoder(heard, **read, training=True)

    def heard(self, token_ids, logits, mask):
        """The words of a caption, some of them drawn, `(B, T)`.

        Args:
            token_ids: the words, `(B, T)`.
            logits: predictions of them, `(B, T, V)`.
            mask: which of them are real, `(B, T)`.
        """
        rate = self.current_rate()
        shape = ops.shape(token_ids)
        chance = keras.random.uniform(shape, seed=self.seed_generator)
        words = keras.random.categorical(
            ops.cast(
                ops.reshape(logits[..., 1:], (-1, logits.shape[-1] - 1)),
                "float32",
            ),
            1,
            dtype="int32",
            seed=self.seed_generator,
        )
        words = ops.reshape(words, shape) + 1
        replaced = (chance < rate) & mask & ops.not_equal(token_ids, END)
        return ops.where(replaced, ops.cast(words, token_ids.dtype), token_ids)

    def current_rate(self):
        """The rate of the next update."""
        if not callable(self.rate):
            return self.rate
        updates = ops.cast(self.seed_generator.state[1], "int32") // DRAWS
        return ops.cast(self.rate(updates), "float32")

    def count_from(self, updates):
        """Sets the number of updates so far, as when training is resumed."""
        state = self.seed_generator.state
        seed, _ = ops.convert_to_numpy(state.value)
        state.assign(np.array([seed, DRAWS * updates], seed.dtype))


class CountFromOptimizer(keras.callbacks.Callback):
    """Lets scheduled sampling begin where the optimizer is.

    Models that are saved, and backups, keep the optimizer's count only.

    Args:
        sampling: a `ScheduledSampling`.
    """

    def __init__(self, sampling):
        super().__init__()
        self.sampling = sampling

    def on_train_begin(self, logs=None):
        updates = ops.convert_to_numpy(self.model.optimizer.iterations.value)
        self.sampling.count_from(int(updates))


def _check_rate(rate):
    first = rate
    if isinstance(rate, keras.optimizers.schedules.LearningRateSchedule):
        first = float(rate(0))
    elif isinstance(rate, bool) or not isinstance(rate, numbers.Real):
        raise TypeError(
            "`scheduled_sampling` must be a number in 0..1, a schedule of "
            "`keras.optimizers.schedules`, or None. Received: "
            f"scheduled_sampling={rate!r}."
        )
    if not 0 <= first <= 1:
        raise ValueError(
            "`scheduled_sampling` is the probability that a word is replaced, "
            f"in 0..1. Received: scheduled_sampling={rate!r}"
            + ("." if first is rate else f", which begins with {first}.")
        )
