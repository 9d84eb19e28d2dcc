"""One node of a Tree-LSTM."""

import keras
import numpy as np
import pytest
from atpl_weights import randomize
from gradients_of import gradients_of
from layer_checks import assert_close, save_and_load, to_numpy
from tree_lstm_cases import CELLS, NARY, SIZE, UNITS, make_cell
from tree_lstm_reference import node_states, read_weights, sigmoid

from keras_tpr.layers import TreeLSTMCell

RNG = np.random.default_rng(0)
NODES = 5
X = RNG.standard_normal((NODES, SIZE)).astype("float32")


def children(slots, seed=1):
    """States of children that are there in all, in some and in no slot."""
    rng = np.random.default_rng(seed)
    h, c = rng.standard_normal((2, NODES, slots, UNITS)).astype("float32")
    mask = rng.uniform(size=(NODES, slots)) < 0.6
    mask[0], mask[1] = True, False
    return h, c, mask


@pytest.mark.parametrize("name", CELLS)
def test_equations(name):
    cell = make_cell(name)
    slots = cell.arity or 3
    child_h, child_c, mask = children(slots)
    h, c = cell(X, child_h, child_c, mask)
    w = read_weights(cell)
    for n in range(NODES):
        there = range(slots)
        if cell.kind == "child_sum":
            there = np.flatnonzero(mask[n])
        expected = node_states(
            w,
            X[n].astype("float64"),
            [child_h[n, k] if mask[n, k] else None for k in there],
            [child_c[n, k] if mask[n, k] else None for k in there],
        )
        assert_close((h[n], c[n]), expected, atol=1e-5)


def test_a_forget_gate_for_each_child():
    """It sees the state of its own child, not the sum over all."""
    cell = make_cell()
    child_h = RNG.standard_normal((1, 2, UNITS)).astype("float32")
    both = np.ones((1, 2), bool)

    def memory(first, second):
        child_c = np.ones((1, 2, UNITS), "float32")
        child_c *= np.reshape([first, second], (1, 2, 1))
        return to_numpy(cell(X[:1], child_h, child_c, both)[1])

    kept = [memory(1, 0) - memory(0, 0), memory(0, 1) - memory(0, 0)]
    assert abs(kept[0] - kept[1]).max() > 0.05
    w = read_weights(cell)
    for gate, h in zip(kept, child_h[0], strict=True):
        expected = sigmoid(X[:1] @ w["Wf"] + h @ w["Uf"] + w["bf"])
        np.testing.assert_allclose(gate, expected, atol=1e-5)


@pytest.mark.parametrize("coupling", ["full", "diagonal"])
def test_nary_with_equal_weights_is_child_sum(coupling):
    cell = make_cell("child_sum")
    nary = TreeLSTMCell(UNITS, "nary", arity=2, forget_coupling=coupling)
    nary.build((None, SIZE))
    nary.kernel.assign(cell.kernel)
    nary.bias.assign(cell.bias)
    u_i, u_f, u_u, u_o = np.split(to_numpy(cell.recurrent_kernel), 4, axis=1)
    rest = [np.concatenate([u, u]) for u in (u_i, u_u, u_o)]
    if coupling == "full":
        zero = np.zeros_like(u_f)
        forget = [np.block([[u_f, zero], [zero, u_f]])]
    else:
        nary.recurrent_forget_kernel.assign(np.stack([u_f, u_f]))
        forget = []
    nary.recurrent_kernel.assign(
        np.concatenate([rest[0], *forget, *rest[1:]], axis=1)
    )
    given = children(2)
    assert_close(nary(X, *given), cell(X, *given), atol=1e-5)


def test_order_of_children():
    h, c, mask = children(2)
    swapped = (x[:, ::-1] for x in (h, c, mask))
    cell = make_cell("child_sum")
    assert_close(cell(X, *swapped), cell(X, h, c, mask), atol=1e-5)
    cell = make_cell("nary")
    changed, _ = cell(X[:1], h[:1, ::-1], c[:1, ::-1], mask[:1])
    same, _ = cell(X[:1], h[:1], c[:1], mask[:1])
    assert abs(to_numpy(changed) - to_numpy(same)).max() > 1e-2


