import json
from xml.etree import ElementTree

import numpy as np
import pytest

from keras_tpr.trees import from_brackets
from zoo.tree_lstm.pair_explanation import PairExplanation
from zoo.tree_lstm.tree_explanation import TreeExplanation
from zoo.tree_lstm.word_explanation import WordExplanation, without_each_word

LEFT = from_brackets("(1 (0 a) (2 <b>))")
RIGHT = from_brackets("(1 c)")
NAMES = ["bad", "so <so>", "good"]


@pytest.fixture
def tree_explanation():
    return TreeExplanation(
        LEFT,
        NAMES,
        np.array([[0.6, 0.3, 0.1], [0.1, 0.2, 0.7], [0.2, 0.5, 0.3]]),
        np.array([0, 2, 1]),
        np.array([0, -1, 2]),
    )


@pytest.fixture
def pair_explanation():
    return PairExplanation(
        LEFT,
        RIGHT,
        3.25,
        np.array([0.0, 0.0, 0.75, 0.25, 0.0]),
        np.array([[0.5], [-1.0], [0.9]]),
    )


@pytest.fixture
def word_explanation():
    return WordExplanation(
        [["a", "<b>"], ["c"]],
        "good & well",
        0.7,
        np.array([0.3, 0.7]),
        ["bad", "good"],
        [np.array([0.2, -0.1]), np.array([0.0])],
    )


def texts(svg):
    return [
        text.text
        for text in ElementTree.fromstring(svg).iter()
        if text.tag.endswith("}text")
    ]


def fills(svg):
    found = ElementTree.fromstring(svg).iter()
    rects = [r.get("fill") for r in found if r.tag.endswith("}rect")]
    return rects[1:]  # without the background


def test_tree_svg(tree_explanation):
    svg = tree_explanation.svg()
    assert {"0", "1", "2", "a", "<b>"} == set(texts(svg))
    red, white, blue = "#d6604d", "#f7f7f7", "#4393c3"
    assert sorted(fills(svg)) == sorted([red, white, blue])
    assert fills(svg)[0] == white  # the root


def test_tree_dict(tree_explanation):
    found = json.loads(json.dumps(tree_explanation.to_dict()))
    assert found["sentence"] == "a <b>"
    assert found["class"] == "so <so>"
    assert [n["phrase"] for n in found["nodes"]] == ["a", "<b>", "a <b>"]
    assert [n["label"] for n in found["nodes"]] == ["bad", None, "good"]
    assert found["nodes"][1]["probabilities"] == [0.1, 0.2, 0.7]


def test_tree_html(tree_explanation):
    page = tree_explanation.to_html()
    ElementTree.fromstring(page.replace("<br>", "<br/>"))
    assert "so &lt;so&gt; (0.50); labelled good" in page


def test_pair(pair_explanation):
    assert pair_explanation.alike(2) == [
        ("a <b>", "c", pytest.approx(0.9)),
        ("a", "c", pytest.approx(0.5)),
    ]
    found = json.loads(json.dumps(pair_explanation.to_dict()))
    assert found["left"] == "a <b>"
    assert found["similarities"] == [[0.5], [-1.0], [0.9]]
    left, right = pair_explanation.svgs()
    assert len(fills(left)) == 3
    assert len(fills(right)) == 1
    page = pair_explanation.to_html()
    assert "relatedness 3.25" in page
    assert "a &lt;b&gt;</td><td>c</td><td>0.90" in page


def test_words(word_explanation):
    found = json.loads(json.dumps(word_explanation.to_dict()))
    assert found["influences"] == [[0.2, -0.1], [0.0]]
    page = word_explanation.to_html()
    assert "good &amp; well: 0.700" in page
    assert "&lt;b&gt;" in page and "<b>" not in page


def test_without_each_word():
    assert without_each_word(["a", "b"]) == [["b"], ["a"]]
    assert without_each_word(["a"]) == []


@pytest.mark.parametrize(
    "name", ["tree_explanation", "pair_explanation", "word_explanation"]
)
def test_figures(name, request, tmp_path):
    figure = request.getfixturevalue(name).plot()
    figure.savefig(tmp_path / "figure.png")
    assert (tmp_path / "figure.png").stat().st_size > 5000
