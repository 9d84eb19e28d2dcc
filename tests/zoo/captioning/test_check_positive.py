import numpy as np
import pytest

from zoo.captioning.check_positive import check_positive


def test_integers():
    for value in (1, 7, np.int64(3)):
        check_positive("size", value)


@pytest.mark.parametrize("value", [0, -1, 2.0, "8", None, True])
def test_others(value):
    with pytest.raises(ValueError, match=f"`size` must .*size={value!r}"):
        check_positive("size", value)
