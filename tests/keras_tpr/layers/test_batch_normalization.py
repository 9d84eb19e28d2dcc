"""Batch normalisation, against the equations in float64."""

import warnings

import keras
import numpy as np
import pytest
from batch_norm_reference import gradients, normalize
from gradients_of import assert_slopes, gradients_of
from keras import ops
from layer_checks import assert_close, check_layer, save_and_load, to_numpy

from keras_tpr.layers import BatchNormalization

RNG = np.random.default_rng(0)
DENSE = RNG.standard_normal((6, 3)).astype("float32")
IMAGES = RNG.standard_normal((4, 5, 2, 3)).astype("float32")
WORDS = RNG.standard_normal((4, 5, 3)).astype("float32")
MASK = np.arange(5) < np.array([[5], [2], [1], [0]])
GAMMA = np.array([0.5, -2.0, 1.5], "float32")
BETA = np.array([1.0, 0.0, -3.0], "float32")
both = pytest.mark.parametrize("implementation", ["auto", "portable"])


def make(shape=(None, 3), gamma=GAMMA, beta=BETA, **options):
    layer = BatchNormalization(**options)
    layer.build(shape)
    layer.gamma.assign(np.broadcast_to(gamma, layer.gamma.shape))
    layer.beta.assign(np.broadcast_to(beta, layer.beta.shape))
    return layer


def tensor(array):
    return ops.convert_to_tensor(array, "float32")


def moving(layer):
    return to_numpy([layer.moving_mean.value, layer.moving_variance.value])


@both
@pytest.mark.parametrize(
    "x", [DENSE, WORDS, IMAGES], ids="dense rnn cnn".split()
)
def test_equations(x, implementation):
    layer = make(x.shape, momentum=0.9, implementation=implementation)
    expected, mean, variance = normalize(x.astype("float64"), GAMMA, BETA, 1e-3)
    assert_close(layer(x, training=True), expected.astype("float32"), atol=1e-5)
    count = x.size // 3
    assert_close(
        moving(layer),
        [
            (0.1 * mean.ravel()).astype("float32"),
            (0.9 + 0.1 * variance.ravel() * count / (count - 1)).astype(
                "float32"
            ),
        ],
    )


@both
def test_biased(implementation):
    """As Keras' layer keeps it."""
    ours = make(momentum=0.0, unbiased=False, implementation=implementation)
    stock = keras.layers.BatchNormalization(momentum=0.0)
    ours(DENSE, training=True), stock(DENSE, training=True)
    assert_close(moving(ours), moving(stock))


@both
def test_the_mean_of_variances_is_that_of_the_population(implementation):
    layer = make((None, 2000), 1.0, 0.0, momentum=0.0,
                 implementation=implementation)  # fmt: skip
    x = RNG.standard_normal((4, 2000)).astype("float32")
    layer(x, training=True)
    assert moving(layer)[1].mean() == pytest.approx(1.0, abs=0.06)


def test_inference():
    layer = make()
    layer.moving_mean.assign([1.0, 2.0, 3.0])
    layer.moving_variance.assign([4.0, 1.0, 0.25])
    deviation = np.sqrt(np.array([4.0, 1.0, 0.25]) + 1e-3)
    expected = GAMMA * (DENSE - [1.0, 2.0, 3.0]) / deviation + BETA
    before = moving(layer)
    for training in (None, False, 0):
        found = layer(DENSE, training=training)
        assert_close(found, expected.astype("float32"))
    assert_close(moving(layer), before, atol=0)


