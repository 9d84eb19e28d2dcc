"""One step of the tag-composed LSTM."""

import keras
import numpy as np
import pytest
from atpl_reference import lstm_step
from atpl_weights import randomize
from layer_checks import assert_close, save_and_load, to_numpy

from keras_tpr.layers import SCNLSTMCell

UNITS = 4  # = batch, which a mistaken broadcast would not notice
RNG = np.random.default_rng(0)
X = RNG.standard_normal((UNITS, 3)).astype("float32")
H, C = RNG.standard_normal((2, UNITS, UNITS)).astype("float32")
TAGS = RNG.uniform(size=(UNITS, 2)).astype("float32")
MASK = np.arange(6) < np.array([[6], [3], [1], [0]])


def make(factors=5, **options):
    cell = SCNLSTMCell(UNITS, num_tags=2, factors=factors, **options)
    cell.build((None, 3))
    randomize(cell)
    return cell


def explicit_weights(cell):
    """The factors with the gate axis first, as in the equations."""
    value = {w.name: to_numpy(w.value).astype("float64") for w in cell.weights}
    by_gate = {
        name: np.stack(np.split(value[weight], 4, axis=-1))
        for name, weight in {
            "Wa": "kernel",
            "Wb": "tag_kernel",
            "Ua": "recurrent_kernel",
            "Ub": "recurrent_tag_kernel",
            "b": "bias",
        }.items()
    }
    return {
        **by_gate,
        "Wc": value["factor_kernel"],
        "Uc": value["recurrent_factor_kernel"],
    }


def test_equals_explicit_composed_matrices():
    cell = make()
    h, states = cell(X, [H, C, cell.project_tags(TAGS)])
    w = explicit_weights(cell)
    for row in range(UNITS):
        expected = lstm_step(w, X[row], H[row], C[row], TAGS[row])
        np.testing.assert_allclose(to_numpy(h)[row], expected[0], atol=1e-6)
        np.testing.assert_allclose(
            to_numpy(states[1])[row], expected[1], atol=1e-6
        )
    assert states[0] is h


def test_a_tag_of_its_own_selects_a_matrix():
    """With one-hot tags and a factor a tag, each tag has its own LSTM."""
    cell = make()
    onehot = np.eye(2, dtype="float32")
    h, _ = cell(X[:2], [H[:2], C[:2], cell.project_tags(onehot)])
    w = explicit_weights(cell)
    for tag in range(2):
        plain = {
            name: np.concatenate(
                [w[a][g] @ np.diag(w[b][g, tag]) @ w[c][g] for g in range(4)],
                axis=1,
            )
            for name, (a, b, c) in {
                "kernel": ("Wa", "Wb", "Wc"),
                "recurrent": ("Ua", "Ub", "Uc"),
            }.items()
        }
        plain["bias"] = w["b"].reshape(-1)
        expected, _ = lstm_step(plain, X[tag], H[tag], C[tag])
        np.testing.assert_allclose(to_numpy(h)[tag], expected, atol=1e-6)


def test_without_tags_only_the_bias_is_left():
    cell = make()
    start = cell.get_initial_state(UNITS)
    assert [s.shape[-1] for s in start] == [UNITS, UNITS, 40]
    h, _ = cell(X, start)
    other, _ = cell(2 * X, start)
    assert_close(h, other)
    z = to_numpy(cell.bias.value).reshape(4, UNITS)
    i, _, g, o = 1 / (1 + np.exp(-z))
    expected = o * np.tanh(i * np.tanh(z[2]))
    assert_close(h, np.tile(expected, (UNITS, 1)).astype("float32"))


@pytest.mark.parametrize("unroll", [False, True])
def test_in_a_recurrent_layer_with_ragged_mask(unroll):
    cell = make()
    words = RNG.standard_normal((UNITS, 6, 3)).astype("float32")
    zero = np.zeros((UNITS, UNITS), "float32")
    rnn = keras.layers.RNN(
        cell, return_sequences=True, return_state=True, unroll=unroll
    )
    start = [zero, zero, cell.project_tags(TAGS)]
    output, *states = to_numpy(rnn(words, initial_state=start, mask=MASK))
    w = explicit_weights(cell)
    for row in range(UNITS):
        h = c = np.zeros(UNITS)
        for t in range(6):
            if MASK[row, t]:
                h, c = lstm_step(w, words[row, t], h, c, TAGS[row])
            np.testing.assert_allclose(output[row, t], h, atol=1e-6)
        np.testing.assert_allclose(states[0][row], h, atol=1e-6)
        np.testing.assert_allclose(states[1][row], c, atol=1e-6)
    assert_close(states[2], start[2])


def test_config_and_file():
    cell = SCNLSTMCell(
        UNITS,
        num_tags=2,
        factors=3,
        kernel_initializer="glorot_uniform",
        recurrent_initializer="orthogonal",
        bias_initializer="ones",
        kernel_regularizer=keras.regularizers.L2(0.1),
        dtype="mixed_bfloat16",
    )
    revived = SCNLSTMCell.from_config(cell.get_config())
    assert revived.get_config() == cell.get_config()
    inputs, tags = keras.Input((None, 3)), keras.Input((40,))
    zero = keras.layers.Dense(UNITS, kernel_initializer="zeros")(tags)
    rnn = keras.layers.RNN(make())
    model = keras.Model(
        [inputs, tags], rnn(inputs, initial_state=[zero, zero, tags])
    )
    given = [X[:, None], np.ones((UNITS, 40), "float32")]
    assert_close(save_and_load(model)(given), model(given))


def test_regularizers_reach_all_weights_of_their_group():
    l1 = keras.regularizers.L1(1.0)
    cell = make(
        kernel_regularizer=l1, recurrent_regularizer=l1, bias_regularizer=l1
    )
    total = sum(abs(to_numpy(w.value)).sum() for w in cell.weights)
    penalty = sum(to_numpy(loss) for loss in cell.losses)
    np.testing.assert_allclose(penalty, total, rtol=1e-5)


@pytest.mark.parametrize("policy", ["mixed_bfloat16", "mixed_float16"])
def test_mixed_precision(policy):
    if (policy, keras.backend.backend()) == ("mixed_float16", "torch"):
        pytest.skip("PyTorch has no float16 products on CPUs")
    cell = SCNLSTMCell(UNITS, num_tags=2, factors=3, dtype=policy)
    start = cell.get_initial_state(UNITS)
    h, states = cell(X, start)
    for x in (h, *states):
        assert keras.backend.standardize_dtype(x.dtype) == policy[6:]
    assert np.isfinite(to_numpy(h).astype("float32")).all()


def test_output_shape():
    h, states = make().compute_output_shape((None, 3))
    assert h == (None, UNITS)
    assert states == [(None, UNITS), (None, UNITS), (None, 40)]


@pytest.mark.parametrize("name", ["units", "num_tags", "factors"])
@pytest.mark.parametrize("value", [0, -2, 1.5, "4"])
def test_bad_sizes(name, value):
    with pytest.raises(ValueError, match=f"`{name}`.*{name}={value!r}"):
        SCNLSTMCell(**{name: value})
