"""What captioners say about their captions."""

import json

import numpy as np
import pytest
from matplotlib.figure import Figure

import zoo
from zoo.captioning.caption_explanation import (
    CaptionExplanation,
    explained_words,
)

TOKENS = ["<end>", "a", "<b>dog</b>"]
WORDS = ["a", "dog", "runs"]


def explanation(tags=None):
    logits = np.zeros((3, 3), "float32")
    logits[:, 1] = np.log(2.0)  # probabilities 1/4, 1/2, 1/4
    return CaptionExplanation(
        **explained_words(logits, [1, 2, 0], TOKENS, 2), tags=tags
    )


def test_words_and_their_alternatives():
    found = explanation()
    assert found.words == ["a", "<b>dog</b>", "<end>"]
    assert found.caption == "a <b>dog</b>"
    np.testing.assert_allclose(
        found.probabilities, [0.5, 0.25, 0.25], rtol=1e-6
    )
    for row in found.alternatives:
        assert [word for word, _ in row] == ["a", "<end>"]
        np.testing.assert_allclose([p for _, p in row], [0.5, 0.25], rtol=1e-6)


def test_large_logits():
    logits = np.array([[0.0, 1e4, 0.0]], "float32")
    found = explained_words(logits, [1], TOKENS, 1)
    np.testing.assert_allclose(found["probabilities"], [1.0])


@pytest.mark.parametrize("tags", [None, [("dog", 0.9), (7, 0.1)]])
def test_shown(tags):
    found = explanation(tags)
    assert json.loads(json.dumps(found.to_dict()))["words"] == found.words
    figure = found.plot()
    assert isinstance(figure, Figure)
    assert len(figure.axes) == (1 if tags is None else 2)
    page = found.to_html()
    assert page.count("<tr>") == 4
    assert "<b>" not in page
    assert "&lt;b&gt;dog" in page


@pytest.mark.parametrize(
    ("name", "options"),
    (
        ("nic_captioner", {}),
        ("cnn_lstm_captioner", {}),
        ("scn_captioner", {"num_tags": 2, "tag_factors": 3}),
    ),
)
def test_every_captioner_explains_itself(name, options):
    model = getattr(zoo, name)(
        vocabulary=WORDS, feature_dim=4, units=5, embedding_dim=3, **options
    )
    image = {"features": np.ones(4)}
    if options:
        image["tags"] = np.array([0.2, 0.8])
    caption = model.generate(image, return_scores=True)
    found = model.explain(image)
    assert found.caption == caption.text
    np.testing.assert_allclose(
        np.log(found.probabilities).sum(), caption.score, atol=1e-4
    )
    assert [len(row) for row in found.alternatives] == [3] * len(found.words)
    if options:
        np.testing.assert_allclose(found.tags, [(1, 0.8), (0, 0.2)], rtol=1e-6)
    else:
        assert found.tags is None
    given = model.explain(image, "a dog runs", num_words=1)
    assert given.words == ["a", "dog", "runs", "<end>"]
    np.testing.assert_allclose(
        np.log(given.probabilities).sum(),
        model.score(image, "a dog runs"),
        atol=1e-4,
    )
