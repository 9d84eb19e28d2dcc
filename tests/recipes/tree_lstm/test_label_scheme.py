import pytest

from keras_tpr.trees import from_brackets, to_brackets
from recipes.tree_lstm.label_scheme import FINE, THREE_WAY, TWO_WAY
from zoo.tree_lstm.class_labels import ClassLabels

TREE = from_brackets("(3 (0 a) (3 (1 b) (3 (2 c) (4 d))))")


@pytest.mark.parametrize(
    ("scheme", "labels"),
    [
        (FINE, [0, 1, 2, 4, 3, 3, 3]),
        (THREE_WAY, [0, 0, 1, 2, 2, 2, 2]),
        (TWO_WAY, [0, 0, None, 1, 1, 1, 1]),
    ],
)
def test_labels(scheme, labels):
    tree = scheme.relabelled(TREE)
    assert [node.label for node in tree.postorder()] == labels
    assert tree.words() == TREE.words()


def test_neutral_sentences():
    neutral = from_brackets("(2 (0 a) (4 b))")
    assert to_brackets(FINE.relabelled(neutral)) == "(2 (0 a) (4 b))"
    assert THREE_WAY.relabelled(neutral) is None
    assert TWO_WAY.relabelled(neutral) is None


@pytest.mark.parametrize("scheme", [FINE, THREE_WAY, TWO_WAY])
def test_classes_are_those_of_a_model(scheme):
    labels = ClassLabels(scheme.num_classes, compared=scheme.compared)
    used = {number for number in scheme.classes if number is not None}
    assert used == set(range(len(labels)))
