"""Models without batch normalisation, for inference."""

import collections
import warnings

import keras
import numpy as np
from keras import ops

from keras_tpr.layers.batch_normalization import BatchNormalization
from keras_tpr.layers.folded_weights import (
    feature_axis,
    fold_into,
    folded_copy,
    is_linear,
)
from keras_tpr.layers.ghost_batch_normalization import GhostBatchNormalization
from keras_tpr.layers.rowwise_bias import RowwiseBias

# A class that extends one of these may compute anything, so it is left.
_FOLDED = (
    keras.layers.BatchNormalization,
    BatchNormalization,
    GhostBatchNormalization,
)


def fold_batch_norm(model):
    """A copy of a model with its batch normalisations inside other weights.

    In inference a normalisation is a scale and a shift, which the linear layer
    before it can take over:

        a  = gamma / sqrt(variance + epsilon)
        W' = W a            b' = a (b - mean) + beta

    Predictions stay the same and are computed faster. Layers of this package
    and Keras' own are folded, into dense layers, convolutions of every kind,
    `FactoredDense` and `RowwiseConv1D`, which has no bias: there a
    `RowwiseBias` stays behind. Models inside the model are folded, too.

    A normalisation is left in place, and a warning says where and why, if it
    does not directly follow such a layer, if the layer or its output is used
    elsewhere as well, if its statistics are those of each position of a
    convolution, if its class extends one of the known ones, or if a layer of
    the model was called with `training=True`.

    Args:
        model: a functional or sequential model, such as a task of the zoo,
            built.

    Returns:
        A plain functional model of its own weights, not compiled. It takes
        what the model itself takes: the preprocessor of a task is not part of
        it.

    Raises:
        ValueError: if the model has no graph of layers.

    Example:

    >>> import keras
    >>> from keras_tpr.layers import BatchNormalization, fold_batch_norm
    >>> model = keras.Sequential(
    ...     [
    ...         keras.Input((3,)),
    ...         keras.layers.Dense(2, use_bias=False),
    ...         BatchNormalization(),
    ...         keras.layers.Activation("sigmoid"),
    ...     ]
    ... )
    >>> [type(layer).__name__ for layer in fold_batch_norm(model).layers]
    ['InputLayer', 'Dense', 'Activation']

    Reference:
        Ioffe and Szegedy, Batch Normalization, ICML 2015, algorithm 2, step 11.
    """
    graphs = _graphs_of(model)
    folds, left = _find_folds(graphs)
    known = {id(op) for graph in graphs for op in graph.operations}
    for layer in model._flatten_layers():
        if _is_normalization(layer) and id(layer) not in known:
            left.append((layer, "is inside of another layer"))
    copy = _Copy(folds).of(model)
    if left:
        reasons = "; ".join(f"{norm.path!r} {why}" for norm, why in left)
        warnings.warn(
            f"{len(left)} of {len(left) + len(folds)} batch normalisations "
            f"are left in place: {reasons}.",
            stacklevel=2,
        )
    return copy


class _Copy:
    """Copies models; layers used in several places stay one.

    Args:
        folds: dict from the id of a linear layer to the normalisation that it
            takes over.
    """

    def __init__(self, folds):
        self.folds = folds
        self.removed = {id(norm) for norm in folds.values()}
        self.copies = {}
        self.biases = {}

    def of(self, model):
        """The copy of a model."""
        # Of the same layers, but without what a subclass adds.
        graph = _graph(model)
        plain = keras.Model(graph.input, graph.output, name=model.name)
        copy = keras.models.clone_model(
            plain, clone_function=self._clone, call_function=_call
        )
        for operation in graph.operations:
            self._set_weights(operation)
        copy.trainable = model.trainable
        return copy

    def _clone(self, operation):
        key = id(operation)
        if key not in self.copies:
            self.copies[key] = self._new(operation)
        return self.copies[key]

    def _new(self, operation):
        if not isinstance(operation, keras.layers.Layer):
            return operation
        if isinstance(operation, (keras.Function, keras.Sequential)):
            return self.of(operation)
        if id(operation) in self.folds:
            return folded_copy(operation)
        if id(operation) in self.removed:
            return self._instead_of(operation)
        return type(operation).from_config(operation.get_config())

    def _instead_of(self, norm):
        """What stays behind of a normalisation: a bias, or nothing."""
        (linear,) = (
            node.operation for node in norm._inbound_nodes[0].parent_nodes
        )
        if "use_bias" in linear.get_config():
            return _NOTHING
        self.biases[id(linear)] = RowwiseBias(activation=None, name=norm.name)
        return self.biases[id(linear)]

    def _set_weights(self, operation):
        copy = self.copies.get(id(operation))
        if (
            not isinstance(copy, keras.layers.Layer)
            or isinstance(copy, keras.Function)
            or id(operation) in self.removed
        ):
            return
        norm = self.folds.get(id(operation))
        if norm is None:
            copy.set_weights(operation.get_weights())
        else:
            bias = fold_into(copy, operation, *_scale_and_shift(norm))
            if bias is not None:
                weight = self.biases[id(operation)].bias
                weight.assign(np.broadcast_to(bias, weight.shape))
        copy.trainable = operation.trainable


