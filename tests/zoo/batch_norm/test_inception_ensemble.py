"""The ensemble: its members, their mean, and training them apart."""

import keras
import numpy as np
import pytest
from layer_checks import to_numpy

import zoo
from zoo.batch_norm.inception_variants import MEMBERS
from zoo.batch_norm.member_cross_entropy import MemberCrossEntropy
from zoo.batch_norm.member_mean import MemberMean

RNG = np.random.default_rng(0)
SMALL = {
    "image_shape": (32, 32, 3),
    "width_multiplier": 0.03,
    "num_classes": 3,
}
IMAGES = RNG.integers(0, 256, (4, 32, 32, 3)).astype("uint8")
LABELS = np.array([0, 1, 2, 1])


@pytest.fixture(scope="module")
def members():
    keras.utils.set_random_seed(0)
    return [
        zoo.bn_inception(variant="x30", last_mode=mode, dropout=0.0, **SMALL)
        for mode in ("per_feature", "per_activation")
    ]


def test_the_mean_of_the_members(members):
    model = zoo.inception_ensemble(members=members)
    x = IMAGES.astype("float32")
    expected = np.mean([to_numpy(member(x)) for member in members], axis=0)
    np.testing.assert_allclose(to_numpy(model(x)), expected, atol=1e-6)
    assert model.classify(IMAGES) == [str(i) for i in expected.argmax(axis=1)]
    with pytest.raises(AssertionError):
        np.testing.assert_allclose(to_numpy(members[0](x)), expected, atol=1e-6)


def test_members_are_trained_as_if_alone(members):
    copies = [
        zoo.bn_inception(variant="x30", last_mode=m.backbone.last_mode,
                         dropout=0.0, **SMALL)
        for m in members
    ]  # fmt: skip
    for copy, member in zip(copies, members, strict=True):
        copy.set_weights(member.get_weights())
    ensemble = zoo.inception_ensemble(members=copies)
    losses = []
    for model in (*copies, ensemble):
        # Plain updates show a difference of gradients as it is.
        model.compile(keras.optimizers.SGD(0.01), run_eagerly=True)
        history = model.fit(IMAGES, LABELS, shuffle=False, verbose=0).history
        losses.append(history["loss"][0])
    for number, copy in enumerate(copies):
        network = ensemble.backbone.networks[number]
        for a, b in zip(network.weights, copy.backbone.weights, strict=True):
            np.testing.assert_allclose(
                to_numpy(a.value), to_numpy(b.value), atol=1e-5, err_msg=a.path
            )
    assert losses[2] == pytest.approx(losses[0] + losses[1], rel=1e-3)


def test_six_members():
    assert len(MEMBERS) == 6
    assert len({tuple(member.values()) for member in MEMBERS}) == 6
    assert {member["dropout"] for member in MEMBERS} == {0.05, 0.1}
    keras.utils.set_random_seed(0)
    model = zoo.inception_ensemble(num_members=2, **SMALL)
    assert model.dropout == [0.05, 0.1]
    modes = [network.last_mode for network in model.backbone.networks]
    assert modes == ["per_feature", "per_activation"]
    kernels = [
        to_numpy(network.get_layer("second_conv").kernel.value)
        for network in model.backbone.networks
    ]
    assert (kernels[0] != kernels[1]).any()


def test_mean_and_loss():
    first, second = RNG.dirichlet(np.ones(3), (2, 4)).astype("float32")
    together = to_numpy(MemberMean()([first, second], training=True))
    assert together.shape == (4, 2, 3)
    mean = to_numpy(MemberMean()([first, second]))
    np.testing.assert_allclose(mean, (first + second) / 2, atol=1e-6)
    picked = [p[np.arange(4), LABELS] for p in (first, second)]
    loss = MemberCrossEntropy()
    assert float(loss(LABELS, together)) == pytest.approx(
        -np.log(picked[0]).mean() - np.log(picked[1]).mean(), rel=1e-5
    )
    assert float(loss(LABELS, mean)) == pytest.approx(
        -np.log((picked[0] + picked[1]) / 2).mean(), rel=1e-5
    )


def test_crops(members):
    model = zoo.inception_ensemble(members=members)
    model.compile(run_eagerly=True)
    found = model.predict_crops(IMAGES[:1], crops=144, batch_size=144)
    assert found.shape == (1, 3)
    assert found.sum() == pytest.approx(1.0, abs=1e-5)


def test_bad_arguments(members):
    with pytest.raises(TypeError, match="`members` must be `BNInception`s"):
        zoo.inception_ensemble(members=[members[0].backbone])
    with pytest.raises(ValueError, match="at least one classifier"):
        zoo.inception_ensemble(members=[])
    other = zoo.bn_inception(**{**SMALL, "num_classes": 4})
    with pytest.raises(ValueError, match="2 with 2 sets of classes"):
        zoo.inception_ensemble(members=[members[0], other])
    with pytest.raises(ValueError, match="`num_members` must be from 1 to 6"):
        zoo.inception_ensemble(num_members=7)
    with pytest.raises(ValueError, match="`members` must be at least one"):
        zoo.InceptionEnsembleBackbone([])
