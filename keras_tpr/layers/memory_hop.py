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
        use_stop: whether a fact of its own, "stop", can be chosen, which ends
            the reading. It has a trained vector and no content.
        stop_initializer: of that vector.

    Call arguments:
        query: `(B, n)`.
        memory_in: vectors that are scored, `(B, S, n)`.
        memory_out: vectors that are read, `(B, S, m)`; None for `memory_in`.
        memory_mask: booleans `(B, S)`, False where there is no statement; None
            if all are there.
        target: integers `(B,)`, the statement that is read instead of the best
            one, as in training with supporting facts; below 0 for none.

    Shapes:
        A dict of `scores` and `weights` `(B, S)`, with `use_stop` `(B, S +
        1)`, stop last; `index` `(B,)` int32; `output` `(B, m)`; and without
        `allow_repeat` `memory_mask` `(B, S)`. Weight: `stop` `(n,)`.

    Masking:
        A statement that is not there is never chosen, has weight 0 and the
        score `-1e9` (in half precision, -3e4). Where none is there, or stop is
        chosen, `index` is -1 and the output 0.

    Raises:
        ValueError: for an unknown mode, or vectors of different sizes.

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
        memory_out = memory_in if memory_out is None else memory_out
        if memory_mask is None:
            memory_mask = ops.ones(ops.shape(memory_in)[:2], "bool")
        memory_mask = ops.cast(memory_mask, "bool")
        scores = ops.einsum("bn,bsn->bs", query, memory_in)
        scores = ops.where(memory_mask, scores, masked_score(scores.dtype))
        there = memory_mask
        if self.use_stop:
            stop = ops.matmul(query, ops.expand_dims(self.stop, -1))
            scores = ops.concatenate([scores, stop], axis=-1)
            there = ops.concatenate(
                [there, ops.ones_like(there[:, :1])], axis=-1
            )
        size = ops.shape(memory_in)[1]
        index = self._index(scores, there, size, target)
        if self.mode == "soft":
            # Of none, the softmax would be that of equal scores.
            weights = ops.softmax(scores, axis=-1)
            weights = weights * ops.cast(there, scores.dtype)
        else:
            weights = self._chosen(index, scores, there, target)
        output = ops.einsum("bs,bsm->bm", weights[:, :size], memory_out)
        found = {
            "scores": scores,
            "index": index,
            "weights": weights,
            "output": output,
        }
        if not self.allow_repeat:
            read = ops.equal(ops.arange(size)[None], index[:, None])
            found["memory_mask"] = ops.logical_and(
                memory_mask, ops.logical_not(read)
            )
        return found

    def compute_output_shape(
        self,
        query_shape,
        memory_in_shape,
        memory_out_shape=None,
        memory_mask_shape=None,
        target_shape=None,
    ):
        batch, size = memory_in_shape[:2]
        choices = size if size is None else size + bool(self.use_stop)
        shapes = {
            "scores": (batch, choices),
            "index": (batch,),
            "weights": (batch, choices),
            "output": (batch, (memory_out_shape or memory_in_shape)[-1]),
        }
        if not self.allow_repeat:
            shapes["memory_mask"] = (batch, size)
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
            "stop_initializer": keras.saving.serialize_keras_object(
                self.stop_initializer
            ),
        }

    def _index(self, scores, there, size, target):
        """The statement that is read; -1 for none."""
        if target is None:
            best = ops.cast(ops.argmax(scores, axis=-1), "int32")
        else:
            best = ops.cast(target, "int32")
        is_statement = ops.logical_and(best >= 0, best < size)
        some = ops.any(there[:, :size], axis=-1)
        return ops.where(ops.logical_and(is_statement, some), best, -1)

    def _chosen(self, index, scores, there, target):
        """One-hot weights; stop has its own place."""
        choices = ops.shape(scores)[1]
        place = index
        if self.use_stop:
            place = ops.where(index < 0, choices - 1, index)
        chosen = ops.equal(ops.arange(choices)[None], place[:, None])
        return ops.cast(ops.logical_and(chosen, there), scores.dtype)


def masked_score(dtype):
    """The score of a statement that is not there."""
    return -3e4 if keras.backend.standardize_dtype(dtype) == "float16" else -1e9
