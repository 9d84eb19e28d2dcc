"""How long ago a statement was written, added to its vector."""

import keras
from keras import ops


@keras.saving.register_keras_serializable(package="keras_tpr")
class WriteTime(keras.layers.Layer):
    """Adds a trained vector of "how many statements ago" to each statement.

        m_i + T[number of statements behind i]

    Args:
        memory_size: number of ages that are told apart; older statements are
            as old as the oldest of them.
        noise: in training, the probability of an empty place behind each
            statement, which makes those before it older by one.
        embeddings_initializer: of `T`.
        seed: of the noise.

    Call arguments:
        memory: vectors of statements in the order of writing, `(B, S, n)`.
        memory_mask: booleans `(B, S)`, False where there is no statement; None
            if all are there.
        places: integers `(B, K)`, if `memory`, `(B, K, n)`, is what was read
            from these places only; below 0 for nothing.
        training: whether there is noise.

    Shapes:
        Output as `memory`. Weight: `embeddings` `(memory_size, n)`.

    Masking:
        A place without a statement has no age and stays as it is; it makes no
        other statement older.

    Example:

    >>> import numpy as np
    >>> from keras_tpr.layers import WriteTime
    >>> story = np.zeros((1, 3, 4), "float32")
    >>> tuple(WriteTime(memory_size=50)(story).shape)
    (1, 3, 4)

    Reference:
        Weston et al., Memory Networks, ICLR 2015, section 3.4, names absolute
        times; Sukhbaatar et al., End-To-End Memory Networks, NIPS 2015,
        section 4.1, for `T` and the noise.
    """

    def __init__(
        self,
        memory_size,
        noise=0.0,
        embeddings_initializer="uniform",
        seed=None,
        **kwargs,
    ):
        super().__init__(**kwargs)
        if not isinstance(memory_size, int) or memory_size < 1:
            raise ValueError(
                "`memory_size` must be a positive integer. Received: "
                f"memory_size={memory_size!r}."
            )
        if not 0 <= noise < 1:
            raise ValueError(
                f"`noise` must be in [0, 1). Received: noise={noise!r}."
            )
        self.memory_size = memory_size
        self.noise = noise
        self.embeddings_initializer = keras.initializers.get(
            embeddings_initializer
        )
        self.seed = seed
        if noise:
            self.seed_generator = keras.random.SeedGenerator(seed)

    def build(self, memory_shape, memory_mask_shape=None, places_shape=None):
        self.embeddings = self.add_weight(
            shape=(self.memory_size, memory_shape[-1]),
            initializer=self.embeddings_initializer,
            name="embeddings",
        )

    def call(self, memory, memory_mask=None, places=None, training=False):
        if memory_mask is None:
            memory_mask = ops.ones(ops.shape(memory)[:2], "bool")
        here = ops.cast(memory_mask, "int32")
        size = here
        if self.noise and training:
            size = here * (1 + self._empty_places(here))
        # All that stands behind, and the empty places behind itself.
        behind = ops.flip(ops.cumsum(ops.flip(size, 1), axis=1), 1) - here
        age = ops.minimum(ops.maximum(behind, 0), self.memory_size - 1)
        if places is not None:
            place = ops.maximum(ops.cast(places, "int32"), 0)
            age = ops.take_along_axis(age, place, axis=1)
            here = ops.cast(places >= 0, "int32")
        times = ops.take(self.embeddings, age, axis=0)
        times = ops.cast(times, self.compute_dtype)
        return memory + times * ops.cast(here, self.compute_dtype)[..., None]

    def compute_output_shape(
        self, memory_shape, memory_mask_shape=None, places_shape=None
    ):
        return memory_shape

    def get_config(self):
        return {
            **super().get_config(),
            "memory_size": self.memory_size,
            "noise": self.noise,
            "embeddings_initializer": keras.saving.serialize_keras_object(
                self.embeddings_initializer
            ),
            "seed": self.seed,
        }

    def _empty_places(self, here):
        """1 where there is an empty place behind, int32 `(B, S)`."""
        draw = keras.random.uniform(ops.shape(here), seed=self.seed_generator)
        return ops.cast(draw < self.noise, "int32")
