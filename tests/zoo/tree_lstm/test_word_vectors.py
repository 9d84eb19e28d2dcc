import h5py
import keras
import numpy as np
import pytest
from gradients_of import gradients_of

from zoo.tree_lstm.word_vectors import WordVectors

IDS = np.array([[1, 0, 3], [0, 0, 2]])


def test_no_word_has_zeros():
    layer = WordVectors(4, 2)
    vectors = keras.ops.convert_to_numpy(layer(IDS))
    assert (vectors[IDS == 0] == 0).all()
    table = layer.get_weights()[0]
    np.testing.assert_array_equal(vectors[IDS > 0], table[IDS[IDS > 0]])


def test_no_word_gets_no_gradient():
    layer = WordVectors(4, 2)
    layer.build(None)
    (gradient,) = gradients_of(
        lambda: keras.ops.sum(layer(IDS)), layer.trainable_weights
    )
    gradient = keras.ops.convert_to_numpy(keras.ops.convert_to_tensor(gradient))
    assert gradient.tolist() == [[0, 0], [1, 1], [1, 1], [1, 1]]


@pytest.mark.parametrize(
    ("storage", "dtype"), [(None, "float32"), ("float16", "float16")]
)
def test_files(storage, dtype, tmp_path):
    inputs = keras.Input((None,), dtype="int32")
    layer = WordVectors(40, 3, storage=storage, name="words")
    model = keras.Model(inputs, layer(inputs))
    path = str(tmp_path / "model.weights.h5")
    model.save_weights(path)
    with h5py.File(path) as file:
        found = []
        file.visititems(lambda name, x: found.append(x))
        tables = [x.dtype for x in found if getattr(x, "shape", 0) == (40, 3)]
    assert tables == [dtype]
    before = layer.get_weights()[0]
    layer.set_weights([np.zeros_like(before)])
    model.load_weights(path)
    after = layer.get_weights()[0]
    assert after.dtype == "float32"
    np.testing.assert_array_equal(after, before.astype(dtype))


def test_config():
    layer = WordVectors(4, 2, storage="float16", trainable=False)
    copy = WordVectors.from_config(layer.get_config())
    assert copy.storage == "float16"
    assert not copy.trainable


def test_unknown_storage():
    with pytest.raises(ValueError, match="`storage` must be one of"):
        WordVectors(4, 2, storage="int8")
