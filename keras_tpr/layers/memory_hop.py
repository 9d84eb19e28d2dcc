"""One hop over a memory: which statement bears on the question."""

import keras
from keras import ops

MODES = ("hard", "soft")


@keras.saving.register_keras_serializable(package="keras_tpr")
class MemoryHop(keras.layers.Layer):
    """Scores the statements of a memory and reads one, or their mean.

        s_i = query . memory_in_i
        hard    o = memory_out_j,  j = argmax_i s_i
        soft    o = sum_i p_i memory_out_i,  p = softmax(s)

    The hard choice takes the first of equal scores. Its gradient reaches the
    output only; train the scores with `MarginRankingLoss`.

    Args:
        mode: `"hard"` or `"soft"`.
        allow_repeat: whether a later hop may read the same statement again. If
            not, give it the `memory_mask` that this one returns.
        linear: whether soft weights are the scores themselves. So begins what
            is called a linear start; the attribute can be changed between two
            calls of `compile`.
        use_stop: whether a fact of its own, "stop", can be chosen, which ends
            the reading. It has a trained vector and no content.
        stop_initializer: of that vector.

    Call arguments:
        query: `(B, n)`; or `(B, H, n)`, hops over one memory at once, as in
            training with facts that are known.
        memory_in: vectors that are scored, `(B, S, n)`.
        memory_out: vectors that are read, `(B, S, m)`; None for `memory_in`.
        memory_mask: booleans `(B, S)`, False where there is no statement; None
            if all are there. `(B, H, S)` if that differs from hop to hop.
        target: integers `(B,)` or `(B, H)`, the statement that is read instead
            of the best one, as in training with supporting facts; below 0, or
            the place of stop, `S`, for none.

    Shapes:
        A dict of `scores` and `weights` `(B, S)`, with `use_stop` `(B, S +
        1)`, stop last; `index` `(B,)` int32; `output` `(B, m)`; and without
        `allow_repeat` `memory_mask` `(B, S)`. All have an axis `H` behind the
        first if `query` has one. Weight: `stop` `(n,)`.

    Masking:
        A statement that is not there is never chosen, has weight 0 and the
        score `-1e9` (in half precision, -3e4). Where none is there, or stop is
        chosen, `index` is -1 and the output 0.

    Raises:
        ValueError: for an unknown mode, vectors of different sizes, or a
            memory without a place.

    Example:

    >>> import numpy as np
    >>> from keras_tpr.layers import MemoryHop
    >>> query = np.array([[1.0, 0.0]], "float32")
    >>> memory = np.array([[[0.0, 1.0], [2.0, 3.0]]], "float32")
    >>> found = MemoryHop()(query, memory)
    >>> int(found["index"][0])
    1
    >>> np.asarray(found["output"])
    array([[2., 3.]], dtype=float32)

    Reference:
        Weston et al., Memory Networks, ICLR 2015, equations 2 and 3; Weston et
        al., Towards AI-Complete Question Answering, 2015, section 4.2, for
        stop; Sukhbaatar et al., End-To-End Memory Networks, NIPS 2015,
        equations 1 and 2, for soft hops.
    """

    def __init__(
        self,
        mode="hard",
        allow_repeat=True,
        use_stop=False,
        linear=False,
        stop_initializer="uniform",
        **kwargs,
    ):
        super().__init__(**kwargs)
        if mode not in MODES:
            raise ValueError(
                f"`mode` must be one of {MODES}. Received: mode={mode!r}."
            )
        self.mode = mode
        self.allow_repeat = allow_repeat
        self.use_stop = use_stop
        self.linear = linear
        self.stop_initializer = keras.initializers.get(stop_initializer)

    def build(
        self,
        query_shape,
        memory_in_shape,
        memory_out_shape=None,
        memory_mask_shape=None,
        target_shape=None,
    ):
        if query_shape[-1] != memory_in_shape[-1]:
            raise ValueError(
                "`query` and `memory_in` must have vectors of one size. "
                f"Received shapes {tuple(query_shape)} and "
                f"{tuple(memory_in_shape)}."
            )
        self.stop = None
        if self.use_stop:
            self.stop = self.add_weight(
                shape=(query_shape[-1],),
                initializer=self.stop_initializer,
                name="stop",
            )

    def call(
        self, query, memory_in, memory_out=None, memory_mask=None, target=None
    ):
        return self.hop(query, memory_in, memory_out, memory_mask, target)

    def hop(self, query, memory_in, memory_out, memory_mask, target, **others):
        """What a call does; `others` are given to `judge`."""
        if memory_in.shape[1] == 0:
            raise ValueError(
                "`memory_in` must have a place at least. For an empty memory "
                "give one that `memory_mask` says is not there. Received "
                f"shape {tuple(memory_in.shape)}."
            )
        memory_out = memory_in if memory_out is None else memory_out
        if memory_mask is None:
            memory_mask = ops.ones(ops.shape(memory_in)[:2], "bool")
        memory_mask = ops.cast(memory_mask, "bool")
        if len(memory_mask.shape) == 2:
            memory_mask = memory_mask[:, None]
        single = len(query.shape) == 2
        if single:
            # (B, n) -> (B, 1, n), and so on
            query = query[:, None]
            target = None if target is None else target[:, None]
        scores, index = self.judge(
            query, memory_in, memory_mask, target, **others
        )
        size = ops.shape(memory_in)[1]
        weights = self._weights(scores, index, memory_mask)
        output = ops.einsum("bhs,bsm->bhm", weights[..., :size], memory_out)
        found = {
            "scores": scores,
            "index": index,
            "weights": weights,
            "output": output,
        }
        if not self.allow_repeat:
            read = ops.equal(ops.arange(size), index[..., None])
            found["memory_mask"] = ops.logical_and(
                memory_mask, ops.logical_not(read)
            )
        if single:
            found = {name: value[:, 0] for name, value in found.items()}
        return found

    def judge(self, query, memory_in, memory_mask, target):
        """Scores of all candidates, and which statement is read.

        Args:
            query: `(B, H, n)`.
            memory_in: `(B, S, n)`.
            memory_mask: booleans `(B, 1, S)` or `(B, H, S)`.
            target: integers `(B, H)`, or None.

        Returns:
            `(scores, index)`: `(B, H, S)` or, with stop, `(B, H, S + 1)`, and
            int32 `(B, H)`, -1 where no statement is read.
        """
        scores = self.products(query, memory_in, memory_mask)
        if self.use_stop:
            stop = self.stop_product(query)
            scores = ops.concatenate([scores, stop], axis=-1)
        if target is None:
            target = ops.argmax(scores, axis=-1)
        return scores, self.read_index(target, memory_mask)

    def products(self, query, memory_in, memory_mask):
        """`query . memory_in` `(B, H, S)`, very low where nothing is."""
        scores = ops.einsum("bhn,bsn->bhs", query, memory_in)
        return ops.where(memory_mask, scores, masked_score(scores.dtype))

    def stop_product(self, query):
        """The score of stop, `(B, H, 1)`."""
        return ops.matmul(query, ops.expand_dims(self.stop, -1))

    def read_index(self, choice, memory_mask):
        """The choice as int32, but -1 for stop, and where nothing is there."""
        choice = ops.cast(choice, "int32")
        size = ops.shape(memory_mask)[-1]
        is_statement = ops.logical_and(choice >= 0, choice < size)
        some = ops.any(memory_mask, axis=-1)
        return ops.where(ops.logical_and(is_statement, some), choice, -1)

    def compute_output_shape(
        self,
        query_shape,
        memory_in_shape,
        memory_out_shape=None,
        memory_mask_shape=None,
        target_shape=None,
    ):
        size = memory_in_shape[1]
        choices = size if size is None else size + bool(self.use_stop)
        leading = tuple(query_shape[:-1])
        shapes = {
            "scores": (*leading, choices),
            "index": leading,
            "weights": (*leading, choices),
            "output": (*leading, (memory_out_shape or memory_in_shape)[-1]),
        }
        if not self.allow_repeat:
            shapes["memory_mask"] = (*leading, size)
        return shapes

    def compute_output_spec(
        self, query, memory_in, memory_out=None, memory_mask=None, target=None
    ):
        types = {"index": "int32", "memory_mask": "bool"}
        shapes = self.compute_output_shape(
            query.shape,
            memory_in.shape,
            None if memory_out is None else memory_out.shape,
        )
        return {
            name: keras.KerasTensor(shape, types.get(name, self.compute_dtype))
            for name, shape in shapes.items()
        }

    def get_config(self):
        return {
            **super().get_config(),
            "mode": self.mode,
            "allow_repeat": self.allow_repeat,
            "use_stop": self.use_stop,
            "linear": self.linear,
            "stop_initializer": keras.saving.serialize_keras_object(
                self.stop_initializer
            ),
        }

    def _weights(self, scores, index, memory_mask):
        there = memory_mask
        if self.use_stop:
            there = ops.concatenate(
                [there, ops.ones_like(there[..., :1])], axis=-1
            )
        if self.mode == "soft":
            there = ops.cast(there, scores.dtype)
            if self.linear:
                return scores * there
            # Not `ops.softmax`, which warns of a story of one statement.
            highest = ops.max(scores, axis=-1, keepdims=True)
            weights = there * ops.exp(scores - ops.stop_gradient(highest))
            total = ops.sum(weights, axis=-1, keepdims=True)
            # At least 1, or 0 where there is none.
            return weights / ops.maximum(total, 1.0)
        choices = ops.shape(scores)[-1]
        if self.use_stop:  # which has a place of its own
            index = ops.where(index < 0, choices - 1, index)
        chosen = ops.equal(ops.arange(choices), index[..., None])
        return ops.cast(ops.logical_and(chosen, there), scores.dtype)


def masked_score(dtype):
    """The score of a statement that is not there."""
    return -3e4 if keras.backend.standardize_dtype(dtype) == "float16" else -1e9
