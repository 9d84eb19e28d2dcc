"""K-max pooling with a `k` for each sentence."""

import keras
import numpy as np
import pytest
from dcnn_reference import k_of, pool
from layer_checks import assert_close, save_and_load, to_numpy

from keras_tpr.layers import DynamicKMaxPooling

RNG = np.random.default_rng(0)
X = RNG.standard_normal((4, 24, 3)).astype("float32")
WORDS = np.array([18, 7, 1, 0], "int32")
# Of the output of a wide convolution of width 5.
LENGTHS = np.where(WORDS > 0, WORDS + 4, 0)
MASK = np.arange(24) < LENGTHS[:, None]
either = pytest.mark.parametrize("implementation", ["auto", "portable"])


def expected(layer, layers, k_top, size=None):
    k = np.array([k_of(layer, layers, int(s), k_top) for s in WORDS])
    return pool(X, np.minimum(k, LENGTHS), LENGTHS, size or int(k.max()))


@either
@pytest.mark.parametrize(("layer", "size"), [(1, 12), (2, 6), (3, 3)])
def test_the_papers_example(layer, size, implementation):
    pooling = DynamicKMaxPooling(layer, 3, 3, implementation=implementation)
    pooled = pooling([X, WORDS], mask=[MASK, None])
    assert pooled.shape == (4, size, 3)
    assert_close(pooled, expected(layer, 3, 3))


@either
def test_lengths_as_a_mask(implementation):
    pooling = DynamicKMaxPooling(1, 2, 4, implementation=implementation)
    words = np.arange(20) < WORDS[:, None]
    pooled = pooling([X, words], mask=[MASK, None])
    # As for a sentence as long as the mask.
    assert_close(pooled, expected(1, 2, 4, size=10))


@either
def test_a_fixed_size(implementation):
    pooling = DynamicKMaxPooling(
        1, 2, 4, max_length=30, implementation=implementation
    )
    pooled = pooling([X, WORDS], mask=[MASK, None])
    assert_close(pooled, expected(1, 2, 4, size=15))
    short = DynamicKMaxPooling(
        1, 2, 2, max_length=10, implementation=implementation
    )
    k = np.minimum([5, 4, 2, 0], LENGTHS)
    pooled = short([X, WORDS], mask=[MASK, None])
    assert_close(pooled, pool(X, k, LENGTHS, 5))


def test_masks():
    pooling = DynamicKMaxPooling(1, 2, 2)
    mask = to_numpy(pooling.compute_mask([X, WORDS], [MASK, None]))
    assert mask.sum(axis=1).tolist() == [9, 4, 2, 0]
    mask = to_numpy(pooling.compute_mask([X, WORDS]))
    assert mask.sum(axis=1).tolist() == [9, 4, 2, 2]


def test_static_sizes():
    def size(*arguments, lengths=(None,), **options):
        pooling = DynamicKMaxPooling(*arguments, **options)
        return pooling.compute_output_shape([(None, None, 8, 2), lengths])

    assert size(2, 2, 4) == (None, 4, 8, 2)
    assert size(1, 2, 4) == (None, None, 8, 2)
    assert size(1, 2, 4, max_length=21) == (None, 11, 8, 2)
    assert size(1, 2, 4, lengths=(None, 21)) == (None, 11, 8, 2)
    assert size(1, 2, 4, lengths=(None, None)) == (None, None, 8, 2)


@either
def test_in_a_model(implementation):
    x = keras.Input((None, 3), name="x")
    words = keras.Input((None,), dtype="bool", name="words")
    pooling = DynamicKMaxPooling(1, 2, 4, implementation=implementation)
    model = keras.Model([x, words], pooling([x, words]))
    for length in (20, 24):
        mask = np.arange(length) < WORDS[:, None]
        k = [9, 4, 4, 4]
        assert_close(
            model.predict([X, mask], verbose=0), pool(X, k, size=length // 2)
        )
    loaded = save_and_load(model)
    assert loaded.layers[-1].get_config() == pooling.get_config()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"layer_index": 3}, "between 1 and `num_layers`"),
        ({"k_top": 0}, "`k_top` must be a positive integer.*k_top=0"),
        ({"layer_index": True}, "`layer_index` must be a positive.*True"),
        ({"max_length": True}, "`max_length` must be a positive.*True"),
        ({"max_length": 0}, "`max_length` must be a positive.*max_length=0"),
        ({"implementation": "fast"}, "`implementation` must be one of"),
    ],
)
def test_bad_arguments(arguments, message):
    usual = {"layer_index": 1, "num_layers": 2, "k_top": 4}
    with pytest.raises(ValueError, match=message):
        DynamicKMaxPooling(**{**usual, **arguments})


def test_bad_inputs():
    pooling = DynamicKMaxPooling(1, 2, 4)
    with pytest.raises(ValueError, match=r"a list `\[x, lengths\]`"):
        pooling(X)
    with pytest.raises(TypeError, match="`lengths`.*must be integers"):
        pooling([X, WORDS.astype("float32")])
    with pytest.raises(ValueError, match=r"`lengths` of Dyn.*shape \(2,\)"):
        pooling([X, WORDS[:2]])
    with pytest.raises(ValueError, match=r"mask of DynamicKMax.*\(B, T\)"):
        pooling([X, WORDS], mask=[np.ones((len(X), 2), "bool"), None])
    with pytest.raises(TypeError, match="a boolean mask.*int32"):
        pooling([X, MASK.astype("int32")])
    with pytest.raises(TypeError, match="floating-point"):
        pooling([X.astype("int32"), WORDS])
