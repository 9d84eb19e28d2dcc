"""K-max pooling, compared with sorting each sequence by hand."""

import keras
import numpy as np
import pytest
from dcnn_reference import pool
from gradients_of import gradients_of
from keras import ops
from layer_checks import assert_close, check_layer, save_and_load, to_numpy

from keras_tpr.layers import KMaxPooling

RNG = np.random.default_rng(0)
X = RNG.standard_normal((4, 9, 3)).astype("float32")
LENGTHS = np.array([9, 5, 2, 0])
MASK = np.arange(9) < LENGTHS[:, None]
IMPLEMENTATIONS = ["auto", "portable"]
either = pytest.mark.parametrize("implementation", IMPLEMENTATIONS)


def mask_of(layer, *args, **kwargs):
    mask = layer.compute_mask(*args, **kwargs)
    return None if mask is None else to_numpy(mask).tolist()


@either
def test_values_by_hand(implementation):
    x = np.array([[1.0, 9.0, 2.0, 9.0, 3.0]]).reshape(1, 5, 1)
    layer = KMaxPooling(3, implementation=implementation)
    assert to_numpy(layer(x)).ravel().tolist() == [9.0, 9.0, 3.0]


@either
@pytest.mark.parametrize("k", [1, 2, 4, 9, 12])
def test_equals_sorting(k, implementation):
    layer = KMaxPooling(k, implementation=implementation)
    assert_close(layer(X), pool(X, k, size=k))
    assert_close(layer(X, mask=MASK), pool(X, k, LENGTHS, size=k))


@either
@pytest.mark.parametrize("size", [4, 11])
def test_a_k_for_each_example(size, implementation):
    layer = KMaxPooling(size, implementation=implementation)
    k = np.array([3, 4, 1, 2], "int32")
    assert_close(layer([X, k]), pool(X, k, size=size))
    pooled = layer([X, k], mask=[MASK, None])
    assert_close(pooled, pool(X, np.minimum(k, LENGTHS), LENGTHS, size))


@either
def test_a_k_beyond_the_size_or_below_zero(implementation):
    layer = KMaxPooling(3, implementation=implementation)
    k = np.array([7, -2, 3, 0], "int32")
    assert_close(layer([X, k]), pool(X, [3, 0, 3, 0], size=3))


@either
@pytest.mark.parametrize("k", [2, 12])
def test_padding_never_wins(k, implementation):
    layer = KMaxPooling(k, implementation=implementation)
    x = np.where(MASK[..., None], -1.0 - np.abs(X), 0.0).astype("float32")
    pooled = to_numpy(layer(x, mask=MASK))
    kept = np.minimum(LENGTHS, k)
    for row, count in zip(pooled, kept, strict=True):
        assert (row[:count] < 0).all()
        assert (row[count:] == 0).all()


@either
def test_masks_need_not_begin_with_what_is_real(implementation):
    mask = np.array([[False, True, False, True, True]])
    x = np.array([9.0, 1.0, 8.0, 3.0, 2.0]).reshape(1, 5, 1)
    layer = KMaxPooling(2, implementation=implementation)
    assert to_numpy(layer(x, mask=mask)).ravel().tolist() == [3.0, 2.0]


@either
@pytest.mark.parametrize("k", [3, 11])
def test_the_leftmost_of_equal_values(k, implementation):
    # Values of few kinds, so that nearly all are ties.
    x = RNG.integers(0, 3, (5, 17, 4)).astype("float32")
    variable = keras.Variable(x)
    layer = KMaxPooling(k, implementation=implementation)
    (gradient,) = gradients_of(lambda: ops.sum(layer(variable)), [variable])
    for row, kept in zip(x, gradient, strict=True):
        for channel in range(4):
            values = row[:, channel]
            expected = np.zeros(17)
            expected[np.argsort(-values, kind="stable")[:k]] = 1.0
            assert kept[:, channel].tolist() == expected.tolist()


@either
@pytest.mark.parametrize("k", [2, 10])
def test_all_equal(k, implementation):
    layer = KMaxPooling(k, implementation=implementation)
    x = np.full((2, 12, 3), -5.0, "float32")
    assert (to_numpy(layer(x)) == -5.0).all()


