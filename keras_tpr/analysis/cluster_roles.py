"""Clusters of role vectors."""

import numpy as np


def cluster_roles(roles, num_clusters, seed=0):
    """K-means over role vectors, with the corpus mean taken off.

    All roles share a large constant component (the attention weights are
    positive), which says nothing; it is subtracted first.

    Args:
        roles: `(N, dim)`, `u` or `a_u`: the same clusters, as the basis is
            orthonormal.
        num_clusters: number of clusters, at most `N`.
        seed: of the ten starts, the best of which is taken.

    Returns:
        The cluster of each row, integers `(N,)`.
    """
    from sklearn.cluster import KMeans

    roles = np.asarray(roles, "float64")
    if roles.ndim != 2 or not 1 <= num_clusters <= len(roles):
        raise ValueError(
            "`num_clusters` must be between 1 and the number of rows of "
            f"`roles` (N, dim). Received: num_clusters={num_clusters} and "
            f"roles of shape {roles.shape}."
        )
    means = KMeans(num_clusters, n_init=10, random_state=seed)
    return means.fit_predict(roles - roles.mean(axis=0))
