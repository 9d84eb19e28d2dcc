import numpy as np
import pytest

from keras_tpr.analysis import cluster_roles
from keras_tpr.layers import HadamardRoles


def groups(count=20, dim=8):
    """Three groups of attention weights around centres of their own."""
    rng = np.random.default_rng(0)
    centres = rng.random((3, dim))
    kinds = np.arange(3 * count) % 3
    return centres[kinds] + 0.01 * rng.standard_normal((3 * count, dim)), kinds


def assert_same_partition(a, b):
    assert ((a[:, None] == a) == (b[:, None] == b)).all()


def test_finds_the_groups():
    roles, kinds = groups()
    clusters = cluster_roles(roles, 3)
    assert clusters.shape == (60,)
    assert_same_partition(clusters, kinds)


def test_roles_and_their_attention_have_the_same_clusters():
    a_u, _ = groups()
    basis = np.asarray(HadamardRoles(8).basis)
    assert_same_partition(
        cluster_roles(a_u @ basis.T, 3), cluster_roles(a_u, 3)
    )


def test_a_large_common_part_does_not_matter():
    roles, kinds = groups()
    assert_same_partition(cluster_roles(roles + 1e3, 3), kinds)


def test_seed():
    roles = np.random.default_rng(0).random((50, 4))
    first = cluster_roles(roles, 5, seed=3)
    np.testing.assert_array_equal(cluster_roles(roles, 5, seed=3), first)


def test_as_many_clusters_as_words():
    assert len(set(cluster_roles(np.eye(4), 4).tolist())) == 4
    assert cluster_roles(np.eye(4), 1).tolist() == [0] * 4


@pytest.mark.parametrize("num_clusters", [0, 5])
def test_bad_number(num_clusters):
    with pytest.raises(ValueError, match="`num_clusters` must be between"):
        cluster_roles(np.eye(4), num_clusters)


def test_bad_rank():
    with pytest.raises(ValueError, match="roles of shape"):
        cluster_roles(np.ones((2, 3, 4)), 1)
