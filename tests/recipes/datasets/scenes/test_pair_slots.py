import numpy as np

from recipes.datasets.scenes import Scene, SceneObject
from recipes.datasets.scenes.pair_slots import pair_slots

LARGE = SceneObject("star", "red", "plain", "large", 0.25, 0.2, 0.2)
MEDIUM = SceneObject("star", "red", "plain", "medium", 0.25, 0.8, 0.14)
OVAL = SceneObject("oval", "orange", "plain", "medium", 0.8, 0.2, 0.14)


def _texts(a, b, full=True):
    scene = Scene("dark", (LARGE, MEDIUM, OVAL))
    slots = pair_slots(np.random.default_rng(0), scene, a, b, full)
    return {
        name: " ".join(word for word, _ in words)
        for name, words in slots.items()
    }


def test_the_second_of_two_alike_is_another():
    texts = _texts(LARGE, MEDIUM)
    assert texts["a"] == "a large red star"
    assert texts["other_b"] == "another red star"
    # A medium star mentioned first leaves a large one to be introduced.
    assert texts["other_a"] == "a large red star"


def test_different_objects_keep_their_article():
    texts = _texts(LARGE, OVAL)
    assert texts["other_b"] == texts["b"] == "an orange oval"
    assert (texts["a_to_b"], texts["b_to_a"]) == (
        "to the left of",
        "to the right of",
    )
