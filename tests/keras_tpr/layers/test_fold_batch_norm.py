"""Folded models predict what the others do."""

import warnings

import keras
import numpy as np
import pytest
from keras import layers as kl
from layer_checks import save_and_load, to_numpy

from keras_tpr.layers import (
    BatchNormalization,
    FactoredDense,
    GhostBatchNormalization,
    RowwiseConv1D,
    fold_batch_norm,
)

RNG = np.random.default_rng(0)


def randomized(model):
    """Weights as after training, variances above zero; one gamma is 0."""
    for weight in model.weights:
        value = RNG.standard_normal(weight.shape)
        if weight.name == "moving_variance":
            value = 0.5 + value**2
        weight.assign(value)
        if weight.name == "gamma":
            weight.assign(np.where(np.arange(value.size) == 1, 0.0, value)
                          if value.ndim == 1 else value)  # fmt: skip
    return model


def assert_folds(model, left=()):
    """Folding keeps predictions, and removes all but some normalisations."""
    randomized(model)
    x = keras.tree.map_structure(inputs_like, model.input)
    before = to_numpy(model(x))
    weights = model.get_weights()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        folded = fold_batch_norm(model)
    found = to_numpy(folded(x))
    scale = max(1.0, np.abs(before).max())
    np.testing.assert_allclose(found, before, atol=1e-5 * scale)
    there = {
        layer.name
        for layer in folded._flatten_layers()
        if isinstance(layer, kl.BatchNormalization)
    }
    assert there == set(left)
    messages = [str(w.message) for w in caught if "left in place" in str(w)]
    assert len(messages) == bool(left)
    for name in left:
        assert name in messages[0]
    for a, b in zip(model.get_weights(), weights, strict=True):
        np.testing.assert_array_equal(a, b)
    return folded


def inputs_like(tensor):
    shape = (4, *(5 if size is None else size for size in tensor.shape[1:]))
    if "int" in tensor.dtype:
        return RNG.integers(0, 3, shape)
    return RNG.standard_normal(shape).astype("float32")


def chain(shape, *between):
    x = inputs = keras.Input(shape)
    for layer in between:
        x = layer(x)
    return keras.Model(inputs, x)


LINEAR = [
    ((6,), kl.Dense(4, use_bias=False)),
    ((3, 6), kl.Dense(4)),
    ((7, 3), kl.Conv1D(4, 3)),
    ((7, 7, 3), kl.Conv2D(4, 3, strides=2, use_bias=False, padding="same")),
    ((4, 4, 4, 2), kl.Conv3D(3, 2)),
    ((7, 3), kl.Conv1DTranspose(4, 3)),
    ((7, 7, 3), kl.Conv2DTranspose(4, 3, use_bias=False)),
    ((7, 3), kl.DepthwiseConv1D(3, depth_multiplier=2)),
    ((7, 7, 3), kl.DepthwiseConv2D(3, depth_multiplier=2, use_bias=False)),
    ((7, 3), kl.SeparableConv1D(4, 3)),
    ((7, 7, 3), kl.SeparableConv2D(4, 3, depth_multiplier=2, use_bias=False)),
    ((7, 4, 2), RowwiseConv1D(3, 3)),
]


@pytest.mark.parametrize(
    ("shape", "linear"), LINEAR, ids=[type(x).__name__ for _, x in LINEAR]
)
def test_linear_layers(shape, linear):
    """Ours, and Keras' own normalisation."""
    cls, config = type(linear), linear.get_config()
    for norm in (BatchNormalization, kl.BatchNormalization):
        layer = cls.from_config(config)
        model = chain(shape, layer, norm(name="norm"), kl.Activation("relu"))
        assert_folds(model)


def test_factored_dense():
    h, x = keras.Input((3, 4)), keras.Input((3,), dtype="int32")
    y = BatchNormalization()(FactoredDense(5, num_keys=3, factors=2)(h, x))
    assert_folds(keras.Model([h, x], y))


def test_without_gamma_or_beta():
    model = chain(
        (6,),
        kl.Dense(4),
        BatchNormalization(scale=False),
        kl.Activation("tanh"),
        kl.Dense(3),
        GhostBatchNormalization(2, center=False),
    )
    folded = assert_folds(model)
    assert len(folded.layers) == len(model.layers) - 2


def test_per_activation_behind_a_dense_layer():
    assert_folds(
        chain((6,), kl.Dense(4), BatchNormalization(mode="per_activation"))
    )


