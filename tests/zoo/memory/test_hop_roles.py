import numpy as np

from zoo.memory.hop_roles import hop_roles


def test_rows_are_signs_and_orthogonal():
    roles = hop_roles(12, 64)
    assert roles.shape == (12, 64) and roles.dtype == np.float32
    np.testing.assert_array_equal(roles @ roles.T, 64 * np.eye(12))
    assert (roles[0] == 1).all()


def test_cut_off():
    roles = hop_roles(12, 100)
    assert set(np.unique(roles)) == {-1, 1}
    overlap = roles @ roles.T - 100 * np.eye(12)
    assert abs(overlap).max() < 40
    assert hop_roles(5, 2).shape == (5, 2)