@both
def test_gradients(implementation):
    layer = make(implementation=implementation)
    x = keras.Variable(DENSE)
    upstream = RNG.standard_normal(DENSE.shape)
    found = gradients_of(
        lambda: ops.sum(layer(x, training=True) * tensor(upstream)),
        [x, layer.gamma, layer.beta],
    )
    expected = gradients(DENSE.astype("float64"), GAMMA, 1e-3, upstream)
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_allclose(a, b, atol=1e-5)
    np.testing.assert_allclose(found[0].sum(axis=0), 0.0, atol=1e-5)
    # And what they are compared with is the slope of the equations.
    assert_slopes(
        lambda x, gamma, beta: np.sum(
            normalize(x, gamma, beta, 1e-3)[0] * upstream
        ),
        [
            DENSE.astype("float64"),
            GAMMA.astype("float64"),
            BETA.astype("float64"),
        ],
        expected,
    )


@pytest.mark.parametrize("mode", ["per_feature", "per_activation"])
def test_masked_is_compacted(mode):
    """Outputs, moving statistics and gradients of real positions alone."""
    # Of one real position there is no variance.
    mask = MASK if mode == "per_feature" else np.broadcast_to(
        np.array([True, True, False, True])[:, None], MASK.shape
    )  # fmt: skip
    rows = mask if mode == "per_feature" else mask[:, 0]
    masked = make(WORDS.shape, momentum=0.5, mode=mode)
    alone = make(WORDS[rows].shape, momentum=0.5, mode=mode)
    noise = np.where(mask[..., None], WORDS, 1e3).astype("float32")
    upstream = RNG.standard_normal(WORDS.shape).astype("float32")
    upstream *= mask[..., None]

    x, part = keras.Variable(noise), keras.Variable(WORDS[rows])
    outputs = to_numpy(masked(x, training=True, mask=mask))
    assert_close(outputs[rows], alone(part, training=True), atol=1e-5)
    assert_close(moving(masked), moving(alone), atol=1e-5)
    found = gradients_of(
        lambda: ops.sum(masked(x, training=True, mask=mask) * tensor(upstream)),
        [x, masked.gamma, masked.beta],
    )
    expected = gradients_of(
        lambda: ops.sum(alone(part, training=True) * tensor(upstream[rows])),
        [part, alone.gamma, alone.beta],
    )
    assert_close(found[0][rows], expected[0], atol=1e-5)
    assert (found[0][~rows] == 0).all()
    assert_close(found[1:], expected[1:], atol=1e-5, rtol=1e-4)


def test_masks_may_lack_axes():
    """Of examples, of positions, and with the features in front."""
    layer, alone = make(IMAGES.shape), make(IMAGES.shape)
    examples = np.array([True, False, True, True])
    outputs = to_numpy(layer(IMAGES, training=True, mask=examples))
    assert_close(outputs[examples], alone(IMAGES[examples], training=True),
                 atol=1e-5)  # fmt: skip
    assert_close(moving(layer), moving(alone))
    first = make((4, 3, 5), axis=1)
    last = make((4, 5, 3))
    x = WORDS.transpose(0, 2, 1)
    assert_close(
        to_numpy(first(x, training=True, mask=MASK)).transpose(0, 2, 1),
        last(WORDS, training=True, mask=MASK),
        atol=1e-5,
    )
    with pytest.raises(ValueError, match=r"`mask`.*\(4, 5, 3\)"):
        last(WORDS, training=True, mask=np.ones((4, 5, 3), bool))


def test_a_masked_batch_leaves_the_averages():
    layer = make(WORDS.shape, momentum=0.5)
    layer(WORDS, training=True)
    before = moving(layer)
    outputs = to_numpy(layer(WORDS, training=True, mask=np.zeros_like(MASK)))
    assert np.isfinite(outputs).all()
    assert_close(moving(layer), before, atol=0)
    stock = keras.layers.BatchNormalization(momentum=0.5)
    stock(WORDS, training=True, mask=np.zeros_like(MASK))
    assert to_numpy(stock.moving_variance.value).tolist() == [0.5] * 3


@both
def test_no_example(implementation):
    layer = make(momentum=0.5, implementation=implementation)
    assert tuple(layer(DENSE[:0], training=True).shape) == (0, 3)
    assert moving(layer)[1].tolist() == [1.0] * 3


