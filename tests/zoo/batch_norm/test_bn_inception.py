"""BN-Inception: counts, variants, statistics, crops."""

import dataclasses

import keras
import numpy as np
import pytest
from keras import ops
from layer_checks import to_numpy

import zoo
from keras_tpr.layers import BatchNormalization, fold_batch_norm
from zoo.batch_norm.inception_variants import VARIANTS

RNG = np.random.default_rng(0)
SMALL = {"image_shape": (32, 32, 3), "width_multiplier": 0.05}
IMAGES = RNG.integers(0, 256, (4, 32, 32, 3)).astype("uint8")


def small(**options):
    keras.utils.set_random_seed(0)
    return zoo.bn_inception(**{**SMALL, "num_classes": 3, **options})


def count(weights):
    return sum(int(np.prod(weight.shape)) for weight in weights)


@pytest.mark.parametrize(
    ("separable_stem", "table_literal", "convolutions", "channels"),
    [
        (True, False, 10_143_384, 9_952),
        (False, False, 10_150_080, 9_952),
        (True, True, 10_233_496, 10_016),
        (False, True, 10_240_192, 10_016),
    ],
)
def test_parameters(separable_stem, table_literal, convolutions, channels):
    """The table of section 5.4 of the specification."""
    backbone = zoo.BNInceptionBackbone(
        separable_stem=separable_stem, table_literal=table_literal
    )
    norms = [x for x in backbone.layers if isinstance(x, BatchNormalization)]
    assert count(backbone.trainable_weights) == convolutions + 2 * channels
    assert count(w for x in norms for w in x.trainable_weights) == 2 * channels
    assert count(backbone.non_trainable_weights) == 2 * channels
    assert backbone.output_shape == (None, 7, 7, 1024)
    if not table_literal:
        for name, size in (
            ("3a", 256), ("3b", 320), ("3c", 576), ("4a", 576), ("4b", 576),
            ("4c", 576), ("4d", 576), ("4e", 1024), ("5a", 1024),
        ):  # fmt: skip
            output = backbone.get_layer(f"inception_{name}_output").output
            assert output.shape[-1] == size


def test_a_step_at_full_size():
    """11,188,288 trainable parameters, one forward and one training step."""
    model = zoo.bn_inception()
    assert count(model.trainable_weights) == 11_188_288
    model.compile(run_eagerly=True)
    images = RNG.integers(0, 256, (2, 224, 224, 3)).astype("uint8")
    assert model.predict(images, verbose=0).shape == (2, 1000)
    before = to_numpy(model.get_layer("head").kernel.value)
    history = model.fit(images, [3, 999], verbose=0).history
    assert np.isfinite(history["loss"]).all()
    assert (to_numpy(model.get_layer("head").kernel.value) != before).any()


def test_variants():
    """Learning rates as published, relative to those of plain Inception."""
    rates = {name: v.learning_rate for name, v in VARIANTS.items()}
    assert rates == {
        "none": 0.0015, "baseline": 0.0015, "x5": 0.0075, "x30": 0.045,
        "x5_sigmoid": 0.0075,
    }  # fmt: skip
    base, fast = VARIANTS["baseline"], VARIANTS["x30"]
    assert dataclasses.replace(base, batch_norm=False) == VARIANTS["none"]
    assert fast.l2 == base.l2 / 5
    assert base.decay_steps // 6 == fast.decay_steps
    assert (base.dropout, fast.dropout) == (0.4, 0.0)
    assert fast.distortion < base.distortion


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_settings_are_attached(variant):
    model = small(variant=variant)
    settings = VARIANTS[variant]
    backbone = model.backbone
    schedule = model.optimizer._learning_rate
    assert schedule.initial_learning_rate == settings.learning_rate
    assert schedule.decay_steps == settings.decay_steps
    assert model.dropout == settings.dropout
    assert model.l2 == backbone.l2 == settings.l2
    assert keras.activations.serialize(backbone.activation) == (
        settings.activation
    )
    norms = [x for x in backbone.layers if isinstance(x, BatchNormalization)]
    convolutions = [x for x in backbone.layers if hasattr(x, "filters")]
    assert bool(norms) == settings.batch_norm
    assert all(x.use_bias != settings.batch_norm for x in convolutions)
    assert len(convolutions) == 69
    # Settings of an argument win.
    other = small(variant=variant, dropout=0.1, l2=0.5)
    assert (other.dropout, other.backbone.l2) == (0.1, 0.5)


def test_layers_are_in_the_order_of_the_paper():
    """Convolution, normalisation, activation; the stem has no other one."""
    model = small()
    for norm in model.backbone.layers:
        if isinstance(norm, BatchNormalization):
            (before,) = norm._inbound_nodes[0].parent_nodes
            assert before.operation.name == norm.name.replace("_norm", "_conv")
            assert before.operation.activation is keras.activations.linear


def test_statistics_of_each_activation_in_the_last_modules():
    shape = (64, 64, 3)
    backbone = small(image_shape=shape, last_mode="per_activation").backbone
    modes = {
        layer.name: layer.mode
        for layer in backbone.layers
        if isinstance(layer, BatchNormalization)
    }
    chosen = {name for name, mode in modes.items() if mode == "per_activation"}
    assert chosen == {n for n in modes if n.startswith("inception_5")}
    gamma = backbone.get_layer("inception_5a_single_norm").gamma
    assert gamma.shape == (2, 2, 18)


def test_initial_scale():
    once, twice = small().backbone, small(initial_scale=2.0).backbone
    for name in ("second_conv", "inception_4a_triple_conv"):
        deviations = [
            to_numpy(b.get_layer(name).kernel.value).std()
            for b in (once, twice)
        ]
        assert deviations[1] / deviations[0] == pytest.approx(2.0, rel=0.1)


def test_trains_and_folds():
    model = small(variant="x5")
    model.compile(run_eagerly=True)
    before = model.get_weights()
    model.fit(IMAGES, [0, 1, 2, 0], verbose=0)
    assert any(
        (a != b).any() for a, b in zip(before, model.get_weights(), strict=True)
    )
    for weight in model.backbone.weights:
        if weight.name == "moving_variance":
            weight.assign(ops.ones(weight.shape))
    folded = fold_batch_norm(model)
    assert not any(
        isinstance(x, BatchNormalization) for x in folded._flatten_layers()
    )
    x = IMAGES.astype("float32")
    np.testing.assert_allclose(
        to_numpy(folded(x)), to_numpy(model(x)), atol=1e-5
    )


def test_crops_are_averaged():
    model = small(image_shape=(32, 32, 3))
    model.compile(run_eagerly=True)
    images = [RNG.integers(0, 256, (40, 60, 3)).astype("uint8"), IMAGES[0]]
    found = model.predict_crops(images, crops=10)
    assert found.shape == (2, 3)
    np.testing.assert_allclose(found.sum(axis=1), 1.0, atol=1e-5)
    single = model.predict_crops(images, crops=1)
    assert (single != found).any()


def test_bad_arguments():
    with pytest.raises(ValueError, match="`variant` must be.*x30.*mean 'x30'"):
        zoo.bn_inception(variant="x3")
    for shape in ((30, 30, 3), (32, 64, 3), (32, 32, 1), (32, 32)):
        with pytest.raises(ValueError, match="`image_shape` must be"):
            zoo.bn_inception(image_shape=shape)
    with pytest.raises(ValueError, match="`width_multiplier`.*0"):
        small(width_multiplier=0)
