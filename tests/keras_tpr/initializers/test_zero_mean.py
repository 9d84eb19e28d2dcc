"""Values whose mean over the rows is zero."""

import keras
import numpy as np
import pytest
from layer_checks import to_numpy

from keras_tpr.initializers import ZeroMean


def test_subtracts_the_mean_of_each_column():
    class Counting(keras.initializers.Initializer):
        def __call__(self, shape, dtype=None):
            count = np.arange(np.prod(shape)).reshape(shape)
            return keras.ops.convert_to_tensor(count, dtype)

    values = to_numpy(ZeroMean(Counting())((3, 2), dtype="float32"))
    assert values.tolist() == [[-2.0, -2.0], [0.0, 0.0], [2.0, 2.0]]


@pytest.mark.parametrize("initializer", ["uniform", "normal", "ones"])
@pytest.mark.parametrize("shape", [(50, 4), (1, 4), (7,), (6, 2, 3)])
def test_mean_is_zero(initializer, shape):
    values = to_numpy(ZeroMean(initializer)(shape))
    assert values.shape == shape
    np.testing.assert_allclose(values.mean(0), 0.0, atol=1e-6)


def test_keeps_the_spread():
    values = to_numpy(ZeroMean("uniform")((1000, 4)))
    assert 0.04 < values.max() < 0.06


def test_config():
    inner = keras.initializers.RandomNormal(stddev=3.0, seed=1)
    config = keras.saving.serialize_keras_object(ZeroMean(inner))
    revived = keras.saving.deserialize_keras_object(config)
    assert isinstance(revived, ZeroMean)
    assert revived.initializer.stddev == 3.0
    np.testing.assert_array_equal(
        to_numpy(revived((4, 3))), to_numpy(ZeroMean(inner)((4, 3)))
    )


def test_in_a_layer():
    layer = keras.layers.Embedding(20, 3, embeddings_initializer=ZeroMean())
    layer.build(None)
    table = to_numpy(layer.embeddings.value)
    np.testing.assert_allclose(table.mean(0), 0.0, atol=1e-7)


def test_unknown_initializer():
    with pytest.raises(ValueError, match="gaussian"):
        ZeroMean("gaussian")