def test_models_inside_models():
    inner = keras.Sequential(
        [keras.Input((6,)), kl.Dense(4), BatchNormalization()]
    )
    branch = chain((4,), kl.Dense(4, use_bias=False), BatchNormalization())
    left, right = (keras.Input((6,), name=side) for side in "ab")
    # The one inside is used twice and stays one.
    outputs = branch(kl.Add()([inner(left), inner(right)]))
    folded = assert_folds(keras.Model({"a": left, "b": right}, outputs))
    assert len(folded.weights) == 4


def test_what_stays():
    inputs = keras.Input((6,))
    x = BatchNormalization(name="at_the_input")(inputs)
    x = kl.Dense(4, activation="tanh")(x)
    x = BatchNormalization(name="behind_an_activation")(x)
    shared = kl.Dense(4)
    y = BatchNormalization(name="behind_what_is_shared")(shared(x))
    z = kl.Dense(4)(shared(y))
    x = BatchNormalization(name="beside_another_use")(z)
    x = kl.Add()([x, z])
    twice = BatchNormalization(name="used_twice")
    x = twice(kl.Dense(4)(twice(kl.Dense(4)(x))))
    x = BatchNormalization(name="folded")(kl.Dense(4)(x))
    assert_folds(
        keras.Model(inputs, x),
        left=[
            "at_the_input",
            "behind_an_activation",
            "behind_what_is_shared",
            "beside_another_use",
            "used_twice",
        ],
    )


def test_a_layer_that_always_trains():
    """Keras trains all layers behind it, too."""
    x = inputs = keras.Input((6,))
    x = BatchNormalization(name="first")(kl.Dense(4)(x), training=True)
    x = BatchNormalization(name="second")(kl.Dense(4)(x))
    assert_folds(keras.Model(inputs, x), left=["first", "second"])


def test_other_axes_stay():
    model = chain(
        (5, 5, 3),
        kl.Conv2D(4, 3),
        BatchNormalization(mode="per_activation", name="each_position"),
        kl.Conv2D(4, 3),
        BatchNormalization(axis=1, name="rows"),
    )
    assert_folds(model, left=["each_position", "rows"])


def test_inside_a_wrapper():
    norm = BatchNormalization(name="wrapped")
    assert_folds(
        chain((5, 3), kl.Dense(3), kl.TimeDistributed(norm)), left=["wrapped"]
    )


def test_operations_and_no_normalisation():
    inputs = keras.Input((6,))
    x = keras.ops.relu(kl.Dense(4)(inputs)) + 1.0
    model = keras.Model(inputs, x)
    folded = assert_folds(model)
    folded.weights[0].assign(folded.weights[0] + 1.0)
    assert (to_numpy(model.weights[0]) != to_numpy(folded.weights[0])).all()


def test_a_subclass_is_no_linear_layer():
    class Squared(kl.Dense):
        def call(self, inputs):
            return keras.ops.square(super().call(inputs))

    model = chain((6,), Squared(4), BatchNormalization(name="norm"))
    assert_folds(model, left=["norm"])


@pytest.mark.parametrize("base", [BatchNormalization, kl.BatchNormalization])
def test_a_subclass_is_no_known_normalisation(base):
    class Halved(base):
        def call(self, inputs, training=None, mask=None):
            return 0.5 * super().call(inputs, training=training, mask=mask)

    model = chain((6,), kl.Dense(4), Halved(name="norm"))
    assert_folds(model, left=["norm"])


def test_mixed_precision():
    policy = "mixed_bfloat16"
    model = chain(
        (6,),
        kl.Dense(4, dtype=policy),
        BatchNormalization(dtype=policy),
        kl.Activation("tanh", dtype="float32"),
    )
    randomized(model)
    x = inputs_like(model.input)
    np.testing.assert_allclose(
        to_numpy(fold_batch_norm(model)(x)), to_numpy(model(x)), atol=0.05
    )


def test_file_of_a_folded_model():
    model = chain((6,), kl.Dense(4), BatchNormalization(), kl.ReLU())
    folded = assert_folds(model)
    x = inputs_like(model.input)
    copy = save_and_load(folded)
    np.testing.assert_array_equal(to_numpy(copy(x)), to_numpy(folded(x)))


def test_no_graph():
    class Subclass(keras.Model):
        def call(self, x):
            return x

    with pytest.raises(ValueError, match="functional or a sequential"):
        fold_batch_norm(Subclass())
    with pytest.raises(ValueError, match="is built"):
        fold_batch_norm(keras.Sequential([BatchNormalization()]))
