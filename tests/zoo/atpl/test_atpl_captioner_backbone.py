import inspect

import keras
import numpy as np
import pytest
from keras import ops
from small_captioner import encoded, padding_mask, scene_encoder

import zoo
from keras_tpr.layers import TPRAttention

SMALL = {
    "vocabulary_size": 9,
    "dim": 4,
    "units": 6,
    "feature_dim": 5,
    "num_tags": 3,
    "tag_factors": 4,
    "dropout": 0.0,
}


def backbone(**options):
    return zoo.ATPLCaptionerBackbone(**{**SMALL, **options})


def images(count=2):
    return np.random.default_rng(0).random((count, 8, 8, 3), "float32")


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"num_tags": None},
        {"tag_mode": "init", "tie_output": True, "embedding_trainable": False},
        {
            "lstm_inputs": ("word", "tpr"),
            "tpr_scale": "length",
            "role_basis": "orthogonal",
            "seed": 3,
            "vocabulary_hash": "abc",
        },
        {"image_encoder": scene_encoder(), "dtype": "mixed_bfloat16"},
        {
            "feature_attention": TPRAttention(5, activation="tanh"),
            "role_attention": TPRAttention(4, activation="relu"),
        },
    ],
)
def test_config(options):
    model = backbone(**options)
    config = model.get_config()
    copy = zoo.ATPLCaptionerBackbone.from_config(config)
    assert copy.get_config() == config
    shapes = [tuple(w.shape) for w in model.weights]
    assert [tuple(w.shape) for w in copy.weights] == shapes
    copy.set_weights(model.get_weights())
    inputs = encoded(count=2, tags=True)
    if model.image_encoder is not None:
        inputs["images"] = images()
    np.testing.assert_array_equal(
        ops.convert_to_numpy(ops.cast(copy(inputs), "float32")),
        ops.convert_to_numpy(ops.cast(model(inputs), "float32")),
    )


def test_config_has_the_arguments_of_the_constructor():
    names = {*inspect.signature(zoo.ATPLCaptionerBackbone).parameters}
    assert {*backbone().get_config()} == names - {"kwargs"} | {
        "name",
        "trainable",
    }


def test_output():
    model = backbone()
    inputs = encoded(tags=True)
    logits = ops.convert_to_numpy(model(inputs))
    assert logits.shape == (6, 5, 9)
    mask = padding_mask(inputs["token_ids"])
    np.testing.assert_array_equal(
        ops.convert_to_numpy(model({**inputs, "padding_mask": mask})), logits
    )
    assert model.output_shape == (None, None, 9)


def test_image_encoder_brings_the_size_of_features():
    model = backbone(image_encoder=scene_encoder())
    assert model.feature_dim == 8
    assert model.image_size == 8
    assert "features" not in model.input
    assert backbone().image_size is None


def test_encode():
    model = backbone(image_encoder=scene_encoder())
    tags = ops.ones((2, 3))
    pixels = ops.convert_to_tensor(images())
    features, given = model.encode({"images": pixels, "tags": tags})
    np.testing.assert_allclose(
        ops.convert_to_numpy(features),
        model.image_encoder.predict(images(), verbose=0),
        atol=1e-5,
    )
    assert given is tags
    same, _ = model.encode({"features": features, "tags": tags})
    assert same is features
    assert backbone(num_tags=None).encode({"features": features})[1] is None


def test_mixed_precision():
    model = backbone(dtype="mixed_bfloat16")
    logits = model(encoded(tags=True))
    assert keras.backend.standardize_dtype(logits.dtype) == "bfloat16"
    assert all(w.dtype == "float32" for w in model.weights)


def test_bad_dim():
    with pytest.raises(ValueError, match="powers of two"):
        backbone(dim=6)
