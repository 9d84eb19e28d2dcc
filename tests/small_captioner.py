"""A captioner of a few words, with weights of a size that matters."""

import keras
import numpy as np

import zoo

VOCABULARY_SIZE = 9
FEATURES = 5
TAGS = 3
WORDS = ("a", "red", "dog", "cat", "runs", "sits", "on", "grass")
CAPTIONS = ("a red dog runs", "A cat!", "the cat sits on the grass") * 2


def small_captioner(seed=0, scale=0.7, **options):
    """An `atpl_captioner`; `options` are those of `zoo.atpl_captioner`."""
    options = {
        "vocabulary_size": VOCABULARY_SIZE,
        "dim": 4,
        "units": 6,
        "feature_dim": FEATURES,
        "num_tags": None,
        "dropout": 0.0,
        **options,
    }
    if "vocabulary" in options:
        del options["vocabulary_size"]
    if "image_encoder" in options:
        del options["feature_dim"]
    model = zoo.atpl_captioner(**options)
    rng = np.random.default_rng(seed)
    for weight in model.trainable_weights:
        weight.assign(scale * rng.standard_normal(weight.shape))
    return model


def scene_encoder(size=8, regularizer=None):
    """An image encoder with batch normalisation, whose features are a grid."""
    images = keras.Input((size, size, 3))
    x = keras.layers.Rescaling(1 / 255)(images)
    x = keras.layers.Conv2D(
        2, 3, strides=4, padding="same", kernel_regularizer=regularizer
    )(x)
    x = keras.layers.BatchNormalization(momentum=0.5)(x)
    return keras.Model(images, keras.layers.Flatten()(x), name="encoder")


def encoded(count=6, length=5, tags=False, seed=0):
    """Encoded inputs: captions end, and are filled up with END."""
    rng = np.random.default_rng(seed)
    token_ids = rng.integers(1, VOCABULARY_SIZE, (count, length), "int32")
    lengths = 1 + np.arange(count) % length
    token_ids[np.arange(length) >= lengths[:, None]] = 0
    inputs = {
        "features": rng.standard_normal((count, FEATURES)).astype("float32"),
        "token_ids": token_ids,
    }
    if tags:
        inputs["tags"] = rng.random((count, TAGS), "float32")
    return inputs


def raw(**others):
    """Raw inputs for six images."""
    return {
        "features": encoded()["features"],
        "captions": list(CAPTIONS),
        **others,
    }


def padding_mask(token_ids):
    """True up to and including the first END."""
    ends = np.cumsum(token_ids == 0, axis=1)
    return (ends == 0) | ((ends == 1) & (token_ids == 0))


def without_words(inputs):
    """What `generate` needs of encoded inputs."""
    return {k: v for k, v in inputs.items() if k != "token_ids"}


def log_softmax(logits):
    logits = np.asarray(logits, "float64")
    logits = logits - logits.max(-1, keepdims=True)
    return logits - np.log(np.exp(logits).sum(-1, keepdims=True))


def sentence_log_probabilities(logits, token_ids):
    """Of each row up to and including its first END."""
    chosen = np.take_along_axis(log_softmax(logits), token_ids[..., None], -1)
    return (chosen[..., 0] * padding_mask(token_ids)).sum(axis=1)
