import json
import re

import numpy as np
import pytest
from matplotlib.figure import Figure

from zoo.atpl.atpl_explanation import (
    ATPLExplanation,
    attention_maps,
    explained_roles,
)
from zoo.captioning.caption_explanation import explained_words

TOKENS = ["<end>", "a", "<b>dog</b>"]


def internals(words=3, dim=2, features=12):
    rng = np.random.default_rng(0)
    logits = np.zeros((words, 3), "float32")
    logits[:, 1] = np.log(2.0)  # probabilities 1/4, 1/2, 1/4
    return {
        "logits": logits,
        "u": rng.standard_normal((words, dim)).astype("float32"),
        "a_u": rng.random((words, dim), "float32"),
        "a_v": rng.random((words, features), "float32"),
        "f": np.array([[0.0, 2.0], [1.0, 1.0], [-3.0, 0.0]], "float32")[:words],
    }


EMBEDDINGS = np.array([[-1.0, 0.0], [0.0, 5.0], [1.0, 0.5]], "float32")


def explanation(words=3, num_words=3, grid=None, image=None):
    values = internals(words)
    return ATPLExplanation(
        **explained_words(
            values["logits"], [1, 2, 0][:words], TOKENS, num_words
        ),
        **explained_roles(values, EMBEDDINGS, TOKENS, num_words),
        attention_maps=attention_maps(values["a_v"], grid),
        image=image,
    )


def test_nearest_words():
    near = explanation(num_words=1).nearest_words
    assert [words[0][0] for words in near] == ["a", "<b>dog</b>", "<end>"]
    np.testing.assert_allclose(near[0][0][1], 1.0)
    assert [len(words) for words in explanation(num_words=9).nearest_words] == [
        3
    ] * 3


def test_similarity_is_of_roles_without_their_mean():
    roles = internals()["u"]
    centred = roles - roles.mean(axis=0)
    expected = centred[0] @ centred[1]
    expected /= np.linalg.norm(centred[0]) * np.linalg.norm(centred[1])
    similarity = explanation().role_similarity
    np.testing.assert_allclose(similarity[0, 1], expected, rtol=1e-5)
    np.testing.assert_allclose(np.diag(similarity), 1.0, rtol=1e-5)


def test_one_word():
    alone = explanation(words=1)
    assert alone.role_similarity.shape == (1, 1)
    assert np.isfinite(alone.role_similarity).all()
    alone.plot()


def test_map_over_the_image():
    found = explanation(grid=(2, 3, 2), image=np.zeros((4, 6, 3)))
    assert found.attention_maps.shape == (3, 2, 3)
    np.testing.assert_allclose(
        found.attention_maps[0, 1, 2], found.feature_attention[0, 10:].mean()
    )


def test_caption_leaves_the_end_out():
    assert explanation().caption == "a <b>dog</b>"


@pytest.mark.parametrize("image", [None, np.full((4, 6, 3), 300.0)])
def test_figure(image):
    grid = None if image is None else (2, 3, 2)
    figure = explanation(grid=grid, image=image).plot()
    assert isinstance(figure, Figure)
    axes = [a for part in figure.subfigs for a in part.axes]
    # Roles and their similarity, and a map for each word.
    assert len(axes) == (2 if image is None else 5)
    labels = [t.get_text() for t in axes[-2].get_yticklabels()]
    assert labels == ["a", "<b>dog</b>", "<end>"]
    if image is not None:
        assert [a.get_title() for a in axes[:3]] == labels


def test_html_is_self_contained():
    page = explanation(grid=(2, 3, 2), image=np.zeros((4, 6, 3))).to_html()
    sources = re.findall(r'(?:src|href)="([^"]*)"', page)
    assert len(sources) == 1
    assert sources[0].startswith("data:image/png;base64,")
    assert "http" not in page.replace(sources[0], "")
    assert "<script" not in page
    # Words are text, not markup.
    assert "<b>" not in page
    assert "&lt;b&gt;dog" in page
    assert page.count("<tr>") == 4


def test_words_that_are_formulas_to_matplotlib():
    found = explanation()
    found.words[0] = "$x_"
    assert "$x_" in found.to_html()


def test_dict():
    found = explanation(grid=(2, 3, 2), image=np.zeros((4, 6, 3), "float32"))
    data = json.loads(json.dumps(found.to_dict()))
    assert set(data) == set(vars(found))
    assert data["words"] == found.words
    assert np.shape(data["attention_maps"]) == (3, 2, 3)
    assert np.shape(data["image"]) == (4, 6, 3)
    assert data["nearest_words"][0][0][0] == "a"
