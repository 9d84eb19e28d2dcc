"""The cell: consume a word, emit a filler."""

import keras
import numpy as np
import pytest
from atpl_reference import emit, lstm_step
from atpl_weights import randomize
from layer_checks import assert_close, save_and_load, to_numpy

from keras_tpr.layers import ATPLCell, TPRAttention

DIM = 4  # = units = batch, which a mistaken broadcast would not notice
STEPS = 5
RNG = np.random.default_rng(0)
WORDS = RNG.standard_normal((DIM, STEPS, DIM)).astype("float32")
FEATURES = RNG.standard_normal((DIM, 3)).astype("float32")
TAGS = RNG.uniform(size=(DIM, 2)).astype("float32")
MASK = np.arange(STEPS) < np.array([[5], [3], [1], [0]])

VARIANTS = {
    "plain": {},
    "tags": {"num_tags": 2, "tag_factors": 3},
    "scaled": {"tpr_scale": "length"},
    "tpr_input": {"lstm_inputs": ("word", "tpr")},
    "everything": {
        "lstm_inputs": ("filler", "tpr", "word"),
        "tpr_scale": "length",
        "num_tags": 2,
        "tag_factors": 3,
        "role_basis": "identity",
    },
}


def make(variant="plain", **options):
    cell = ATPLCell(DIM, DIM, 3, **{**VARIANTS[variant], **options})
    cell.build((None, DIM))
    randomize(cell)
    return cell


def start_of(cell):
    states = [to_numpy(x) for x in cell.get_initial_state(DIM)]
    states[cell.state_names.index("features")] = FEATURES
    if cell.num_tags:
        states[-1] = to_numpy(cell.project_tags(TAGS))
    return states


def weights_of(cell):
    read = lambda x: to_numpy(x.value).astype("float64")  # noqa: E731
    lstm = cell.lstm
    w = {"U": cell.roles.basis.astype("float64")}
    w["Wo"], w["bo"] = np.eye(DIM), np.zeros(DIM)
    for letter, layer in (
        ("v", cell.feature_attention),
        ("s", cell.reader),
        ("u", cell.role_attention),
    ):
        w["W" + letter], w["b" + letter] = read(layer.kernel), read(layer.bias)
    if cell.num_tags is None:
        w["kernel"], w["recurrent"] = (
            read(lstm.kernel),
            read(lstm.recurrent_kernel),
        )
        return {**w, "bias": read(lstm.bias)}
    gates_first = lambda x: np.stack(np.split(read(x), 4, -1))  # noqa: E731
    w["Wa"], w["Wb"] = gates_first(lstm.kernel), gates_first(lstm.tag_kernel)
    w["Ua"] = gates_first(lstm.recurrent_kernel)
    w["Ub"] = gates_first(lstm.recurrent_tag_kernel)
    w["Wc"], w["Uc"] = (
        read(lstm.factor_kernel),
        read(lstm.recurrent_factor_kernel),
    )
    return {**w, "b": read(lstm.bias).reshape(4, -1)}


def by_hand(cell, bound, read, mask):
    """Fillers `(B, T, dim)` from the equations, and the last states."""
    w = weights_of(cell)
    fillers, last = np.zeros((2, DIM, STEPS, DIM))[0], []
    for row in range(DIM):
        h = c = u = f = np.zeros(DIM)
        tpr, count = np.zeros((DIM, DIM)), 0
        for t in range(STEPS):
            if mask[row, t]:
                tpr = tpr + np.outer(bound[row, t], u)
                sources = {"word": read[row, t], "filler": f}
                sources["tpr"] = tpr.reshape(-1)
                x = np.concatenate([sources[n] for n in cell.lstm_inputs])
                h, c = lstm_step(w, x, h, c, TAGS[row])
                scale = max(count, 1) if cell.tpr_scale else 1
                emitted = emit(w, h, tpr, FEATURES[row], scale)
                f, u, count = emitted["f"], emitted["u"], count + 1
            fillers[row, t] = f
        last.append((f, u, h, c, tpr.reshape(-1)))
    return fillers, [np.stack(x) for x in zip(*last, strict=True)]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("unroll", [False, True])
def test_in_a_recurrent_layer_with_ragged_mask(variant, unroll):
    cell = make(variant)
    rnn = keras.layers.RNN(
        cell, return_sequences=True, return_state=True, unroll=unroll
    )
    start = start_of(cell)
    output, *states = to_numpy(rnn(WORDS, initial_state=start, mask=MASK))
    fillers, last = by_hand(cell, WORDS, WORDS, MASK)
    np.testing.assert_allclose(output, fillers, atol=1e-5)
    for actual, expected in zip(states, last, strict=False):
        np.testing.assert_allclose(actual, expected, atol=1e-5)
    assert_close(states[5], FEATURES)
    if cell.tpr_scale:
        assert states[6].reshape(-1).tolist() == MASK.sum(1).tolist()
    if cell.num_tags:
        assert_close(states[-1], start[-1])


def test_the_lstm_may_read_another_vector_than_is_bound():
    cell = make()
    heard = RNG.standard_normal(WORDS.shape).astype("float32")
    rnn = keras.layers.RNN(cell, return_sequences=True)
    output = rnn(
        np.concatenate([WORDS, heard], -1), initial_state=start_of(cell)
    )
    everywhere = np.ones_like(MASK)
    expected, _ = by_hand(cell, WORDS, heard, everywhere)
    np.testing.assert_allclose(to_numpy(output), expected, atol=1e-5)


