import numpy as np
import pytest

from recipes.datasets.scenes import SceneObject
from recipes.datasets.scenes.place_phrase import place_phrase


def _places(row, column, **kwargs):
    obj = SceneObject(
        "star", "red", "plain", "small", column / 3 + 0.1, row / 3 + 0.1, 0.1
    )
    rng = np.random.default_rng(0)
    phrases = {place_phrase(rng, obj, **kwargs) for _ in range(40)}
    return {" ".join(word for word, _ in words) for words in phrases}


@pytest.mark.parametrize(
    "row, column, places",
    [
        (0, 0, {"at the top left", "in the top left corner"}),
        (0, 1, {"at the top"}),
        (1, 0, {"on the left", "on the left side"}),
        (1, 1, {"in the middle", "in the center"}),
        (2, 2, {"at the bottom right", "in the bottom right corner"}),
    ],
)
def test_each_ninth_has_its_phrases(row, column, places):
    assert _places(row, column) == places


def test_short_phrases_have_no_variants():
    assert _places(0, 2, short=True) == {"at the top right"}
    assert _places(1, 1, short=True) == {"in the middle"}
