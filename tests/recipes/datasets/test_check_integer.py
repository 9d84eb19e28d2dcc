import numpy as np
import pytest

from recipes.datasets.check_integer import check_integer


@pytest.mark.parametrize("value", [3, 4, np.int64(3)])
def test_integers_from_the_minimum_on_pass(value):
    assert check_integer("seed", value, minimum=3) is None


def test_a_small_number_is_named_with_its_minimum():
    with pytest.raises(ValueError, match="`seed` must be at least 0.*-1"):
        check_integer("seed", -1, minimum=0)


@pytest.mark.parametrize("value", [1.0, "1", None, True, [1]])
def test_what_is_no_integer_is_a_type_error(value):
    with pytest.raises(TypeError, match="`seed` must be an integer"):
        check_integer("seed", value, minimum=0)
