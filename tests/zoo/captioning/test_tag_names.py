"""Names of image tags."""

import numpy as np
import pytest

from zoo.captioning.tag_names import tag_names


def test_gives_a_list():
    assert tag_names(("dog", "t-shirt")) == ["dog", "t-shirt"]
    names = tag_names(np.array(["dog", "cat"]))
    assert names == ["dog", "cat"] and type(names[0]) is str


@pytest.mark.parametrize(
    "names, error, message",
    [
        ("dog", TypeError, "a list of tags.*'dog'"),
        (7, TypeError, "a list of tags.*7"),
        (["dog", 3], TypeError, r"class_names\[1\]=3"),
        ([], ValueError, "is empty"),
        (["Dog"], ValueError, "'Dog'. Tags are compared with the lower-c"),
        (["dog", "hot dog"], ValueError, "'hot dog'.*single words"),
        ([""], ValueError, "''.*single words"),
        (["dog", "cat", "dog"], ValueError, "'dog' more than once"),
    ],
)
def test_bad_names(names, error, message):
    with pytest.raises(error, match=message):
        tag_names(names)
