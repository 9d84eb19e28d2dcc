"""Exported classes: short names, subclasses, generic loading."""

import json

import keras
import keras_hub
import numpy as np
import pytest

TEXTS = ["a dog", "cat", "dog cat a"]


def same_outputs(one, other):
    np.testing.assert_array_equal(
        one.predict(np.array(TEXTS), verbose=0),
        other.predict(np.array(TEXTS), verbose=0),
    )


def test_short_name_loads_weights_and_words(tiny_zoo, tiny_preset):
    model = tiny_zoo.TinyClassifier.from_preset("tiny_pets_en")
    same_outputs(model, tiny_preset)
    same_outputs(tiny_zoo.tiny_classifier(preset="tiny_pets_en"), tiny_preset)
    tokenizer = tiny_zoo.TinyTokenizer.from_preset("tiny_pets_en")
    assert tokenizer.get_vocabulary() == ["<end>", "a", "dog", "cat"]
    backbone = tiny_zoo.TinyBackbone.from_preset("tiny_pets_en")
    for mine, theirs in zip(
        backbone.get_weights(), tiny_preset.backbone.get_weights(), strict=True
    ):
        np.testing.assert_array_equal(mine, theirs)


def test_directories_and_generic_classes(tiny_preset, tiny_zoo, tmp_path):
    directory = tmp_path / "mine"
    tiny_preset.save_to_preset(directory)
    same_outputs(tiny_zoo.TinyClassifier.from_preset(directory), tiny_preset)
    generic = keras_hub.models.TextClassifier.from_preset(str(directory))
    assert type(generic) is tiny_zoo.TinyClassifier
    same_outputs(generic, tiny_preset)


def test_load_weights_and_new_head(tiny_zoo, tiny_preset):
    model = tiny_zoo.TinyClassifier.from_preset(
        "tiny_pets_en", load_weights=False
    )
    assert not np.array_equal(
        model.get_weights()[0], tiny_preset.get_weights()[0]
    )
    model = tiny_zoo.TinyClassifier.from_preset("tiny_pets_en", num_classes=5)
    assert model.predict(np.array(TEXTS), verbose=0).shape == (3, 5)
    np.testing.assert_array_equal(
        model.get_weights()[0], tiny_preset.get_weights()[0]
    )


def test_unknown_preset_names_close_ones(tiny_zoo, tiny_preset):
    with pytest.raises(ValueError, match="Did you mean 'tiny_pets_en'"):
        tiny_zoo.TinyClassifier.from_preset("tiny_pet_en")


def test_presets_property(tiny_zoo):
    expected = {"tiny_pets_en": {"description": "Dogs against cats."}}
    assert tiny_zoo.TinyClassifier.presets == expected
    assert tiny_zoo.tiny_classifier().presets == expected

    class Mine(tiny_zoo.TinyClassifier):
        pass

    assert Mine.presets == expected


def test_users_subclass_loads_our_preset(tiny_zoo, tiny_preset):
    class Mine(tiny_zoo.TinyClassifier):
        def __init__(self, *args, margin=0.1, **kwargs):
            super().__init__(*args, **kwargs)
            self.margin = margin

    model = Mine.from_preset("tiny_pets_en", margin=0.5)
    assert type(model) is Mine
    assert model.margin == 0.5
    same_outputs(model, tiny_preset)


def test_users_subclass_loads_its_own_preset(tiny_zoo, tiny_preset, tmp_path):
    @keras.saving.register_keras_serializable(package="test_export")
    class OwnClassifier(tiny_zoo.TinyClassifier):
        pass

    model = OwnClassifier.from_preset("tiny_pets_en")
    model.save_to_preset(tmp_path / "own")
    for cls in (OwnClassifier, tiny_zoo.TinyClassifier):
        loaded = cls.from_preset(tmp_path / "own")
        assert type(loaded) is OwnClassifier
        same_outputs(loaded, tiny_preset)


def test_users_subclass_with_other_weights_is_refused(tiny_zoo, tiny_preset):
    class Wider(tiny_zoo.TinyClassifier):
        def __init__(self, backbone, num_classes=2, **kwargs):
            super().__init__(backbone, num_classes=num_classes + 1, **kwargs)

    with pytest.raises(ValueError, match="`Wider` has other ones"):
        Wider.from_preset("tiny_pets_en")


def test_metadata_names_the_task(tiny_preset, tmp_path):
    tiny_preset.save_to_preset(tmp_path / "p")
    metadata = json.loads((tmp_path / "p/metadata.json").read_text())
    assert "TextClassifier" in metadata["tasks"]
    assert metadata["parameter_count"] == 12
