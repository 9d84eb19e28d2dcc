import itertools
import math
import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from tree_strategies import DEEP_TREES, constituency_trees, dependency_trees

from keras_tpr.trees import (
    Tree,
    from_brackets,
    from_parents,
    read_conllu,
    read_trees,
    tree_svg,
)
from keras_tpr.trees.value_colors import value_colors

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def tree():
    return from_brackets("(4 (2 a) (3 (2 rare) (3 gem)))")


def parse(svg):
    return ElementTree.fromstring(svg)


def nodes(svg):
    """Label, colour and description of each node, in preorder."""
    return [
        (
            group.find(f"{SVG}text").text,
            group.find(f"{SVG}rect").get("fill"),
            group.find(f"{SVG}title").text,
        )
        for group in parse(svg).iter(f"{SVG}g")
    ]


def words(svg):
    return [text.text for text in parse(svg).findall(f"{SVG}text")]


def test_nodes_and_words(tree):
    svg = tree_svg(tree)
    assert words(svg) == ["a", "rare", "gem"]
    assert nodes(svg) == [
        ("4", "#ffffff", "4: a rare gem"),
        ("2", "#ffffff", "2: a"),
        ("3", "#ffffff", "3: rare gem"),
        ("2", "#ffffff", "2: rare"),
        ("3", "#ffffff", "3: gem"),
    ]


def test_values_are_those_of_the_nodes_in_postorder(tree):
    values = [float(node.label) for node in tree.postorder()]
    svg = tree_svg(tree, values, value_range=(0, 4))
    for label, color, description in nodes(svg):
        assert color == value_colors([int(label)], (0, 4))[0]
        assert description.endswith(f" ({label})")


@given(constituency_trees() | dependency_trees())
def test_values_of_any_tree(tree):
    values = [len(node.words()) for node in tree.postorder()]
    descriptions = [text for _, _, text in nodes(tree_svg(tree, values))]
    for node, text in zip(tree.preorder(), descriptions, strict=True):
        assert text.endswith(f" ({len(node.words())})")


def test_values_that_are_missing_are_said_to_be(tree):
    svg = tree_svg(tree, [math.nan, 1, 2, 3, 4])
    assert nodes(svg)[1] == ("2", "#ffffff", "2: a (nan)")


def test_colors_in_postorder_with_text_that_is_readable(tree):
    colors = ["#000000", "#111111", "#222222", "#333333", "#ffee00"]
    svg = tree_svg(tree, colors=colors)
    assert [color for _, color, _ in nodes(svg)] == [
        "#ffee00",
        "#000000",
        "#333333",
        "#111111",
        "#222222",
    ]
    texts = [
        g.find(f"{SVG}text").get("fill") for g in parse(svg).iter(f"{SVG}g")
    ]
    assert texts == ["#000000"] + ["#ffffff"] * 4


def test_the_picture_has_a_name(tree):
    for svg, name in (
        (tree_svg(tree), "a rare gem"),
        (tree_svg(tree, title='5 < "6" & \x00'), '5 < "6" & \ufffd'),
    ):
        root = parse(svg)
        assert root.get("role") == "img"
        assert root.get("aria-label") == name
        assert root[0].tag == f"{SVG}title" and root[0].text == name


def test_nothing_is_loaded(tree):
    svg = tree_svg(tree, [0, 1, 2, 3, 4])
    assert re.findall("href|url|import|script|http[^ ]+", svg) == [
        'http://www.w3.org/2000/svg"'
    ]


@given(constituency_trees() | dependency_trees())
def test_everything_is_inside_the_picture(tree):
    for orientation in ("vertical", "horizontal"):
        root = parse(tree_svg(tree, orientation=orientation))
        left, top, width, height = map(float, root.get("viewBox").split())
        assert (root.get("width"), root.get("height")) == (
            f"{width:g}",
            f"{height:g}",
        )
        for box in root.iter(f"{SVG}rect"):
            x, y, w, h = (
                float(box.get(name)) for name in ("x", "y", "width", "height")
            )
            assert left <= x and x + w <= left + width
            assert top <= y and y + h <= top + height


def test_long_sentences_go_down_the_page():
    short, long = (
        Tree("S", [Tree("N", word="word")] * size) for size in (5, 60)
    )
    sizes = [
        [float(parse(svg).get(name)) for name in ("width", "height")]
        for svg in (
            tree_svg(short),
            tree_svg(long),
            tree_svg(long, orientation="vertical"),
            tree_svg(short, orientation="horizontal"),
        )
    ]
    (width, _), (long_width, _), (wide, _), (narrow, tall) = sizes
    assert width < 960 and long_width < 200 < 960 < wide
    assert narrow < width and tall > 100
    # Text of a picture that a page shrinks could not be read.
    assert "max-width:none" in tree_svg(long)


def test_dependency_trees():
    tree = from_parents([2, 0, 2], ["dogs", "chase", "cats"], ["s", "r", "o"])
    svg = tree_svg(tree)
    assert words(svg) == ["dogs", "chase", "cats"]
    assert [text for _, _, text in nodes(svg)] == [
        "r: dogs chase cats",
        "s: dogs",
        "o: cats",
    ]


def test_long_descriptions_are_cut():
    tree = Tree("S", [Tree("N", word=f"w{i}") for i in range(30)])
    assert nodes(tree_svg(tree))[0][2].endswith(" w19 ...")


def test_words_and_labels_of_any_kind():
    tree = Tree(None, [Tree("<&", word="a<b"), Tree("日本", word="\x0b")])
    svg = tree_svg(tree)
    assert [label for label, _, _ in nodes(svg)] == ["·", "<&", "日本"]
    assert words(svg) == ["a<b", "\ufffd"]


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"values": [1, 2]}, "`values`.*5 nodes, in postorder. Received 2"),
        ({"colors": ["#fff000"]}, "`colors`.*5 nodes.*Received 1"),
        ({"colors": ["red"] * 5}, "`colors` must be such as.*'red'"),
        ({"colors": [None] * 5}, "`colors` must be such as.*None"),
        ({"values": [1] * 5, "colors": ["#000000"] * 5}, "not both"),
        ({"value_range": (0, 1)}, r"`value_range=\(0, 1\)` is that of `val"),
        ({"values": [1] * 5, "value_range": (1, 0)}, "`value_range` must"),
        ({"orientation": "up"}, "`orientation` must be one of.*'up'"),
    ],
)
def test_malformed_arguments(tree, arguments, message):
    with pytest.raises(ValueError, match=message):
        tree_svg(tree, **arguments)


@pytest.mark.parametrize("kind", DEEP_TREES)
def test_deep_trees(kind):
    tree = DEEP_TREES[kind](1200)
    assert tree_svg(tree).count("<rect") == 1 + tree.size


def test_real_trees(data_lines):
    bracketed = read_trees(data_lines("sst/trees/dev.txt.gz"))
    sentences = read_conllu(data_lines("ud_ewt/en_ewt-ud-dev.conllu.gz"))
    trees = list(itertools.islice(bracketed, 50))
    trees += [sentence.tree() for sentence in itertools.islice(sentences, 50)]
    for tree in trees:
        svg = tree_svg(tree)
        assert words(svg) == tree.words()
        assert float(parse(svg).get("width")) < 1200