@both
def test_one_value(implementation):
    """Finite, beta, and a warning once."""
    layer = make(momentum=0.5, implementation=implementation)
    with pytest.warns(UserWarning, match="batch of one value"):
        assert_close(layer(DENSE[:1], training=True), BETA[None])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        layer(DENSE[:1], training=True)
    assert np.isfinite(moving(layer)).all()
    assert moving(layer)[1].tolist() == [0.25] * 3


def test_last_batch_of_one():
    model = keras.Sequential(
        [keras.Input((3,)), keras.layers.Dense(4), BatchNormalization()]
    )
    model.compile("sgd", "mse")
    x, y = np.tile(DENSE, (2, 1))[:9], np.zeros((9, 4), "float32")
    with warnings.catch_warnings():
        # Where every shape is compiled, the last one is known.
        warnings.filterwarnings("ignore", ".*batch of one value")
        model.fit(x, y, batch_size=4, epochs=2, verbose=0)
    assert all(np.isfinite(w).all() for w in model.get_weights())


@both
def test_constant_feature(implementation):
    layer = make(implementation=implementation)
    x = keras.Variable(np.full((4, 3), 7.0, "float32"))
    assert_close(layer(x, training=True), np.tile(BETA, (4, 1)), atol=1e-4)
    found = gradients_of(
        lambda: ops.sum(layer(x, training=True) ** 2), [x, layer.gamma]
    )
    assert all(np.isfinite(g).all() for g in found)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "mixed_float16"])
def test_large_half_precision_values(dtype):
    """Squares of 1e4 do not fit in float16."""
    layer = make(gamma=1.0, beta=0.0, momentum=0.0, dtype=dtype)
    x = ops.cast(1e4 * np.sign(DENSE), layer.compute_dtype)
    outputs = layer(x, training=True)
    assert keras.backend.standardize_dtype(outputs.dtype) == layer.compute_dtype
    values = to_numpy(ops.cast(outputs, "float32"))
    assert np.isfinite(values).all() and np.abs(values).max() < 3
    assert layer.moving_variance.dtype == "float32"
    expected = np.sign(DENSE).var(axis=0, ddof=1) * 1e8
    assert_close(moving(layer)[1], expected.astype("float32"), rtol=2e-2)


def test_per_activation():
    layer = make(IMAGES.shape, momentum=0.0, mode="per_activation")
    expected, mean, variance = normalize(
        IMAGES.astype("float64"), GAMMA, BETA, 1e-3, axes=(0,)
    )
    assert_close(
        layer(IMAGES, training=True), expected.astype("float32"), atol=1e-5
    )
    assert_close(
        moving(layer),
        [
            mean[0].astype("float32"),
            (variance[0] * 4 / 3).astype("float32"),
        ],
    )
    assert layer.gamma.shape == (5, 2, 3)


def test_axis():
    first, last = make((4, 3, 5, 2), axis=1), make((4, 5, 2, 3))
    x = IMAGES.transpose(0, 3, 1, 2)
    assert_close(
        first(x, training=True),
        to_numpy(last(IMAGES, training=True)).transpose(0, 3, 1, 2),
        atol=1e-5,
    )
    assert_close(moving(first), moving(last))


def test_frozen_is_inference():
    layer = make()
    layer.moving_mean.assign([1.0, 2.0, 3.0])
    layer.trainable = False
    before = moving(layer)
    assert_close(layer(DENSE, training=True), layer(DENSE, training=False))
    assert_close(moving(layer), before, atol=0)
    layer.trainable = True
    assert (to_numpy(layer(DENSE, training=True)) != 0).any()
    assert (moving(layer)[0] != before[0]).all()


@pytest.mark.parametrize("training", [True, False])
def test_training_as_a_tensor(training):
    tensor, known = make(momentum=0.5), make(momentum=0.5)
    flag = ops.convert_to_tensor(training)
    assert_close(
        tensor(DENSE, training=flag), known(DENSE, training=training), atol=1e-5
    )
    assert_close(moving(tensor), moving(known))


