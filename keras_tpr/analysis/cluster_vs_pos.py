"""How well clusters of roles match parts of speech."""

import numpy as np


def cluster_vs_pos(clusters, tags, num_shuffles=20, seed=0):
    """Purity and NMI of clusters against tags, with the level of chance.

    Purity is the share of words whose tag is the most frequent one of their
    cluster; NMI the normalised mutual information (arithmetic mean). Both
    depend on the number of clusters, hence the levels that the same clusters
    reach on shuffled tags.

    Args:
        clusters: integers `(N,)`.
        tags: `(N,)`.
        num_shuffles: number of shuffles for the level of chance, at least 1.
        seed: of the shuffles.

    Returns:
        A dict of `purity`, `nmi`, `chance_purity`, `chance_nmi`, and `table`:
        for each cluster its tags with their counts, most frequent first.
    """
    from sklearn.metrics import normalized_mutual_info_score

    clusters, tags = np.asarray(clusters), np.asarray(tags)
    if clusters.shape != tags.shape or clusters.ndim != 1 or not len(tags):
        raise ValueError(
            "`clusters` and `tags` must be of one length N > 0. Received "
            f"shapes {clusters.shape} and {tags.shape}."
        )
    if num_shuffles < 1:
        raise ValueError(
            "`num_shuffles` must be at least 1. Received: "
            f"num_shuffles={num_shuffles!r}."
        )
    names, tag_ids = np.unique(tags, return_inverse=True)
    _, cluster_ids = np.unique(clusters, return_inverse=True)

    def counts(ids):
        table = np.zeros((cluster_ids.max() + 1, len(names)), int)
        np.add.at(table, (cluster_ids, ids), 1)
        return table

    def scores(ids):
        purity = counts(ids).max(axis=1).sum() / len(ids)
        return purity, normalized_mutual_info_score(ids, cluster_ids)

    random = np.random.default_rng(seed)
    chance = np.mean(
        [scores(random.permutation(tag_ids)) for _ in range(num_shuffles)],
        axis=0,
    )
    purity, nmi = scores(tag_ids)
    table = [
        {
            str(names[i]): int(row[i])
            for i in np.argsort(-row, kind="stable")
            if row[i]
        }
        for row in counts(tag_ids)
    ]
    return {
        "purity": float(purity),
        "nmi": float(nmi),
        "chance_purity": float(chance[0]),
        "chance_nmi": float(chance[1]),
        "table": table,
    }
