import numpy as np
import pytest

import zoo
from recipes.captioning.role_clusters import role_clusters, role_section
from recipes.datasets.caption_records import CaptionRecords
from zoo.captioning.image_encoders.scene_cnn import scene_cnn

WORDS = ["a", "red", "ring", "is", "big"]


@pytest.fixture(scope="module")
def model():
    model = zoo.atpl_captioner(
        vocabulary=WORDS,
        dim=4,
        units=8,
        image_encoder=scene_cnn(16),
        num_tags=None,
        sequence_length=4,
    )
    rng = np.random.default_rng(0)
    for weight in model.backbone.decoder.trainable_weights:
        weight.assign(rng.standard_normal(weight.shape))
    return model


def records(captions, pos):
    return CaptionRecords(list(range(len(captions))), captions, captions, pos)


def test_roles_are_those_of_gold_captions(model, monkeypatch):
    rng = np.random.default_rng(0)
    images = rng.integers(0, 256, (2, 16, 16, 3), dtype="uint8")
    data = records(
        [["a red ring", "a blue ring"], ["ring is a big red ring"]],
        [
            [["DT", "JJ", "NN"], ["DT", "JJ", "NN"]],
            [["NN", "VBZ", "DT", "JJ", "JJ", "NN"]],
        ],
    )
    given = {}

    def spy(inputs, captions, tags, seed):
        given.update(inputs=inputs, captions=captions, tags=tags)
        return original(inputs, captions, tags, seed=seed)

    original = model.role_clusters
    monkeypatch.setattr(model, "role_clusters", spy)
    found = role_clusters(model, images, data)
    # `blue` is unknown, and the last caption is cut to four words.
    assert given["captions"] == [
        ["a", "red", "ring"],
        ["a", "ring"],
        ["ring", "is", "a", "big"],
    ]
    assert given["tags"][1] == ["DT", "NN"]
    assert found["num_words"] == 9 and found["num_clusters"] == 4
    # Each caption goes with the features of its image.
    features = given["inputs"]["features"]
    expected = model.backbone.image_encoder(images.astype("float32"))
    np.testing.assert_allclose(
        features, np.asarray(expected)[[0, 0, 1]], rtol=1e-5
    )


def test_section():
    section = role_section(
        {
            "num_words": 1000,
            "num_clusters": 2,
            "purity": 0.75,
            "chance_purity": 0.5,
            "nmi": 0.25,
            "chance_nmi": 0.01,
            "table": [{"NN": 30, "<X>": 10}, {"DT": 999, "JJ": 1}],
        }
    )
    assert "1,000 words" in section.html
    assert "Purity 0.750 (by chance 0.500)" in section.html
    assert "NN 75%, &lt;X&gt; 25%" in section.html
    assert "<td>DT 100%</td>" in section.html