def test_the_first_input_binds_nothing():
    cell = make()
    _, states = cell(WORDS[:, 0], start_of(cell))
    assert (to_numpy(states[4]) == 0).all()


def test_emit_works_on_any_leading_axes():
    cell = make()
    h = RNG.standard_normal((2, 3, DIM)).astype("float32")
    tpr = RNG.standard_normal((2, 3, DIM, DIM)).astype("float32")
    features = keras.ops.convert_to_tensor(FEATURES[:2, np.newaxis])
    given = to_numpy(cell.emit(h, tpr, features))
    w = weights_of(cell)
    for row, t in np.ndindex(2, 3):
        expected = emit(w, h[row, t], tpr[row, t], FEATURES[row])
        for name in ("f", "u", "a_u", "a_v", "S"):
            np.testing.assert_allclose(
                given[name][row, t], expected[name], atol=1e-5, err_msg=name
            )
    assert_close(given["q"], FEATURES[:2, np.newaxis] * given["a_v"])
    known = cell.emit(h, tpr, features, u=given["u"], a_u=given["a_u"])
    assert_close(known, given)


@pytest.mark.parametrize("variant", ["plain", "everything"])
def test_states_follow_the_rules_of_cells(variant):
    cell = make(variant)
    start = cell.get_initial_state(3)
    output, states = cell(WORDS[:3, 0], start)
    assert states[0] is output
    shapes = [tuple(x.shape) for x in states]
    assert shapes == [(3, n) for n in cell.state_size]
    promised, promised_states = cell.compute_output_shape((3, DIM))
    assert promised == tuple(output.shape)
    assert promised_states == shapes


@pytest.mark.parametrize("variant", VARIANTS)
def test_config_and_file(variant):
    cell = make(variant)
    revived = ATPLCell.from_config(cell.get_config())
    assert revived.get_config() == cell.get_config()
    words = keras.Input((None, DIM))
    states = [keras.Input((n,)) for n in cell.state_size]
    output = keras.layers.RNN(cell)(words, initial_state=states)
    model = keras.Model([words, *states], output)
    given = [WORDS, *start_of(cell)]
    assert_close(save_and_load(model)(given), model(given))


def test_given_attentions_are_used_and_saved():
    attentions = {
        "feature_attention": TPRAttention(3, activation="tanh"),
        "role_attention": TPRAttention(DIM, activation="softmax"),
    }
    cell = make(**attentions)
    assert cell.role_attention is attentions["role_attention"]
    # The last role is a softmax of the basis: U^T gives its weights back.
    _, states = cell(WORDS[:, 0], start_of(cell))
    weights = to_numpy(states[1]) @ cell.roles.basis
    np.testing.assert_allclose(weights.sum(-1), 1.0, atol=1e-6)
    revived = ATPLCell.from_config(cell.get_config())
    assert revived.feature_attention.activation is keras.activations.tanh
    assert revived.role_attention.activation is keras.activations.softmax
    assert revived.feature_attention is not cell.feature_attention


def test_layers_do_not_start_equal():
    cell = ATPLCell(DIM, DIM, DIM)
    cell.build((None, DIM))
    first, second = cell.feature_attention.kernel, cell.role_attention.kernel
    assert (to_numpy(first.value) != to_numpy(second.value)).any()
    kernel, recurrent = cell.lstm.kernel, cell.lstm.recurrent_kernel
    assert (to_numpy(kernel.value) != to_numpy(recurrent.value)).any()


@pytest.mark.parametrize("policy", ["mixed_bfloat16", "mixed_float16"])
def test_mixed_precision(policy):
    if (policy, keras.backend.backend()) == ("mixed_float16", "torch"):
        pytest.skip("PyTorch has no float16 products on CPUs")
    cell = ATPLCell(DIM, DIM, 3, tpr_scale="length", dtype=policy)
    rnn = keras.layers.RNN(cell, return_sequences=True, dtype=policy)
    output = rnn(WORDS, initial_state=cell.get_initial_state(DIM))
    assert keras.backend.standardize_dtype(output.dtype) == policy[6:]
    assert np.isfinite(to_numpy(output).astype("float32")).all()


@pytest.mark.parametrize(
    "options, message",
    [
        ({"dim": 5}, "powers of two.*dim=5"),
        ({"units": -1}, "`units`.*units=-1"),
        ({"feature_dim": 0}, "`feature_dim`.*feature_dim=0"),
        ({"num_tags": 0}, "`num_tags`.*num_tags=0"),
        ({"num_tags": 2, "tag_factors": 0}, "`factors`.*factors=0"),
        ({"lstm_inputs": ()}, r"`lstm_inputs`.*\(\)"),
        ({"lstm_inputs": ("tags",)}, "`lstm_inputs`.*'tags'"),
        ({"tpr_scale": "mean"}, "`tpr_scale`.*'mean'"),
        ({"role_basis": None}, "`role_basis`.*None"),
        (
            {"role_attention": TPRAttention(3)},
            "`role_attention`.*32 units.*of 3 units",
        ),
        (
            {"feature_attention": keras.layers.Dense(2048)},
            "`feature_attention`.*TPRAttention of 2048 units.*Dense",
        ),
    ],
)
def test_bad_options(options, message):
    with pytest.raises(ValueError, match=message):
        ATPLCell(**options)


def test_bad_input():
    with pytest.raises(ValueError, match=r"`dim`=4.*\(None, 5\)"):
        ATPLCell(DIM).build((None, 5))
