"""A hop whose statements are compared two by two, with their write times."""

import keras
from keras import ops

from keras_tpr.layers.memory_hop import MemoryHop, masked_score


@keras.saving.register_keras_serializable(package="keras_tpr")
class PairwiseHop(MemoryHop):
    """Chooses a statement by a tournament in the order of writing.

    A statement `y` is preferred to `y'` by

        s(x, y, y') = query . (y - y' + T t(x, y, y'))
        t(x, y, y') = [x older than y, x older than y', y older than y']

    where `x`, the question with the facts found so far, is as old as the last
    of these, and a bare question is younger than any statement. The winner so
    far meets the statements from left to right, and the better one stays. Of
    two statements with the same words, none of them younger than a bare
    question, the younger one has `t = (0, 0, 0)` in front and the older one
    `(0, 0, 1)`: what `t` says is how much the *older* one is worth. So both
    orders are asked, and what counts is

        (s(x, y, y') - s(x, y', y)) / 2 > 0

    in which training, too, has the right statement in either place. Stop has
    no time: it is never older or younger than anything.

    Args:
        allow_repeat, use_stop, stop_initializer: see `MemoryHop`.
        time_initializer: of `T`.

    Call arguments:
        query, memory_in, memory_out, memory_mask, target: see `MemoryHop`.
        query_time: integers `(B,)`, for `(B, H, n)` queries `(B, H)`: the
            place in memory of the last fact found; the number of places, or
            more, for a bare question, which None stands for.

    Shapes:
        As `MemoryHop`. `scores` are preferences to the statement that is read
        (or to stop, if that wins or is the target), whose own score is 0.
        Weights: `stop` `(n,)`, `time_kernel` `(3, n)`.

    Masking:
        As `MemoryHop`.

    Example:

    >>> import numpy as np
    >>> from keras_tpr.layers import PairwiseHop
    >>> hop = PairwiseHop()
    >>> query = np.array([[1.0, 0.0]], "float32")
    >>> alike = np.ones((1, 3, 2), "float32")
    >>> hop.build(query.shape, alike.shape)
    >>> hop.set_weights([np.array([[0, 0], [0, 0], [-1, 0]])])  # the older
    >>> int(hop(query, alike)["index"][0])
    2

    Reference:
        Weston et al., Memory Networks, ICLR 2015, section 3.4 and equation 7.
    """

    def __init__(
        self,
        allow_repeat=True,
        use_stop=False,
        stop_initializer="uniform",
        time_initializer="uniform",
        **kwargs,
    ):
        super().__init__(
            allow_repeat=allow_repeat,
            use_stop=use_stop,
            stop_initializer=stop_initializer,
            **kwargs,
        )
        self.time_initializer = keras.initializers.get(time_initializer)

    def build(
        self,
        query_shape,
        memory_in_shape,
        memory_out_shape=None,
        memory_mask_shape=None,
        target_shape=None,
        query_time_shape=None,
    ):
        super().build(query_shape, memory_in_shape)
        self.time_kernel = self.add_weight(
            shape=(3, query_shape[-1]),
            initializer=self.time_initializer,
            name="time_kernel",
        )

    def call(
        self,
        query,
        memory_in,
        memory_out=None,
        memory_mask=None,
        target=None,
        query_time=None,
    ):
        if query_time is None:
            leading = ops.shape(query)[:-1]
            query_time = ops.full(leading, ops.shape(memory_in)[1], "int32")
        if len(query.shape) == 2:
            query_time = query_time[:, None]
        return self.hop(
            query,
            memory_in,
            memory_out,
            memory_mask,
            target,
            query_time=ops.cast(query_time, "int32"),
        )

    def judge(self, query, memory_in, memory_mask, target, query_time):
        size = ops.shape(memory_in)[1]
        after_x, newer = self._times(query)
        # What a statement is worth without regard to its opponent.
        is_after = ops.arange(size) > query_time[..., None]
        worth = self.products(query, memory_in, memory_mask)
        worth = worth + after_x * ops.cast(is_after, worth.dtype)
        worth = ops.where(memory_mask, worth, masked_score(worth.dtype))
        if target is None:
            best = self._winner(worth, newer[..., 0], memory_mask)
        else:
            best = ops.cast(target, "int32")
        index = self.read_index(best, memory_mask)
        known = self._worth_of(worth, index)
        if self.use_stop:
            stop = self.stop_product(query)
            if target is None:
                wins = ops.logical_or(index < 0, stop[..., 0] > known[..., 0])
                index = ops.where(wins, -1, index)
            known = ops.where(index[..., None] < 0, stop, known)
        place = index[..., None]
        order = ops.sign(ops.arange(size) - place)
        order = ops.where(place < 0, 0, order)
        scores = worth - known + newer * ops.cast(order, worth.dtype)
        scores = ops.where(memory_mask, scores, masked_score(scores.dtype))
        if self.use_stop:
            scores = ops.concatenate([scores, stop - known], axis=-1)
        return scores, index

    def compute_output_shape(
        self,
        query_shape,
        memory_in_shape,
        memory_out_shape=None,
        memory_mask_shape=None,
        target_shape=None,
        query_time_shape=None,
    ):
        return super().compute_output_shape(
            query_shape, memory_in_shape, memory_out_shape
        )

    def compute_output_spec(
        self,
        query,
        memory_in,
        memory_out=None,
        memory_mask=None,
        target=None,
        query_time=None,
    ):
        return super().compute_output_spec(query, memory_in, memory_out)

    def get_config(self):
        config = super().get_config()
        del config["mode"], config["linear"]
        initializer = keras.saving.serialize_keras_object(self.time_initializer)
        return {**config, "time_initializer": initializer}

    def _times(self, query):
        """What it is worth to be younger than `x`, and than the opponent."""
        times = ops.einsum("bhn,kn->bhk", query, self.time_kernel)
        x_older_than_y, x_older_than_other, older = ops.split(times, 3, axis=-1)
        return (x_older_than_y - x_older_than_other) / 2, -older / 2

    def _winner(self, worth, newer, memory_mask):
        """Who is left at the end of the tournament, `(B, H)`; -1 for nobody."""
        memory_mask = ops.broadcast_to(memory_mask, ops.shape(worth))

        def meet(place, state):
            best, best_worth = state
            challenger = worth[..., place]
            better = ops.logical_or(best < 0, challenger + newer > best_worth)
            wins = ops.logical_and(memory_mask[..., place], better)
            return (
                ops.where(wins, ops.cast(place, "int32"), best),
                ops.where(wins, challenger, best_worth),
            )

        start = (
            ops.full(ops.shape(newer), -1, "int32"),
            ops.zeros_like(newer),
        )
        # Not differentiated: JAX could not.
        worth, newer = ops.stop_gradient(worth), ops.stop_gradient(newer)
        best, _ = ops.fori_loop(0, ops.shape(worth)[-1], meet, start)
        return best

    def _worth_of(self, worth, index):
        """That of the statement read `(B, H, 1)`; of none, nothing."""
        here = ops.equal(ops.arange(ops.shape(worth)[-1]), index[..., None])
        return ops.sum(ops.where(here, worth, 0.0), axis=-1, keepdims=True)
