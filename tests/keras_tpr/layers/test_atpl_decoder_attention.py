"""Attentions of one's own go through every path of the decoder."""

import keras
import numpy as np
import pytest
from atpl_cases import FEATURES, MASK, TOKENS, arguments, make
from atpl_reference import decode_batch
from atpl_weights import read_weights
from gradients_of import gradients_of
from layer_checks import assert_close, save_and_load, to_numpy

from keras_tpr.layers import ATPLDecoder, TPRAttention


@keras.saving.register_keras_serializable(package="tests_of_keras_tpr")
class InOnePiece(TPRAttention):
    """The paper's score, which the decoder cannot know to be it."""

    def score(self, h, tpr):
        return self.state_score(h) + self.tpr_score(tpr)


@keras.saving.register_keras_serializable(package="tests_of_keras_tpr")
class Sharp(TPRAttention):
    def score(self, h, tpr):
        return 2.0 * super().score(h, tpr)


class Squared(TPRAttention):
    """Not linear in the TPR."""

    def tpr_score(self, tpr):
        return super().tpr_score(tpr * tpr)


class Deaf(TPRAttention):
    def state_score(self, h):
        return 0.0 * super().state_score(h)


class Blended(TPRAttention):
    def call(self, h, tpr):
        return 0.5 * super().call(h, tpr) + 0.25


OTHERS = [Sharp, Squared, Deaf, Blended]


def paths(decoder, **others):
    """Logits of one decoder's weights by every path there is."""
    step = ATPLDecoder.from_config({**decoder.get_config(), "parallel": False})
    given = arguments(decoder, **others)
    step.build(TOKENS.shape, FEATURES.shape)
    step.set_weights(decoder.get_weights())
    yield to_numpy(decoder(**given))
    yield to_numpy(step(**given))
    yield to_numpy(decoder.internals(**given)["logits"])
    yield to_numpy(step.internals(**given)["logits"])
    x, states = (
        decoder.first_input(FEATURES),
        decoder.initial_state(FEATURES),
    )
    generated = []
    for position in range(TOKENS.shape[1]):
        f, states = decoder.cell(x, states)
        generated.append(to_numpy(decoder.logits(f)))
        x = decoder.embed(TOKENS[:, position])
    yield np.stack(generated, axis=1)


def expected_logits(decoder, **changed):
    weights = read_weights(decoder)
    weights |= {name: change(weights[name]) for name, change in changed.items()}
    everywhere = np.ones_like(MASK)
    found = decode_batch(weights, TOKENS, FEATURES, mask=everywhere)
    return found["logits"].astype("float32")


@pytest.mark.parametrize("scale", [None, "length"])
def test_the_same_score_gives_the_same_numbers(scale):
    standard = make(tpr_scale=scale)
    own = make(
        tpr_scale=scale,
        role_attention=InOnePiece(4),
        feature_attention=InOnePiece(3),
    )
    assert not own.cell.role_attention.score_is_standard
    assert_close(own(**arguments(own)), standard(**arguments(own)))
    everywhere = np.ones_like(MASK)
    expected = to_numpy(standard(**arguments(own, padding_mask=everywhere)))
    for logits in paths(own, padding_mask=everywhere):
        assert_close(logits, expected, 1e-5)


def test_the_same_score_has_the_same_gradients():
    """On TensorFlow those of the kernel and of the portable layers."""
    gradients = []
    for attention in (None, InOnePiece(4)):
        decoder = make(role_attention=attention, tpr_scale="length")
        gradients.append(
            gradients_of(
                lambda d=decoder: keras.ops.sum(d(**arguments(d)) ** 2),
                decoder.trainable_weights,
            )
        )
    for standard, own in zip(*gradients, strict=True):
        scale = abs(standard).max()
        np.testing.assert_allclose(own, standard, atol=1e-5 * (1 + scale))


@pytest.mark.parametrize("which", ["role_attention", "feature_attention"])
def test_another_score_has_its_effect_on_every_path(which):
    size, names = {
        "role_attention": (4, ("Wu", "bu")),
        "feature_attention": (3, ("Wv", "bv")),
    }[which]
    own = make(**{which: Sharp(size)})
    double = {name: lambda w: 2.0 * w for name in names}
    expected = expected_logits(own, **double)
    assert abs(expected - expected_logits(own)).max() > 1e-2
    for logits in paths(own, padding_mask=np.ones_like(MASK)):
        assert_close(logits, expected, 1e-5)


@pytest.mark.parametrize("attention", OTHERS)
@pytest.mark.parametrize("which", ["role_attention", "feature_attention"])
def test_every_hook_works_on_every_path(attention, which):
    own = make(**{which: attention(4 if which == "role_attention" else 3)})
    # A copy by `from_config` does not know these classes by name.
    with keras.saving.custom_object_scope(
        {kind.__name__: kind for kind in OTHERS}
    ):
        first, *others = paths(own, padding_mask=np.ones_like(MASK))
    assert abs(first - expected_logits(own)).max() > 1e-3
    for logits in others:
        assert_close(logits, first, 1e-5)


@pytest.mark.parametrize("activation", ["tanh", "softmax", "relu"])
def test_another_activation_works_on_every_path(activation):
    own = make(role_attention=TPRAttention(4, activation=activation))
    assert own.cell.role_attention.score_is_standard
    first, *others = paths(own, padding_mask=np.ones_like(MASK))
    assert abs(first - expected_logits(own)).max() > 1e-2
    for logits in others:
        assert_close(logits, first, 1e-5)


def test_a_model_with_an_attention_of_its_own_loads():
    own = make(role_attention=Sharp(4), feature_attention=InOnePiece(3))
    tokens = keras.Input((None,), dtype="int32")
    features = keras.Input((3,))
    model = keras.Model([tokens, features], own(tokens, features))
    revived = save_and_load(model)
    given = [TOKENS.astype("int32"), FEATURES]
    assert_close(revived(given), model(given))
    assert isinstance(revived.layers[-1].cell.role_attention, Sharp)
