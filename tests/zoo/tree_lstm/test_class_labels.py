import numpy as np
import pytest

from zoo.tree_lstm.class_labels import ClassLabels


def test_defaults():
    labels = ClassLabels()
    assert len(labels) == 5
    assert labels.names[0] == "very negative"
    assert labels.judged == (0, 1, 2, 3, 4)
    assert ClassLabels(4).names == ("0", "1", "2", "3")
    assert len(ClassLabels(class_names=["no", "yes"])) == 2


@pytest.mark.parametrize(
    ("label", "number"),
    [
        (0, 0),
        ("4", 4),
        (np.int64(3), 3),
        ("neutral", 2),
        (None, -1),
        (-1, -1),
        ("-1", -1),
    ],
)
def test_numbers(label, number):
    assert ClassLabels().number(label) == number


@pytest.mark.parametrize("label", [5, "NP", "5", 2.5, "", -2])
def test_no_class(label):
    with pytest.raises(ValueError, match="is no class. Classes are the num"):
        ClassLabels().number(label)


def test_names_that_are_numbers():
    labels = ClassLabels(class_names=["1", "0"])
    assert labels.number("1") == 0


def test_judges_among_those_compared():
    labels = ClassLabels(3, compared=["positive", "negative"])
    assert labels.judged == (0, 2)
    probabilities = [[0.2, 0.7, 0.1], [0.1, 0.6, 0.3]]
    assert labels.judge(probabilities).tolist() == [0, 2]
    assert ClassLabels(3).judge(probabilities).tolist() == [1, 1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_classes": 1}, "`num_classes` must be"),
        ({"num_classes": 2.0}, "`num_classes` must be"),
        ({"num_classes": 3, "class_names": ["a", "b"]}, "3 different names"),
        ({"class_names": ["a", "a"]}, "2 different names"),
        ({"num_classes": 3, "compared": ["negative"]}, "two or more"),
        ({"num_classes": 3, "compared": ["negative", "x"]}, "two or more"),
    ],
)
def test_refuses(arguments, message):
    with pytest.raises(ValueError, match=message):
        ClassLabels(**arguments)
