"""Hops over a memory against loops over statements."""

import keras
import numpy as np
import pytest
from atpl_weights import randomize
from gradients_of import gradients_of
from layer_checks import assert_close, check_layer, save_and_load, to_numpy

from keras_tpr.layers import MemoryHop

RNG = np.random.default_rng(0)
QUERY = RNG.standard_normal((4, 3)).astype("float32")
MEMORY_IN, MEMORY_OUT = RNG.standard_normal((2, 4, 5, 3)).astype("float32")
# Padding behind and in between; and no statement at all.
MASK = np.array([[1] * 5, [1, 1, 0, 0, 0], [0, 1, 0, 1, 1], [0] * 5], "bool")


def make(**options):
    hop = MemoryHop(**options)
    hop.build(QUERY.shape, MEMORY_IN.shape)
    randomize(hop)
    return hop


def read(hop, row, target=None):
    """What one row gives, statement by statement."""
    candidates = [i for i in range(5) if MASK[row, i]]
    scores = {i: float(QUERY[row] @ MEMORY_IN[row, i]) for i in candidates}
    if hop.use_stop:
        scores[5] = float(QUERY[row] @ to_numpy(hop.stop))
    best = max(scores, key=scores.get, default=-1)
    if target is not None:
        best = target
    if hop.mode == "soft":
        total = sum(np.exp(s) for s in scores.values())
        weights = {i: np.exp(s) / total for i, s in scores.items()}
    else:
        weights = {best: 1.0}
    output = sum(
        (w * MEMORY_OUT[row, i] for i, w in weights.items() if 0 <= i < 5),
        np.zeros(3),
    )
    return scores, best if 0 <= best < 5 else -1, weights, output


@pytest.mark.parametrize("mode", ["hard", "soft"])
@pytest.mark.parametrize("use_stop", [False, True])
def test_equations(mode, use_stop):
    hop = make(mode=mode, use_stop=use_stop)
    found = to_numpy(hop(QUERY, MEMORY_IN, MEMORY_OUT, memory_mask=MASK))
    for row in range(4):
        scores, index, weights, output = read(hop, row)
        assert found["index"][row] == index
        for i in range(5 + use_stop):
            if i in scores:
                assert found["scores"][row, i] == pytest.approx(
                    scores[i], abs=1e-5
                )
            else:
                assert found["scores"][row, i] == -1e9
            assert found["weights"][row, i] == pytest.approx(
                weights.get(i, 0.0), abs=1e-6
            )
        np.testing.assert_allclose(found["output"][row], output, atol=1e-5)


def test_weights_of_a_linear_start():
    hop = make(mode="soft", linear=True)
    found = to_numpy(hop(QUERY, MEMORY_IN, MEMORY_OUT, memory_mask=MASK))
    scores = np.einsum("bn,bsn->bs", QUERY, MEMORY_IN) * MASK
    np.testing.assert_allclose(found["weights"], scores, atol=1e-6)
    np.testing.assert_allclose(
        found["output"],
        np.einsum("bs,bsm->bm", scores, MEMORY_OUT),
        atol=1e-5,
    )
    assert MemoryHop.from_config(hop.get_config()).linear


def test_stop_ends_the_reading():
    hop = make(use_stop=True)
    hop.stop.assign(100 * QUERY[0])
    found = to_numpy(hop(QUERY[:1], MEMORY_IN[:1]))
    assert found["index"].tolist() == [-1]
    assert found["weights"].tolist() == [[0, 0, 0, 0, 0, 1]]
    assert not found["output"].any()


def test_supporting_facts_are_read_instead():
    hop = make(use_stop=True)
    target = np.array([4, -1, 1, 2])
    found = to_numpy(
        hop(QUERY, MEMORY_IN, MEMORY_OUT, memory_mask=MASK, target=target)
    )
    assert found["index"].tolist() == [4, -1, 1, -1]
    expected = np.stack(
        [MEMORY_OUT[0, 4], np.zeros(3), MEMORY_OUT[2, 1], np.zeros(3)]
    )
    np.testing.assert_allclose(found["output"], expected, atol=1e-6)


