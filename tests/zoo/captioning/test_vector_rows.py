import keras
import numpy as np
import pytest
import tensorflow as tf

from zoo.captioning.vector_rows import vector_rows, vectors_in_graph


def rows(values, size=3):
    return vector_rows(values, size, "features", "feature_dim")


def test_kinds_of_input():
    for values in (
        [1, 2, 3],
        np.array([1, 2, 3], "int64"),
        np.array([1, 2, 3], "float16"),
        keras.ops.convert_to_tensor([1.0, 2.0, 3.0]),
    ):
        array, single = rows(values)
        assert single
        assert array.dtype == np.float32
        assert array.tolist() == [[1, 2, 3]]
    array, single = rows([[1, 2, 3]])
    assert not single
    assert array.tolist() == [[1, 2, 3]]
    assert rows(np.ones((2, 7)), size=None)[0].shape == (2, 7)


def test_errors():
    with pytest.raises(ValueError, match="4 values.*made for 3.*feature_dim=4"):
        rows(np.ones((2, 4)))
    with pytest.raises(ValueError, match=r"received \(2, 1, 3\)"):
        rows(np.ones((2, 1, 3)))
    with pytest.raises(ValueError, match="is empty"):
        rows(np.ones((0, 3)))
    with pytest.raises(ValueError, match="`features` holds .* not finite"):
        rows([1.0, np.nan, -np.inf])
    many = np.ones((5000, 3), "float32")
    many[[4800, 4900], 1] = np.inf
    with pytest.raises(ValueError, match=r"`features\[4800\]` holds"):
        rows(many)
    with pytest.raises(TypeError, match="received None"):
        rows(None)
    with pytest.raises(TypeError, match="array of numbers.*'features.npy'"):
        rows("features.npy")
    with pytest.raises(TypeError, match="array of numbers"):
        rows([[1, 2, 3], [1, 2]])


def test_in_a_graph():
    @tf.function
    def convert(values, size):
        return vectors_in_graph(values, size, "tags", "num_tags")

    assert convert(tf.constant([1, 2, 3]), 3).numpy().tolist() == [1, 2, 3]
    assert convert(tf.ones((2, 3), tf.float64), 3).dtype == tf.float32
    with pytest.raises(tf.errors.InvalidArgumentError, match="`tags` holds"):
        convert(tf.constant([1, np.nan, 3]), 3)
    with pytest.raises(ValueError, match="num_tags=2"):
        convert(tf.ones((5, 2)), 3)