@pytest.mark.parametrize("name", ["child_sum", "nary", "linear"])
def test_states_of_no_child_do_nothing(name):
    cell = make_cell(name)
    h, c, mask = children(2)
    expected = to_numpy(cell(X, h, c, mask))
    h[~mask], c[~mask] = np.nan, np.inf
    assert_close(cell(X, h, c, mask), expected)


def test_leading_axes_are_free():
    cell = make_cell("nary")
    h, c, mask = children(2)
    expected = to_numpy(cell(X, h, c, mask))
    wide = [np.stack([x, x[::-1]]) for x in (X, h, c, mask)]
    found = to_numpy(cell(*wide))
    for part, whole in zip(found, expected, strict=True):
        assert part.shape == (2, NODES, UNITS)
        assert_close(part[0], whole)
        assert_close(part[1], whole[::-1])


LINEAR = {**NARY, "leaf_mode": "linear"}


# A chain of nodes is an LSTM, so that its rows of the table are here too; the
# second layer of two reads the states of the first. The table has two biases
# for a sum of products, and so as many weights more.
@pytest.mark.parametrize(
    "units, sizes, options, output_gate, published, count",
    [
        (150, [300], {}, False, 203_400, 202_950),
        (108, [300, 108], {}, False, 203_472, 202_824),
        (142, [300], LINEAR, False, 205_190, 204_622),
        (150, [300], {}, False, 203_400, 202_950),
        (168, [300], {}, True, 315_840, 315_168),
        (120, [300, 120], {}, True, 318_720, 317_760),
        (150, [300], LINEAR, True, 316_800, 316_050),
        (168, [300], {}, True, 315_840, 315_168),
    ],
)
def test_number_of_weights(
    units, sizes, options, output_gate, published, count
):
    found = second_biases = 0
    for size in sizes:
        cell = TreeLSTMCell(units, output_gate=output_gate, **options)
        cell.build((None, size))
        found += cell.count_params()
        second_biases += cell.bias.shape[0]
    assert (found, found + second_biases) == (count, published)


def test_number_of_weights_of_full_coupling():
    cell = TreeLSTMCell(150, "nary", arity=2)
    cell.build((None, 300))
    assert cell.count_params() == 405_600


def test_names_and_shapes_of_weights():
    def shapes(**options):
        cell = TreeLSTMCell(UNITS, **options)
        cell.build((None, SIZE))
        return {w.name: tuple(w.shape) for w in cell.weights}

    assert shapes() == {
        "kernel": (3, 16), "recurrent_kernel": (4, 16), "bias": (16,),
    }  # fmt: skip
    assert shapes(kind="nary", arity=3, output_gate=False) == {
        "kernel": (3, 12), "recurrent_kernel": (12, 20), "bias": (12,),
    }  # fmt: skip
    assert shapes(**NARY, forget_coupling="diagonal") == {
        "kernel": (3, 16), "recurrent_kernel": (8, 12),
        "recurrent_forget_kernel": (2, 4, 4), "bias": (16,),
    }  # fmt: skip
    assert shapes(**NARY, leaf_mode="linear") == {
        "leaf_kernel": (3, 8), "leaf_bias": (8,),
        "recurrent_kernel": (8, 20), "bias": (20,),
    }  # fmt: skip


@pytest.mark.parametrize(
    "name, ones",
    [("child_sum", (4, 8)), ("nary", (4, 8)), ("linear", (4, 12))],
)
def test_unit_forget_bias(name, ones):
    cell = TreeLSTMCell(UNITS, **CELLS[name], unit_forget_bias=True)
    cell.build((None, SIZE))
    expected = np.zeros(cell.bias.shape)
    expected[slice(*ones)] = 1.0
    np.testing.assert_array_equal(to_numpy(cell.bias), expected)


@pytest.mark.parametrize("name", ["child_sum", "nary, diagonal", "linear"])
def test_every_weight_has_a_gradient(name):
    cell = make_cell(name)
    given = children(2)

    def value():
        h, c = cell(X, *given)
        return keras.ops.sum(h * h) + keras.ops.sum(c)

    for gradient in gradients_of(value, cell.trainable_weights):
        assert np.abs(gradient).max() > 1e-4


