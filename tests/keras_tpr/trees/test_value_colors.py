import math

import numpy as np
import pytest

from keras_tpr.trees.value_colors import NO_COLOR, value_colors


def test_from_red_over_white_to_blue():
    low, middle, high = value_colors([-1, 0, 1])
    assert (low, middle, high) == ("#d6604d", "#f7f7f7", "#4393c3")
    assert value_colors(np.array([0, 1, 2, 3, 4]))[::2] == [low, middle, high]


def test_between_the_anchors():
    # Half way from f7f7f7 to d6604d and to 4393c3.
    assert value_colors([1, 3], (0, 4)) == ["#e6aca2", "#9dc5dd"]


def test_values_outside_have_the_colour_of_the_end():
    assert value_colors([-9, 9], (0, 1)) == value_colors([0, 1])
    assert value_colors([-math.inf, math.inf], (0, 1)) == value_colors([0, 1])


def test_values_that_are_missing():
    colors = value_colors([math.nan, 0, 1])
    assert colors == [NO_COLOR, *value_colors([0, 1])]
    assert value_colors([math.nan]) == [NO_COLOR]


def test_values_that_are_all_alike():
    assert value_colors([3, 3]) == ["#f7f7f7"] * 2


@pytest.mark.parametrize("ends", [(1, 1), (2, 1), (0, math.inf), (math.nan, 1)])
def test_a_range_must_go_up(ends):
    with pytest.raises(ValueError, match="`value_range` must be two numbers"):
        value_colors([1], ends)
