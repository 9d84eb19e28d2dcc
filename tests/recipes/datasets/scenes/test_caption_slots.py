import numpy as np
import pytest

from recipes.datasets.scenes import Scene, SceneObject
from recipes.datasets.scenes.caption_forms import CAPTION_FORMS
from recipes.datasets.scenes.caption_slots import caption_slots

STAR = SceneObject("star", "red", "striped", "large", 0.25, 0.25, 0.2)
OVAL = SceneObject("oval", "blue", "plain", "medium", 0.75, 0.25, 0.14)
RING = SceneObject("ring", "blue", "plain", "large", 0.5, 0.5, 0.21)
HEART = SceneObject("heart", "pink", "plain", "small", 0.5, 0.5, 0.095)


def _texts(family, *objects, seed=0):
    rng = np.random.default_rng(seed)
    slots = caption_slots(rng, Scene("dark", objects), family)
    return {
        name: " ".join(word for word, _ in words)
        for name, words in slots.items()
    }


@pytest.mark.parametrize("family", CAPTION_FORMS)
def test_each_family_can_speak_of_any_scene(family):
    for objects in ((STAR, OVAL), (RING, HEART), (OVAL, OVAL)):
        slots = _texts(family, *objects)
        usable = [
            pattern
            for _, pattern in CAPTION_FORMS[family]
            if all(
                item.strip("{}") in slots
                for item in pattern.split()
                if item.startswith("{")
            )
        ]
        # Two at least: a second caption can always differ from the first.
        assert len(usable) >= 2


def test_what_is_held_comes_before_the_ring():
    texts = _texts("relation", RING, HEART)
    assert texts["a"] == "a small pink heart"
    assert texts["a_to_b"] == "inside"


def test_places_are_brief_for_two():
    texts = {_texts("place", STAR, OVAL, seed=s)["brief_a"] for s in range(20)}
    assert texts == {"a red star", "a blue oval"}
    # "A ring in the middle and a heart in the middle" is silly.
    assert "brief_a" not in _texts("place", RING, HEART)


def test_the_extreme_must_be_unique():
    texts = _texts("place", STAR, OVAL, OVAL)
    assert texts["most"] == "largest"
    assert texts["extreme"].split()[0] == "a"
    assert "large" not in texts["extreme"].split()
    assert _texts("place", RING, STAR, OVAL)["most"] == "smallest"
    assert "most" not in _texts("place", OVAL, OVAL)


def test_lists_begin_with_groups():
    texts = _texts("list", STAR, OVAL, OVAL)
    assert texts["list"].startswith("two blue ovals and")
    assert texts["list_is"] == "are"
    assert _texts("list", STAR, OVAL)["list_is"] == "is"


def test_long_lists_have_no_commas():
    texts = _texts("list", STAR, OVAL, HEART)
    assert texts["list"] == "a red star a blue oval and a pink heart"


def test_one_group_needs_no_conjunction():
    assert _texts("list", OVAL, OVAL)["list"] == "two blue ovals"


def test_comparison_follows_the_sizes():
    texts = _texts("complex", STAR, OVAL)
    assert (texts["a"], texts["than"]) == ("a blue oval", "smaller than")
    assert texts["comparative_b"] == "a larger red star"
    assert "than" not in _texts("complex", OVAL, OVAL)


def test_counts_tell_two_from_many():
    assert _texts("existential", STAR, OVAL)["two"] == "two"
    many = _texts("existential", STAR, OVAL, HEART)
    assert many["many"] == "three"
    assert "two" not in many