@either
@pytest.mark.parametrize("k", [3, 11])
def test_gradients_reach_what_is_kept_alone(k, implementation):
    x = RNG.standard_normal((4, 14, 2)).astype("float32")
    lengths = np.array([14, 12, 2, 0])
    mask = np.arange(14) < lengths[:, None]
    weights = 1.0 + np.arange(4 * k * 2, dtype="float32").reshape(4, k, 2)
    variable = keras.Variable(x)
    layer = KMaxPooling(k, implementation=implementation)

    def loss():
        return ops.sum(layer(variable, mask=mask) * weights)

    (gradient,) = gradients_of(loss, [variable])
    expected = np.zeros_like(x)
    for b, length in enumerate(lengths):
        for c in range(2):
            chosen = np.sort(np.argsort(-x[b, :length, c])[:k])
            expected[b, chosen, c] = weights[b, : len(chosen), c]
    np.testing.assert_array_equal(gradient, expected)


@either
@pytest.mark.parametrize("k", [2, 10])
def test_nan_is_not_lost(k, implementation):
    x = RNG.standard_normal((1, 12, 2)).astype("float32")
    x[0, 5, 0] = np.nan
    x[0, 1, 1] = np.inf
    pooled = to_numpy(KMaxPooling(k, implementation=implementation)(x))
    assert np.isnan(pooled[..., 0]).sum() == 1
    assert np.isinf(pooled[..., 1]).sum() == 1
    others = np.delete(x[0, :, 0], 5)
    kept = pooled[0, :, 0][~np.isnan(pooled[0, :, 0])]
    assert sorted(kept) == sorted(others)[-(k - 1) :]


@either
@pytest.mark.parametrize("k", [2, 10])
def test_infinite_values_where_examples_keep_few(k, implementation):
    x = np.full((2, 12, 1), np.inf, "float32")
    x[0, 3:] = -np.inf
    mask = np.arange(12) < np.array([[5], [4]])
    layer = KMaxPooling(k, implementation=implementation)
    pooled = layer([x, np.array([k, 1], "int32")], mask=[mask, None])
    kept = [min(k, 5), 1]
    assert_close(pooled, pool(x, kept, [5, 4], k))


@either
def test_an_example_without_values_is_filled(implementation):
    layer = KMaxPooling(2, fill_value=-7.0, implementation=implementation)
    pooled = to_numpy(layer(X, mask=MASK))
    assert (pooled[3] == -7.0).all()
    assert np.isfinite(pooled).all()


@either
def test_a_sequence_without_positions_is_filled(implementation):
    layer = KMaxPooling(2, fill_value=-7.0, implementation=implementation)
    pooled = to_numpy(layer(X[:, :0]))
    assert pooled.shape == (4, 2, 3) and (pooled == -7.0).all()
    assert not to_numpy(layer.compute_mask(X[:, :0])).any()


def test_masks():
    layer = KMaxPooling(4)
    assert mask_of(layer, X) is None
    assert mask_of(layer, X, MASK) == [
        [True] * 4,
        [True] * 4,
        [True, True, False, False],
        [False] * 4,
    ]
    k = np.array([1, 4, 4, 4], "int32")
    assert mask_of(layer, [X, k])[0] == [True, False, False, False]
    assert mask_of(layer, [X, k], [MASK, None])[2] == [True, True, False, False]
    assert mask_of(KMaxPooling(10), X) == [[True] * 9 + [False]] * 4


def test_axes_behind_time_are_channels():
    x = RNG.standard_normal((2, 6, 4, 5)).astype("float32")
    for k in (3, 8):
        expected = pool(x.reshape(2, 6, 20), k, size=k).reshape(2, k, 4, 5)
        assert_close(KMaxPooling(k)(x), expected)
        assert tuple(KMaxPooling(k).compute_output_shape(x.shape)) == (
            2, k, 4, 5,
        )  # fmt: skip


