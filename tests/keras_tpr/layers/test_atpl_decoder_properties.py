"""What follows from the equations of the decoder, whatever its weights."""

import keras
import numpy as np
import pytest
from atpl_cases import FEATURES, MASK, TOKENS, arguments, make
from atpl_reference import word_losses
from atpl_weights import randomize
from hypothesis import given, settings
from hypothesis import strategies as st
from layer_checks import to_numpy

from keras_tpr.layers import ATPLDecoder

DIM = 4


def internals(scale, seed, basis="hadamard"):
    decoder = make(return_internals=True, role_basis=basis)
    randomize(decoder, scale, seed)
    return to_numpy(decoder(**arguments(decoder)))


some_weights = given(st.floats(0.01, 1.0), st.integers(0, 1000))
few = settings(max_examples=15)


@few
@some_weights
def test_bounds(scale, seed):
    given = internals(scale, seed)
    assert (abs(given["S"]) < 1).all()
    for name in ("a_u", "a_v"):
        assert ((given[name] > 0) & (given[name] < 1)).all()
    length = np.linalg.norm(given["u"], axis=-1)
    attended = np.linalg.norm(given["a_u"], axis=-1)
    np.testing.assert_allclose(length, attended, rtol=1e-5)
    assert (length < np.sqrt(DIM)).all()
    rows = np.linalg.norm(given["S"], axis=-1)
    limit = rows * length[..., np.newaxis]
    assert (abs(given["f"]) <= limit * (1 + 1e-5)).all()
    assert (limit < DIM).all()


@few
@some_weights
def test_roles_are_never_orthogonal(scale, seed):
    given = internals(scale, seed)
    u, a = given["u"].reshape(-1, DIM), given["a_u"].reshape(-1, DIM)
    np.testing.assert_allclose(u @ u.T, a @ a.T, rtol=1e-4)
    assert (u @ u.T > 0).all()


@few
@some_weights
def test_distances_of_roles_are_those_of_their_attention(scale, seed):
    given = internals(scale, seed, "orthogonal")
    u, a = given["u"].reshape(-1, DIM), given["a_u"].reshape(-1, DIM)
    distances = [np.linalg.norm(x[:, np.newaxis] - x, axis=-1) for x in (u, a)]
    np.testing.assert_allclose(*distances, atol=1e-5)


@pytest.mark.parametrize("parallel", [True, False])
def test_zero_weights(parallel):
    decoder = ATPLDecoder(
        50, 32, 5, 3, return_internals=True, parallel=parallel
    )
    decoder.build(TOKENS.shape, FEATURES.shape)
    for weight in decoder.weights:
        weight.assign(np.zeros(weight.shape))
    given = to_numpy(decoder(TOKENS, FEATURES))
    assert (given["a_u"] == 0.5).all()
    first = np.zeros(32)
    first[0] = np.sqrt(32) / 2
    np.testing.assert_allclose(
        given["u"], np.broadcast_to(first, given["u"].shape), atol=1e-6
    )
    np.testing.assert_allclose(given["u"][..., 0], 2.828427, rtol=1e-6)
    assert (given["f"] == 0).all()
    losses = word_losses(given["logits"], TOKENS)
    np.testing.assert_allclose(losses, np.log(50), rtol=1e-6)


def test_logits_have_little_rank():
    logits = internals(1.0, 0)["logits"].reshape(-1, 7)
    assert np.linalg.matrix_rank(logits, tol=1e-4) <= DIM + 1


def test_tilde_s_adds_up_the_bindings_of_real_words():
    decoder = make(return_internals=True)
    given = to_numpy(decoder(TOKENS, FEATURES, padding_mask=MASK))
    words = to_numpy(decoder.embedding.embeddings.value)[TOKENS]
    words = words * MASK[..., np.newaxis]
    bound = np.einsum("bti,btj->btij", words, given["u"])
    np.testing.assert_allclose(given["S_tilde"], bound.cumsum(1), atol=1e-5)
    assert (given["S_tilde"][2] == 0).all()


def test_word_vectors_start_with_zero_mean():
    decoder = ATPLDecoder(100, 4, 3, 3)
    decoder.build((1, 2), (1, 3))
    table = to_numpy(decoder.embedding.embeddings.value)
    np.testing.assert_allclose(table.mean(0), 0.0, atol=1e-7)
    assert 0.02 < table.std() < 0.04  # uniform in +-0.05: 0.029


def test_biases_start_at_zero_and_layers_differ():
    decoder = ATPLDecoder(10, 4, 3, 3)
    decoder.build((1, 2), (1, 3))
    kernels = []
    for weight in decoder.weights:
        value = to_numpy(weight.value)
        if weight.name == "bias":
            assert (value == 0).all()
        else:
            kernels.append(value.reshape(-1)[:9])
    for n, kernel in enumerate(kernels):
        assert all((kernel != other).any() for other in kernels[:n])


def test_default_initializer_of_the_lstm_is_uniform():
    decoder = ATPLDecoder(10, 4, 30, 3)
    decoder.build((1, 2), (1, 3))
    kernel = to_numpy(decoder.cell.lstm.recurrent_kernel.value)
    assert 0.045 < abs(kernel).max() <= 0.05
    assert isinstance(
        decoder.kernel_initializer, keras.initializers.RandomUniform
    )
