"""Exact dual vectors."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from layer_checks import assert_close, to_numpy

from keras_tpr.layers import HadamardRoles, TPRBind, TPRUnbind, dual_roles


def test_values_by_hand():
    roles = np.array([[1.0, 0.0, 1.0], [0.0, 2.0, 0.0]], "float32")
    expected = np.array([[0.5, 0.0, 0.5], [0.0, 0.5, 0.0]], "float32")
    assert_close(dual_roles(roles), expected)


@given(st.integers(1, 6), st.integers(0, 3), st.integers(0, 2**32 - 1))
def test_every_filler_reads_back_exactly(count, spare, seed):
    rng = np.random.default_rng(seed)
    size = count + spare
    roles = _independent(rng, count, size)
    fillers = rng.standard_normal((1, count, 3)).astype("float32")
    tpr = TPRBind()([fillers, roles[np.newaxis]])
    duals = dual_roles(roles)
    for t in range(count):
        read = TPRUnbind()([tpr, to_numpy(duals)[np.newaxis, t]])
        assert_close(read, fillers[:, t], atol=1e-4)


def test_equals_the_pseudo_inverse():
    roles = _independent(np.random.default_rng(0), 4, 7)
    expected = np.linalg.pinv(roles.astype("float64")).T
    assert_close(dual_roles(roles), expected.astype("float32"), atol=1e-5)


@pytest.mark.parametrize("basis", ["hadamard", "orthogonal", "identity"])
def test_orthonormal_roles_are_their_own_duals(basis):
    roles = HadamardRoles(8, basis).basis
    assert_close(dual_roles(roles), roles)


def test_leading_axes():
    rng = np.random.default_rng(0)
    roles = np.stack([_independent(rng, 3, 5) for _ in range(4)])
    roles = roles.reshape(2, 2, 3, 5)
    expected = np.stack([to_numpy(dual_roles(r)) for r in roles[0]])
    assert_close(to_numpy(dual_roles(roles))[0], expected)


@pytest.mark.parametrize(
    "shape, message",
    [
        ((3, 2), "`roles` holds 3 roles of size 2"),
        ((3,), r"`roles` must hold the roles as rows.*\(3,\)"),
    ],
)
def test_bad_roles(shape, message):
    with pytest.raises(ValueError, match=message):
        dual_roles(np.ones(shape, "float32"))


def _independent(rng, count, size):
    """Rows far from dependent: orthonormal ones, mixed and scaled."""
    rows = np.linalg.qr(rng.standard_normal((size, count)))[0].T
    mixing = np.eye(count) + 0.5 * np.tril(rng.uniform(-1, 1, (count,) * 2), -1)
    return (mixing @ rows * rng.uniform(0.5, 2.0)).astype("float32")
