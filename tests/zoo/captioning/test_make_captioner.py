"""Arguments of the captioners' functions."""

import pytest

import zoo


@pytest.mark.parametrize("function", ["atpl_captioner", "nic_captioner"])
def test_misspelt_arguments_are_refused(function):
    with pytest.raises(TypeError, match="`dropuot`.*'?dropout"):
        getattr(zoo, function)(dropuot=0.3)


def test_arguments_of_the_backbone_pass():
    model = zoo.atpl_captioner(
        vocabulary_size=5,
        units=4,
        feature_dim=3,
        num_tags=None,
        tpr_scale="length",
    )
    assert model.backbone.tpr_scale == "length"


def test_a_preset_refuses_other_arguments():
    with pytest.raises(ValueError, match="`units` cannot be changed"):
        zoo.atpl_captioner("atpl_scenes_en", units=4)


def test_words_are_no_preset():
    message = r"`preset` must be .* Received: \['a', 'dog'\].*`vocabulary=`"
    with pytest.raises(TypeError, match=message):
        zoo.cnn_lstm_captioner(["a", "dog"], units=4)


def test_an_image_encoder_has_its_own_features():
    arguments = {"vocabulary_size": 5, "units": 4, "num_tags": None}
    model = zoo.atpl_captioner(image_encoder="scene_cnn", **arguments)
    assert model.backbone.feature_dim == 256
    model = zoo.atpl_captioner(
        image_encoder="scene_cnn", feature_dim=256, **arguments
    )
    assert model.backbone.feature_dim == 256
    with pytest.raises(ValueError, match="`feature_dim=64` .* the size 256"):
        zoo.atpl_captioner(
            image_encoder="scene_cnn", feature_dim=64, **arguments
        )


def test_a_preset_of_another_model():
    message = r"belongs to `zoo.atpl_captioner`.*zoo.atpl_captioner\('atpl_sc"
    with pytest.raises(ValueError, match=message):
        zoo.nic_captioner("atpl_scenes_en")