@pytest.mark.parametrize("mode", ["hard", "soft"])
def test_several_hops_at_once(mode):
    hop = make(mode=mode, use_stop=True, allow_repeat=False)
    queries = RNG.standard_normal((4, 2, 3)).astype("float32")
    masks = np.stack([MASK, MASK & (np.arange(5) > 1)], axis=1)
    target = np.array([[4, 2], [-1, 5], [1, 3], [-1, -1]])
    for mask, targets in ((MASK, None), (masks, None), (MASK, target)):
        at_once = hop(queries, MEMORY_IN, MEMORY_OUT, mask, target=targets)
        one = [
            hop(
                queries[:, h],
                MEMORY_IN,
                MEMORY_OUT,
                mask if mask.ndim == 2 else mask[:, h],
                target=None if targets is None else targets[:, h],
            )
            for h in range(2)
        ]
        expected = {
            name: np.stack([to_numpy(found[name]) for found in one], axis=1)
            for name in at_once
        }
        assert_close(at_once, expected)


def test_no_statement_twice():
    hop = MemoryHop(allow_repeat=False)
    mask, order = MASK, []
    for _ in range(5):
        found = hop(QUERY, MEMORY_IN, memory_mask=mask)
        mask = found["memory_mask"]
        order.append(to_numpy(found["index"]))
    order = np.stack(order, axis=1)
    scores = np.einsum("bn,bsn->bs", QUERY, MEMORY_IN)
    for row in range(4):
        known = [i for i in np.argsort(-scores[row]) if MASK[row, i]]
        assert order[row].tolist() == known + [-1] * (5 - len(known))


def test_the_first_of_equal_scores():
    memory = np.repeat(MEMORY_IN[:, :1], 5, axis=1)
    found = MemoryHop()(QUERY, memory, memory_mask=MASK)
    assert to_numpy(found["index"]).tolist() == [0, 0, 1, -1]


def test_masked_statements_have_no_gradient():
    memory = keras.Variable(MEMORY_IN)
    (gradient,) = gradients_of(
        lambda: keras.ops.sum(
            MemoryHop("soft")(QUERY, memory.value, memory_mask=MASK)["output"]
        ),
        [memory],
    )
    assert np.isfinite(gradient).all()
    assert not gradient[~MASK].any() and gradient[MASK].any()


def test_config_and_file():
    inputs = {
        "query": keras.Input((3,), name="query"),
        "memory_in": keras.Input((None, 3), name="memory_in"),
        "memory_mask": keras.Input((None,), dtype="bool", name="memory_mask"),
    }
    hop = MemoryHop("soft", allow_repeat=False, use_stop=True)
    model = keras.Model(inputs, hop(**inputs))
    values = {"query": QUERY, "memory_in": MEMORY_IN, "memory_mask": MASK}
    copy = save_and_load(model)
    assert_close(copy(values), model(values))


def test_half_precision():
    hop = MemoryHop("soft", dtype="mixed_float16")
    found = to_numpy(hop(QUERY, MEMORY_IN, memory_mask=MASK))
    assert all(np.isfinite(value).all() for value in found.values())
    assert not found["weights"][~MASK].any()


@keras.saving.register_keras_serializable(package="tests")
class ReadMemory(MemoryHop):
    """The output alone: the conformance test takes one tensor."""

    def build(self, query_shape, memory_in_shape):
        super().build(query_shape, memory_in_shape)

    def call(self, query, memory_in):
        return super().call(query, memory_in)["output"]

    def compute_output_shape(self, query_shape, memory_in_shape):
        return query_shape

    def compute_output_spec(self, query, memory_in):
        return keras.KerasTensor(query.shape, self.compute_dtype)


def test_layer():
    inputs = {"query": QUERY, "memory_in": MEMORY_IN}
    check_layer(ReadMemory, {"mode": "soft", "use_stop": True}, inputs)


def test_bad_arguments():
    with pytest.raises(ValueError, match="`mode`.*mode='firm'"):
        MemoryHop("firm")
    with pytest.raises(ValueError, match=r"one size.*\(4, 2\)"):
        MemoryHop()(QUERY[:, :2], MEMORY_IN)
    with pytest.raises(ValueError, match=r"must have a place.*\(4, 0, 3\)"):
        MemoryHop()(QUERY, MEMORY_IN[:, :0])
