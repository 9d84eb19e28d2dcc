"""What roles have in common with parts of speech."""

import numpy as np

from keras_tpr.analysis import cluster_roles, cluster_vs_pos


def role_clusters(roles, tags, num_clusters=None, seed=0):
    """Clusters the roles of many sentences and compares them with tags.

    Args:
        roles: a list with an array `(T, dim)` for each sentence.
        tags: for each sentence the list of its words' tags.
        num_clusters: number of clusters; by default that of the tags.
        seed: of the clustering.

    Returns:
        The dict of `keras_tpr.analysis.cluster_vs_pos`, with `num_clusters`
        and `num_words`.

    Raises:
        ValueError: if a sentence has not one tag for each word.
    """
    for place, (row, names) in enumerate(zip(roles, tags, strict=True)):
        if len(row) != len(names):
            raise ValueError(
                f"`tags[{place}]` has {len(names)} tags for {len(row)} words."
            )
    table = np.concatenate(roles)
    names = np.array([tag for row in tags for tag in row])
    count = num_clusters or len(np.unique(names))
    found = cluster_vs_pos(cluster_roles(table, count, seed), names, seed=seed)
    return {**found, "num_clusters": count, "num_words": len(names)}