def test_regularizers_and_constraints_reach_the_weights():
    cell = TreeLSTMCell(
        UNITS,
        **NARY,
        forget_coupling="diagonal",
        kernel_regularizer="l2",
        recurrent_regularizer="l1",
        bias_regularizer="l2",
        kernel_constraint="non_neg",
        recurrent_constraint="unit_norm",
        bias_constraint="non_neg",
        bias_initializer="ones",
    )
    cell.build((None, SIZE))
    kinds = {
        w.name: (type(w.regularizer).__name__, type(w.constraint).__name__)
        for w in cell.weights
    }
    assert kinds == {
        "kernel": ("L2", "NonNeg"),
        "recurrent_kernel": ("L1", "UnitNorm"),
        "recurrent_forget_kernel": ("L1", "UnitNorm"),
        "bias": ("L2", "NonNeg"),
    }
    assert len(cell.losses) == 4
    revived = TreeLSTMCell.from_config(cell.get_config())
    assert revived.get_config() == cell.get_config()


@pytest.mark.parametrize("policy", ["mixed_bfloat16", "mixed_float16"])
def test_c_stays_in_float32(policy):
    if keras.backend.backend() == "torch" and policy == "mixed_float16":
        pytest.skip("PyTorch has no float16 products on CPUs")
    cell = TreeLSTMCell(UNITS, dtype=policy)
    cell.build((None, SIZE))
    randomize(cell)
    exact = make_cell()
    given = children(3)
    # More than a 16-bit number can tell from its neighbours.
    given[1][:] += 1000.0
    h, c = cell(X, *given)
    assert keras.backend.standardize_dtype(h.dtype) == policy[6:]
    assert keras.backend.standardize_dtype(c.dtype) == "float32"
    expected = to_numpy(exact(X, *given))
    np.testing.assert_allclose(to_numpy(c), expected[1], rtol=0.02, atol=0.02)
    # Multiplied with gates of 16 bits, but itself not rounded to them.
    _, kept = cell(X, given[0], given[1] + 0.01, given[2])
    assert abs(to_numpy(kept) - to_numpy(c)).max() > 1e-3
    symbolic = cell(
        keras.KerasTensor((2, SIZE)),
        keras.KerasTensor((2, 3, UNITS)),
        keras.KerasTensor((2, 3, UNITS)),
        keras.KerasTensor((2, 3), dtype="bool"),
    )
    assert [x.dtype for x in symbolic] == [policy[6:], "float32"]
    assert all(w.dtype == "float32" for w in cell.weights)


@pytest.mark.parametrize("name", CELLS)
def test_file(name):
    cell = make_cell(name)
    slots = cell.arity or 3
    given = {
        "x": X,
        **dict(zip(("h", "c", "mask"), children(slots), strict=True)),
    }
    inputs = {
        key: keras.Input(value.shape[1:], dtype=str(value.dtype), name=key)
        for key, value in given.items()
    }
    model = keras.Model(inputs, list(cell(*inputs.values())))
    assert_close(save_and_load(model)(given), model(given))


@pytest.mark.parametrize(
    "options, message",
    [
        ({"units": 0}, "`units`.*units=0"),
        ({"units": 2.5}, "`units`.*units=2.5"),
        ({"kind": "binary"}, "`kind`.*child_sum.*kind='binary'"),
        ({"kind": "nary"}, "`arity`.*arity=None"),
        ({"kind": "nary", "arity": 0}, "`arity`.*arity=0"),
        ({"arity": 2}, "`arity`.*arity=2.*nary"),
        ({"leaf_mode": "linear"}, "`leaf_mode`.*N-ary.*nary"),
        ({"leaf_mode": "none"}, "`leaf_mode`.*linear.*'none'"),
        ({"forget_coupling": "diagonal"}, "`forget_coupling`.*N-ary"),
        ({"forget_coupling": "all"}, "`forget_coupling`.*full.*'all'"),
    ],
)
def test_bad_arguments(options, message):
    with pytest.raises(ValueError, match=message):
        TreeLSTMCell(**{"units": 4, **options})


def test_another_number_of_slots():
    with pytest.raises(ValueError, match=r"arity=2.*\(5, 3, 4\).*has 3"):
        TreeLSTMCell(UNITS, "nary", arity=2)(X, *children(3))
