"""The graph of features that a convolutional sentence model induces."""

import dataclasses

import numpy as np


@dataclasses.dataclass(frozen=True)
class ConvolvedLayer:
    """What one layer computed for one sentence.

    Attributes:
        kernel: filters of the wide convolution, `(m, R, n_in, maps)`.
        positions: where the features that were kept are in the output of the
            convolution, integers `(k, R', maps)`, ascending; `R'` is `R`, or
            half of it with folding.
        values: their values behind bias and activation, `(k, R', maps)`.
    """

    kernel: np.ndarray
    positions: np.ndarray
    values: np.ndarray

    @property
    def fold(self):
        """Number of rows added to one, 1 or 2."""
        return self.kernel.shape[1] // self.values.shape[1]


@dataclasses.dataclass(frozen=True)
class FeatureNode:
    """A feature, or a word.

    Attributes:
        layer: 0 for a word, 1 for the first convolution, ...
        row, map: of a feature; 0 of a word.
        place: of a word its position; of a feature its place among those that
            were kept of its row and map.
        value: of a feature, behind the activation; 0 of a word.
        first, last: the words below it.
    """

    layer: int
    row: int
    map: int
    place: int
    value: float
    first: int
    last: int


@dataclasses.dataclass(frozen=True)
class FeatureGraph:
    """The strongest part of an induced feature graph.

    Attributes:
        nodes: list of `FeatureNode`, words first, then layer by layer.
        edges: list of `(node above, node below, weight)`, nodes by their
            place in `nodes`. The weight is what the lower one adds to the
            upper one before its activation.
        roots: list of `(node, weight)` of the last layer's features: what
            each adds to the root.
    """

    nodes: list
    edges: list
    roots: list

    def to_dict(self):
        """Plain lists and numbers."""
        return {
            "nodes": [dataclasses.asdict(node) for node in self.nodes],
            "edges": [list(edge) for edge in self.edges],
            "roots": [list(root) for root in self.roots],
        }


def feature_graph(words, layers, root_weights, num_features=6, num_below=3):
    """The strongest features of a sentence and what they are made of.

    Convolution and pooling induce a graph over the sentence: a feature is
    connected to those of the layer below that its filter met, and what pooling
    drops is no part of it. As every feature meets all maps below, only the
    strongest connections are followed.

    Args:
        words: word vectors `(s, d)`.
        layers: list of `ConvolvedLayer`, from below.
        root_weights: weight of each feature of the last layer at the root,
            `(k, R', maps)`, such as those of the predicted class.
        num_features: number of features of the last layer, those that add
            most to the root.
        num_below: number of connections downwards of each feature, those of
            the largest weights. Its words are found along the strongest ones.

    Returns:
        A `FeatureGraph`.

    Raises:
        ValueError: if `num_features` or `num_below` is no positive integer, or
            there is not a weight for each feature.

    Reference:
        Kalchbrenner et al., A Convolutional Neural Network for Modelling
        Sentences, ACL 2014, section 4.2.
    """
    for name, value in (
        ("num_features", num_features),
        ("num_below", num_below),
    ):
        whole = isinstance(value, int) and not isinstance(value, bool)
        if not whole or value < 1:
            raise ValueError(
                f"`{name}` must be a positive integer. Received: "
                f"{name}={value!r}."
            )
    words = np.asarray(words, "float64")[..., np.newaxis]
    inputs = [words, *(layer.values for layer in layers)]
    top = layers[-1]
    if np.shape(root_weights) != top.values.shape:
        raise ValueError(
            "`root_weights` must have the shape of the last layer's values, "
            f"{top.values.shape}. Received shape {np.shape(root_weights)}."
        )
    added = np.asarray(root_weights) * top.values
    roots = {
        (len(layers), *place): float(added[place])
        for place in _strongest(added, num_features)
    }
    edges, wanted = {}, dict.fromkeys(roots)
    for level in range(len(layers), 0, -1):
        layer = layers[level - 1]
        for key in [key for key in wanted if key[0] == level]:
            below = _below(key[1:], layer, inputs[level - 1], level == 1)
            strongest = sorted(below, key=lambda k: -abs(below[k]))
            for place in strongest[:num_below]:
                edges[key, (level - 1, *place)] = below[place]
                wanted[(level - 1, *place)] = None
    return _numbered(wanted, edges, roots, inputs)


def _below(place, layer, inputs, of_words):
    """Place in the layer below -> what it adds to a feature."""
    k, row, column = place
    width, _, maps_in, _ = layer.kernel.shape
    position = layer.positions[k, row, column]
    found = {}
    for t in range(max(position - width + 1, 0), position + 1):
        if t >= len(inputs):
            break
        weights = layer.kernel[t - position + width - 1, :, :, column]
        for r in range(layer.fold * row, layer.fold * (row + 1)):
            for n in range(maps_in):
                # A word is one node, whatever the row.
                key = (t, 0, 0) if of_words else (t, r, n)
                value = float(weights[r, n] * inputs[t, r, n])
                found[key] = found.get(key, 0.0) + value
    return found


def _strongest(values, count):
    """The places of the largest values by size, largest first."""
    order = np.argsort(-np.abs(values), axis=None, kind="stable")[:count]
    return [
        tuple(map(int, np.unravel_index(i, values.shape)))
        for i in order
        if values.flat[i]
    ]


def _numbered(wanted, edges, roots, inputs):
    keys = sorted(wanted)
    number = {key: place for place, key in enumerate(keys)}
    below = {}
    for upper, lower in edges:
        below.setdefault(upper, []).append(lower)
    nodes, spans = [], {}
    for key in keys:  # from below
        level, place, row, column = key
        if level == 0:
            spans[key] = (place, place)
        else:
            reached = [spans[lower] for lower in below.get(key, ())]
            spans[key] = (
                min((first for first, _ in reached), default=0),
                max((last for _, last in reached), default=0),
            )
        value = inputs[level][place, row, column] if level else 0.0
        nodes.append(
            FeatureNode(level, row, column, place, float(value), *spans[key])
        )
    return FeatureGraph(
        nodes=nodes,
        edges=[
            (number[upper], number[lower], weight)
            for (upper, lower), weight in edges.items()
        ],
        roots=[(number[key], weight) for key, weight in roots.items()],
    )
