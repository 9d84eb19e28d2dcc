"""The tournament of statements against loops over the definition."""

import keras
import numpy as np
import pytest
from atpl_weights import randomize
from gradients_of import gradients_of
from layer_checks import assert_close, check_layer, save_and_load, to_numpy

from keras_tpr.layers import PairwiseHop

RNG = np.random.default_rng(0)
QUERY = RNG.standard_normal((4, 3)).astype("float32")
MEMORY = RNG.standard_normal((4, 6, 3)).astype("float32")
# Padding behind and in between; and no statement at all.
MASK = np.array([[1] * 6, [1, 1, 0, 0, 0, 0], [0, 1, 0, 1, 1, 1], [0] * 6]) > 0
STOP = "stop"


def make(**options):
    hop = PairwiseHop(**options)
    hop.build(QUERY.shape, MEMORY.shape)
    randomize(hop)
    return hop


def preference(hop, row, y, other, now):
    """`(s(x, y, y') - s(x, y', y)) / 2` from the definition."""
    kernel = to_numpy(hop.time_kernel)

    def vector(y):
        return to_numpy(hop.stop) if y == STOP else MEMORY[row, y]

    def older(a, b):
        return STOP not in (a, b) and a < b

    def s(y, other):
        times = np.array([older(now, y), older(now, other), older(y, other)])
        return QUERY[row] @ (vector(y) - vector(other) + times @ kernel)

    return (s(y, other) - s(other, y)) / 2


def winner(hop, row, now):
    best = None
    for i in np.flatnonzero(MASK[row]):
        if best is None or preference(hop, row, i, best, now) > 0:
            best = i
    if hop.use_stop and (
        best is None or preference(hop, row, STOP, best, now) > 0
    ):
        best = STOP
    return best


@pytest.mark.parametrize("use_stop", [False, True])
@pytest.mark.parametrize("now", [None, 0, 2, 5])
def test_tournament(use_stop, now):
    hop = make(use_stop=use_stop)
    hop.time_kernel.assign(2 * hop.time_kernel)
    time = None if now is None else np.full(4, now)
    found = to_numpy(hop(QUERY, MEMORY, memory_mask=MASK, query_time=time))
    chosen = [winner(hop, row, 6 if now is None else now) for row in range(4)]
    for row, best in enumerate(chosen):
        nobody = best in (None, STOP)
        assert found["index"][row] == (-1 if nobody else best)
        output = np.zeros(3) if nobody else MEMORY[row, best]
        np.testing.assert_allclose(found["output"][row], output, rtol=1e-6)


def test_the_cases_cover_all_outcomes():
    hop = make(use_stop=True)
    hop.time_kernel.assign(2 * hop.time_kernel)
    chosen = {winner(hop, row, now) for row in range(4) for now in (0, 2, 6)}
    assert STOP in chosen and len(chosen) > 3


@pytest.mark.parametrize("use_stop", [False, True])
def test_scores_are_preferences_to_the_target(use_stop):
    hop = make(use_stop=use_stop)
    target, now = np.array([4, 1, 3, -1]), np.array([2, 6, 4, 6])
    target[0] = 6 if use_stop else 4
    found = to_numpy(
        hop(QUERY, MEMORY, memory_mask=MASK, target=target, query_time=now)
    )
    for row in range(3):
        gold = STOP if target[row] == 6 else target[row]
        assert found["index"][row] == (-1 if gold == STOP else gold)
        for i, score in enumerate(found["scores"][row]):
            if i < 6 and not MASK[row, i]:
                assert score == -1e9
                continue
            expected = 0.0
            if i != target[row]:
                y = STOP if i == 6 else i
                expected = preference(hop, row, y, gold, now[row])
            assert score == pytest.approx(expected, abs=1e-5)
    assert found["index"][3] == -1 and not found["output"][3].any()


def test_younger_or_older_of_equal_statements():
    hop = PairwiseHop()
    alike = np.repeat(MEMORY[:, :1], 6, axis=1)
    hop.build(QUERY.shape, alike.shape)
    for sign, expected in ((-1, [5, 1, 5, -1]), (1, [0, 0, 1, -1])):
        kernel = np.zeros((3, 3))
        kernel[2] = sign * QUERY[0]
        hop.set_weights([kernel])
        query = np.repeat(QUERY[:1], 4, axis=0)
        found = hop(query, alike, memory_mask=MASK)
        assert to_numpy(found["index"]).tolist() == expected


def test_several_hops_at_once():
    hop = make(use_stop=True)
    queries = RNG.standard_normal((4, 2, 3)).astype("float32")
    times = np.array([[6, 1], [6, 0], [6, 5], [6, 6]])
    targets = np.array([[5, 0], [1, 6], [3, 4], [-1, -1]])
    for target in (None, targets):
        at_once = hop(
            queries, MEMORY, None, MASK, target=target, query_time=times
        )
        one = [
            hop(
                queries[:, h],
                MEMORY,
                None,
                MASK,
                target=None if target is None else target[:, h],
                query_time=times[:, h],
            )
            for h in range(2)
        ]
        expected = {
            name: np.stack([to_numpy(found[name]) for found in one], axis=1)
            for name in at_once
        }
        assert_close(at_once, expected)


def test_gradients_of_all_weights():
    hop = make(use_stop=True)
    target = np.array([4, 0, 6, -1])

    def loss():
        found = hop(
            QUERY,
            MEMORY,
            memory_mask=MASK,
            target=target,
            query_time=np.array([2, 6, 4, 6]),
        )
        real = np.concatenate([MASK, [[True]] * 4], axis=1)
        return keras.ops.sum(found["scores"] * real)

    assert all(g.any() for g in gradients_of(loss, hop.trainable_weights))


def test_no_statement_twice():
    hop = make(allow_repeat=False)
    mask, order = MASK, []
    for _ in range(6):
        found = hop(QUERY, MEMORY, memory_mask=mask)
        mask = found["memory_mask"]
        order.append(to_numpy(found["index"]))
    for row, read in enumerate(np.stack(order, axis=1)):
        statements = np.flatnonzero(MASK[row])
        assert sorted(read[: len(statements)]) == statements.tolist()
        assert (read[len(statements) :] == -1).all()


def test_config_and_file():
    inputs = {
        "query": keras.Input((3,), name="query"),
        "memory_in": keras.Input((None, 3), name="memory_in"),
        "memory_mask": keras.Input((None,), dtype="bool", name="memory_mask"),
        "query_time": keras.Input((), dtype="int32", name="query_time"),
    }
    hop = PairwiseHop(use_stop=True)
    model = keras.Model(inputs, hop(**inputs))
    randomize(hop)
    values = {
        "query": QUERY,
        "memory_in": MEMORY,
        "memory_mask": MASK,
        "query_time": np.array([2, 6, 4, 6], "int32"),
    }
    copy = save_and_load(model)
    assert_close(copy(values), model(values))


@keras.saving.register_keras_serializable(package="tests")
class ReadPairwise(PairwiseHop):
    """The preferences to the first statement alone, as one tensor."""

    def build(self, query_shape, memory_in_shape):
        super().build(query_shape, memory_in_shape)

    def call(self, query, memory_in):
        first = keras.ops.zeros_like(query[:, 0], dtype="int32")
        return super().call(query, memory_in, target=first)["scores"]

    def compute_output_shape(self, query_shape, memory_in_shape):
        return memory_in_shape[:2]

    def compute_output_spec(self, query, memory_in):
        return keras.KerasTensor(memory_in.shape[:2], self.compute_dtype)


def test_layer():
    check_layer(ReadPairwise, {}, {"query": QUERY, "memory_in": MEMORY})