@either
def test_a_length_that_is_not_known(implementation):
    inputs = keras.Input((None, 3))
    outputs = KMaxPooling(4, implementation=implementation)(inputs)
    assert outputs.shape == (None, 4, 3)
    model = keras.Model(inputs, ops.reshape(outputs, (-1, 12)))
    for length in (2, 9):
        x = X[:, :length]
        expected = pool(x, 4, size=4).reshape(4, 12)
        assert_close(model.predict(x, verbose=0), expected)
    assert_close(save_and_load(model)(X), model(X))


def test_mask_of_a_layer_before():
    model = keras.Sequential([keras.layers.Masking(), KMaxPooling(4)])
    x = np.where(MASK[..., None], -1 - np.abs(X), 0.0)
    assert_close(model(x), pool(x.astype("float32"), 4, LENGTHS, size=4))


def test_strict():
    layer = KMaxPooling(3, strict=True)
    assert_close(layer(X), pool(X, 3))
    with pytest.raises(ValueError, match="`strict=True`.*fewer values"):
        layer(X, mask=MASK)
    with pytest.raises(ValueError, match="`strict=True`.*fewer values"):
        KMaxPooling(10, strict=True)(X)
    k = np.array([3, 3, 2, 0], "int32")
    assert_close(layer([X, k], mask=[MASK, None]), pool(X, k, LENGTHS))


@pytest.mark.skipif(
    keras.backend.backend() != "tensorflow", reason="a graph of TensorFlow"
)
def test_strict_in_a_graph():
    import tensorflow as tf

    layer = KMaxPooling(3, strict=True)
    run = tf.function(lambda x, mask: layer(x, mask=mask))
    assert run(X[:2], MASK[:2]).shape == (2, 3, 3)
    with pytest.raises(tf.errors.InvalidArgumentError, match="strict=True"):
        run(X, MASK)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float64"])
def test_other_types_of_floats(dtype):
    x = ops.cast(X, dtype)
    pooled = KMaxPooling(3, dtype=dtype)(x, mask=MASK)
    assert keras.backend.standardize_dtype(pooled.dtype) == dtype
    expected = pool(to_numpy(ops.cast(x, "float64")), 3, LENGTHS, size=3)
    assert_close(ops.cast(pooled, "float64"), expected)


def test_layer():
    check_layer(KMaxPooling, {"k": 3}, X)
    check_layer(KMaxPooling, {"k": 12, "fill_value": 1.5}, X)
    check_layer(KMaxPooling, {"k": 2, "implementation": "portable"}, X[..., :1])


@pytest.mark.parametrize("k", [0, -1, 2.0, None, True])
def test_bad_k(k):
    with pytest.raises(ValueError, match=f"`k` must be.*k={k}"):
        KMaxPooling(k)


def test_bad_inputs():
    with pytest.raises(TypeError, match="floating-point.*int32"):
        KMaxPooling(2)(np.ones((2, 3, 4), "int32"))
    with pytest.raises(TypeError, match="floating-point.*int32"):
        KMaxPooling(2)(keras.Input((3, 4), dtype="int32"))
    with pytest.raises(ValueError, match=r"three axes.*\(2, 3\)"):
        KMaxPooling(2)(np.ones((2, 3), "float32"))
    with pytest.raises(TypeError, match="`k` of KMaxPooling must be integers"):
        KMaxPooling(2)([X, np.ones(4, "float32")])
    for k in (LENGTHS[:2], LENGTHS[:, None], np.array(2)):
        with pytest.raises(
            ValueError, match=r"`k` of KMaxPooling.*\(4, 9, 3\)"
        ):
            KMaxPooling(2)([X, k])
    for mask in (MASK[:, :5], np.ones(X.shape, "bool")):
        with pytest.raises(ValueError, match=r"mask of KMax.*\(B, T\).*\(4, 9"):
            KMaxPooling(2)(X, mask=mask)
    with pytest.raises(ValueError, match="a list of 3"):
        KMaxPooling(2)([X, X, X])
    with pytest.raises(ValueError, match="`implementation` must be one of"):
        KMaxPooling(2, implementation="fast")
