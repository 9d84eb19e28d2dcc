"""The fixed basis of the unbinding vectors."""

import keras
import numpy as np
import pytest
from atpl_reference import sylvester
from hypothesis import given
from hypothesis import strategies as st
from layer_checks import assert_close, check_layer, save_and_load, to_numpy

from keras_tpr.layers import HadamardRoles

BASES = ("hadamard", "orthogonal", "identity")


def test_values_by_hand():
    half = np.array([[0.5, 0.5, 0.5, 0.5]])
    signs = 0.5 * np.array(
        [[1, 1, 1, 1], [1, -1, 1, -1], [1, 1, -1, -1], [1, -1, -1, 1]]
    )
    np.testing.assert_allclose(HadamardRoles(4).basis, signs)
    assert to_numpy(HadamardRoles(4)(half)).tolist() == [[1.0, 0.0, 0.0, 0.0]]


@pytest.mark.parametrize("dim", [1, 2, 4, 32, 128])
def test_sylvester_matrix(dim):
    assert_close(HadamardRoles(dim).basis, sylvester(dim).astype("float32"))


@pytest.mark.parametrize("basis", BASES)
@given(st.integers(0, 5))
def test_every_basis_is_orthonormal(basis, log_dim):
    u = HadamardRoles(2**log_dim, basis).basis.astype("float64")
    assert_close(u @ u.T, np.eye(2**log_dim), atol=1e-6)


@pytest.mark.parametrize("basis", BASES)
def test_lengths_and_angles_are_those_of_the_attention(basis):
    a = np.random.default_rng(0).uniform(size=(5, 8)).astype("float32")
    u = to_numpy(HadamardRoles(8, basis)(a))
    assert_close(u @ u.T, a @ a.T, atol=1e-5)


def test_combines_the_columns_of_the_basis():
    layer = HadamardRoles(5, "orthogonal", seed=1)
    a = np.random.default_rng(0).uniform(size=(2, 3, 5)).astype("float32")
    expected = np.einsum("ij,btj->bti", layer.basis, a)
    assert_close(layer(a), expected)


def test_identity_changes_nothing():
    a = np.random.default_rng(0).uniform(size=(2, 6)).astype("float32")
    np.testing.assert_array_equal(to_numpy(HadamardRoles(6, "identity")(a)), a)


def test_the_random_basis_follows_from_the_config():
    layer = HadamardRoles(6, "orthogonal")
    assert isinstance(layer.seed, int)
    assert (HadamardRoles(6, "orthogonal").basis != layer.basis).any()
    revived = HadamardRoles.from_config(layer.get_config())
    np.testing.assert_array_equal(revived.basis, layer.basis)


def test_has_no_weights_and_survives_a_file():
    inputs = keras.Input((6,))
    model = keras.Model(inputs, HadamardRoles(6, "orthogonal")(inputs))
    assert model.weights == []
    a = np.random.default_rng(0).uniform(size=(2, 6)).astype("float32")
    assert_close(save_and_load(model)(a), model(a))


@pytest.mark.parametrize("basis", BASES)
def test_layer(basis):
    arguments = {"dim": 4, "role_basis": basis, "seed": 2}
    check_layer(HadamardRoles, arguments, np.ones((2, 3, 4)))


@pytest.mark.parametrize(
    "arguments, message",
    [
        ((6,), "dim=6. Use 4 or 8.*`role_basis='orthogonal'`"),
        ((0,), "`dim`.*dim=0"),
        ((4.0,), "`dim`.*dim=4.0"),
        ((4, "sine"), "`role_basis`.*'sine'"),
    ],
)
def test_bad_arguments(arguments, message):
    with pytest.raises(ValueError, match=message):
        HadamardRoles(*arguments)


def test_bad_width():
    with pytest.raises(ValueError, match=r"`dim`=4.*\(2, 3\)"):
        HadamardRoles(4)(np.ones((2, 3)))
