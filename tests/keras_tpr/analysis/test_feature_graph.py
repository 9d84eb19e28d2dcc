"""The induced feature graph of a small network, by hand."""

import json

import numpy as np
import pytest

from keras_tpr.analysis import ConvolvedLayer, feature_graph


def one_layer():
    """Three words of one row; a filter of two words, of which two are kept."""
    words = np.array([[2.0], [3.0], [5.0]])
    kernel = np.array([10.0, 1.0]).reshape(2, 1, 1, 1)
    # The wide convolution is 2, 23, 35, 50; positions 1 and 3 are kept.
    layer = ConvolvedLayer(
        kernel,
        positions=np.array([1, 3]).reshape(2, 1, 1),
        values=np.array([0.5, -0.9]).reshape(2, 1, 1),
    )
    return words, [layer]


def test_one_layer_by_hand():
    words, layers = one_layer()
    weights = np.array([1.0, 2.0]).reshape(2, 1, 1)
    graph = feature_graph(words, layers, weights)
    places = [(node.layer, node.place) for node in graph.nodes]
    assert places == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)]
    first, second = graph.nodes[3:]
    assert (first.first, first.last, first.value) == (0, 1, 0.5)
    assert (second.first, second.last) == (2, 2)
    # Position 1 meets words 0 and 1, position 3 the last word alone.
    assert set(graph.edges) == {(3, 0, 20.0), (3, 1, 3.0), (4, 2, 50.0)}
    assert graph.roots == [(4, -1.8), (3, 0.5)]


def test_only_the_strongest_are_followed():
    words, layers = one_layer()
    weights = np.array([1.0, 2.0]).reshape(2, 1, 1)
    graph = feature_graph(words, layers, weights, num_features=1)
    assert [node.layer for node in graph.nodes] == [0, 1]
    graph = feature_graph(words, layers, weights, num_below=1)
    assert [node.place for node in graph.nodes] == [0, 2, 0, 1]
    assert set(graph.edges) == {(2, 0, 20.0), (3, 1, 50.0)}


def test_folding_joins_two_rows():
    words = np.array([[1.0, 10.0], [2.0, 20.0]])
    kernel = np.array([[3.0, 4.0]]).reshape(1, 2, 1, 1)
    layer = ConvolvedLayer(
        kernel,
        positions=np.array([1]).reshape(1, 1, 1),
        values=np.array([0.7]).reshape(1, 1, 1),
    )
    graph = feature_graph(words, [layer], np.ones((1, 1, 1)))
    # 3 * 2 of the first row and 4 * 20 of the second, in one word.
    assert graph.edges == [(1, 0, 86.0)]


def test_two_layers_add_up():
    """With all connections, what reaches a feature is its convolution."""
    rng = np.random.default_rng(0)
    words = rng.standard_normal((5, 4))
    first = ConvolvedLayer(
        rng.standard_normal((3, 4, 1, 2)),
        positions=np.sort(rng.integers(0, 7, (4, 2, 2)), axis=0),
        values=rng.standard_normal((4, 2, 2)),
    )
    second = ConvolvedLayer(
        rng.standard_normal((2, 2, 2, 3)),
        positions=np.array([1, 3]).reshape(2, 1, 1).repeat(3, axis=2),
        values=rng.standard_normal((2, 1, 3)),
    )
    graph = feature_graph(
        words, [first, second], np.ones((2, 1, 3)), 99, num_below=99
    )
    for place, node in enumerate(graph.nodes):
        if node.layer != 2:
            continue
        position = second.positions[node.place, 0, node.map]
        expected = sum(
            float(
                np.sum(
                    second.kernel[i, :, :, node.map]
                    * first.values[position - 1 + i]
                )
            )
            for i in range(2)
            if 0 <= position - 1 + i < 4
        )
        reached = sum(w for upper, _, w in graph.edges if upper == place)
        assert reached == pytest.approx(expected)
    json.dumps(graph.to_dict())


def test_weights_that_do_not_fit():
    words, layers = one_layer()
    with pytest.raises(ValueError, match=r"\(2, 1, 1\). Received shape \(3,\)"):
        feature_graph(words, layers, np.ones(3))
    for name in ("num_features", "num_below"):
        for size in (0, -1, 1.5, True):
            with pytest.raises(ValueError, match=f"`{name}` must be a posi"):
                feature_graph(words, layers, np.ones((2, 1, 1)), **{name: size})