@pytest.mark.skipif(
    keras.config.backend() != "tensorflow", reason="a graph of TensorFlow"
)
def test_training_is_decided_when_the_graph_runs():
    import tensorflow as tf

    layer, known = make(momentum=0.5), make(momentum=0.5)
    call = tf.function(lambda x, flag: layer(x, training=flag))
    for training in (True, False, True):
        flag = tf.constant(training)
        expected = known(DENSE, training=training)
        assert_close(call(DENSE, flag), expected, atol=1e-5)
        assert_close(moving(layer), moving(known))


def test_scale_of_the_weights_before_does_nothing():
    """`BN(a W u) = BN(W u)`, up to epsilon."""
    layer = make(epsilon=1e-8, implementation="portable")
    assert_close(
        layer(3.0 * DENSE, training=True), layer(DENSE, training=True),
        atol=1e-5,
    )  # fmt: skip


def test_identity():
    """`gamma = sqrt(var)`, `beta = mean` give the input."""
    layer = make(gamma=DENSE.std(axis=0), beta=DENSE.mean(axis=0), epsilon=1e-8)
    assert_close(layer(DENSE, training=True), DENSE, atol=1e-5)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"scale": False, "unbiased": False, "implementation": "portable"},
        {"center": False, "mode": "per_activation", "momentum": 0.5},
        {"gamma_regularizer": "l2", "beta_constraint": "non_neg", "axis": 1},
    ],
)
def test_layer(options):
    check_layer(BatchNormalization, options, IMAGES)


def test_dense_layer():
    check_layer(BatchNormalization, {}, DENSE)


def test_it_replaces_the_layer_of_keras():
    """In code that looks for normalisations, and in saved weights."""
    layer, stock = make(), keras.layers.BatchNormalization()
    stock.build((None, 3))
    assert isinstance(layer, keras.layers.BatchNormalization)
    assert [w.name for w in layer.weights] == [w.name for w in stock.weights]
    stock.set_weights(layer.get_weights())
    assert_close(stock(DENSE), layer(DENSE), atol=1e-5)


def test_model_file():
    inputs = keras.Input((5, 3))
    x = BatchNormalization(mode="per_activation", momentum=0.7)(inputs)
    model = keras.Model(inputs, x)
    model(WORDS, training=True)
    copy = save_and_load(model)
    assert copy.layers[1].get_config() == model.layers[1].get_config()
    assert_close(copy(WORDS), model(WORDS))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"momentum": 1.5}, "`momentum`.*from 0 to 1.*momentum=1.5"),
        ({"momentum": -0.1}, "`momentum`.*momentum=-0.1"),
        ({"momentum": "0.9"}, "`momentum`.*from 0 to 1.*momentum='0.9'"),
        ({"epsilon": None}, "`epsilon` must be above 0.*epsilon=None"),
        ({"epsilon": 0.0}, "`epsilon` must be above 0.*epsilon=0.0"),
        ({"mode": "batch"}, "`mode` must be one of.*mode='batch'"),
        ({"renorm": True}, "`renorm`.*keras.layers.BatchNormalization"),
        ({"implementation": "x"}, "`implementation` must be one of"),
    ],
)
def test_bad_arguments(options, message):
    with pytest.raises(ValueError, match=message):
        BatchNormalization(**options)


def test_bad_shapes():
    with pytest.raises(ValueError, match=r"axis=4.*\(6, 3\)"):
        BatchNormalization(axis=4)(DENSE)
    with pytest.raises(ValueError, match="axis 1 are of a fixed size"):
        BatchNormalization().build((None, None))
    with pytest.raises(ValueError, match="axes 1, 2 are of a fixed size"):
        BatchNormalization(mode="per_activation").build((None, None, 3))