_NOTHING = object()


def _call(layer, *args, **kwargs):
    return args[0] if layer is _NOTHING else layer(*args, **kwargs)


def _graph(model):
    """The functional model that a model is, or has inside."""
    graph = model._functional if isinstance(model, keras.Sequential) else model
    if not isinstance(graph, keras.Function):
        raise ValueError(
            "`model` must be a functional or a sequential model that is "
            f"built: its layers are rearranged. Received {model.name!r}, a "
            f"{type(model).__name__}."
        )
    return graph


def _graphs_of(model):
    """The graphs of a model and of the models inside, each once."""
    graph = _graph(model)
    graphs = {id(graph): graph}
    for operation in graph.operations:
        if isinstance(operation, (keras.Function, keras.Sequential)):
            graphs |= {id(inner): inner for inner in _graphs_of(operation)}
    return list(graphs.values())


def _find_folds(graphs):
    """`(folds, left)`: see `_Copy`, and pairs of a layer and a reason."""
    nodes = [
        node
        for graph in graphs
        for level in graph._nodes_by_depth.values()
        for node in level
    ]
    calls = collections.Counter(id(node.operation) for node in nodes)
    uses = collections.Counter(
        id(tensor)
        for tensors in (
            *(node.input_tensors for node in nodes),
            *(graph.outputs for graph in graphs),
        )
        for tensor in tensors
    )
    # Keras passes this on to all layers behind it.
    always = [n for n in nodes if n.arguments.kwargs.get("training")]
    folds, left = {}, []
    for node in nodes:
        norm = node.operation
        if not _is_normalization(norm):
            continue
        why = _obstacle(node, calls, uses)
        if always:
            name = always[0].operation.name
            why = f"may train: {name!r} was called with `training=True`"
        if why is None:
            (linear,) = (parent.operation for parent in node.parent_nodes)
            folds[id(linear)] = norm
        else:
            left.append((norm, why))
    return folds, left


def _obstacle(node, calls, uses):
    """Why a normalisation cannot be folded, or None."""
    norm, x = node.operation, node.input_tensors[0]
    if type(norm) not in _FOLDED:
        return f"is a {type(norm).__name__}, which may compute something else"
    if calls[id(norm)] > 1:
        return "is used several times"
    linear = x._keras_history.operation
    if not is_linear(linear):
        return "does not directly follow a linear layer"
    if calls[id(linear)] > 1 or uses[id(x)] > 1:
        return f"follows {linear.name!r}, which is used elsewhere as well"
    rank = len(x.shape)
    if getattr(norm, "mode", "per_feature") == "per_activation" and rank > 2:
        return "has statistics of each position"
    if norm.axis % rank != feature_axis(linear, rank):
        return f"normalises axis {norm.axis}, no features of {linear.name!r}"
    return None


def _is_normalization(operation):
    return isinstance(operation, keras.layers.BatchNormalization)


def _scale_and_shift(norm):
    """What a normalisation does in inference, float64 `(C,)` each."""

    def value(weight, default):
        if weight is None:
            return default
        return ops.convert_to_numpy(weight).astype("float64")

    variance = value(norm.moving_variance, 1.0)
    scale = value(norm.gamma, 1.0) / np.sqrt(variance + norm.epsilon)
    shift = value(norm.beta, 0.0) - value(norm.moving_mean, 0.0) * scale
    return scale, shift
