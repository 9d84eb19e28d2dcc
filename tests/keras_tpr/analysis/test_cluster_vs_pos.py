import numpy as np
import pytest

from keras_tpr.analysis import cluster_vs_pos

TAGS = np.array(["DT", "NN", "VB"] * 40)


def test_perfect_clusters():
    clusters = np.arange(120) % 3 + 7
    found = cluster_vs_pos(clusters, TAGS)
    assert found["purity"] == 1.0
    np.testing.assert_allclose(found["nmi"], 1.0)
    assert found["table"] == [{"DT": 40}, {"NN": 40}, {"VB": 40}]


def test_chance_is_the_level_of_clusters_that_mean_nothing():
    clusters = np.random.default_rng(5).integers(0, 3, 120)
    found = cluster_vs_pos(clusters, TAGS, num_shuffles=50)
    assert abs(found["purity"] - found["chance_purity"]) < 0.08
    assert abs(found["nmi"] - found["chance_nmi"]) < 0.04
    # A third, and what the largest of three counts has more by chance.
    assert 1 / 3 < found["chance_purity"] < 0.5


def test_chance_purity_of_single_words_is_one():
    found = cluster_vs_pos(np.arange(120), TAGS)
    assert found["purity"] == found["chance_purity"] == 1.0
    assert found["nmi"] < 1.0


def test_by_hand():
    found = cluster_vs_pos(
        [0, 0, 0, 1, 1, 1], ["NN", "NN", "DT", "VB", "VB", "VB"]
    )
    np.testing.assert_allclose(found["purity"], 5 / 6)
    # Mutual information is the entropy of the clusters, ln 2, as a cluster
    # follows from a tag.
    tags = np.array([2, 1, 3]) / 6
    entropy = -(tags * np.log(tags)).sum()
    expected = np.log(2) / ((np.log(2) + entropy) / 2)
    np.testing.assert_allclose(found["nmi"], expected)
    assert found["table"] == [{"NN": 2, "DT": 1}, {"VB": 3}]
    assert list(found["table"][0]) == ["NN", "DT"]


def test_seed():
    clusters = np.random.default_rng(0).integers(0, 4, 120)
    assert cluster_vs_pos(clusters, TAGS) == cluster_vs_pos(clusters, TAGS)
    other = cluster_vs_pos(clusters, TAGS, seed=1)
    assert other["chance_nmi"] != cluster_vs_pos(clusters, TAGS)["chance_nmi"]


@pytest.mark.parametrize(
    "clusters, tags", [([0, 1], ["NN"]), ([], []), ([[0]], [["NN"]])]
)
def test_bad_shapes(clusters, tags):
    with pytest.raises(ValueError, match="`clusters` and `tags`"):
        cluster_vs_pos(clusters, tags)


def test_bad_number_of_shuffles():
    with pytest.raises(ValueError, match="`num_shuffles` must be at least 1"):
        cluster_vs_pos([0], ["NN"], num_shuffles=0)
