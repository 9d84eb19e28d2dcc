import numpy as np
import pytest

from recipes.datasets.scenes import Scene, SceneObject
from recipes.datasets.scenes.noun_phrase import NounPhrase
from recipes.datasets.scenes.phrase import phrase

RNG = np.random.default_rng(0)


def _object(shape, color, texture="plain", size="medium"):
    return SceneObject(shape, color, texture, size, 0.5, 0.5, 0.1)


def _text(description, *args, **kwargs):
    return " ".join(w for w, _ in description.render(RNG, *args, **kwargs))


RED_STAR = _object("star", "red", "striped", "large")
PLAIN_STAR = _object("star", "red", "plain", "large")
BLUE_STAR = _object("star", "blue")
OVAL = _object("oval", "orange", size="small")


def test_a_full_description_leaves_out_what_is_usual():
    scene = Scene("dark", (RED_STAR, OVAL, BLUE_STAR))
    assert NounPhrase.of([RED_STAR], scene) == NounPhrase(
        "star", size="large", texture="striped", color="red"
    )
    assert _text(NounPhrase.of([OVAL], scene)) == "a small orange oval"
    assert _text(NounPhrase.of([BLUE_STAR], scene)) == "a blue star"


def test_a_brief_description_says_what_tells_apart():
    scene = Scene("dark", (RED_STAR, OVAL))
    brief = NounPhrase.of([RED_STAR], scene, full=False)
    assert _text(brief) == "a red star"
    scene = Scene("dark", (RED_STAR, PLAIN_STAR))
    brief = NounPhrase.of([PLAIN_STAR], scene, full=False)
    assert _text(brief) == "a plain red star"
    small_star = _object("star", "red", "striped", "small")
    scene = Scene("dark", (RED_STAR, small_star))
    brief = NounPhrase.of([small_star], scene, full=False)
    assert _text(brief) == "a small red star"


def test_a_group_is_described_by_what_it_shares():
    scene = Scene("dark", (RED_STAR, PLAIN_STAR, BLUE_STAR))
    pair = NounPhrase.of([RED_STAR, PLAIN_STAR], scene)
    assert pair == NounPhrase("star", 2, size="large", color="red")
    assert _text(pair) == "two large red stars"
    assert _text(NounPhrase.of(scene.objects, scene)) == "three stars"


@pytest.mark.parametrize(
    "description, text",
    [
        (NounPhrase("oval"), "an oval"),
        (NounPhrase("oval", size="small"), "a small oval"),
        (NounPhrase("star", color="orange"), "an orange star"),
        (NounPhrase("cross", count=2), "two crosses"),
        (NounPhrase("cross"), "a cross"),
        (NounPhrase("heart", count=4, color="red"), "four red hearts"),
    ],
)
def test_articles_numerals_and_plurals(description, text):
    assert _text(description) == text


def test_texture_may_follow_the_noun():
    dotted = NounPhrase("star", texture="dotted", color="red")
    assert _text(dotted, texture_last=True) == "a red star with dots"
    assert dotted.render(RNG, texture_last=True)[-1] == ("dots", "NNS")
    assert _text(NounPhrase("star"), texture_last=True) == "a star"


def test_texture_and_colour_change_places_unless_plain():
    striped = NounPhrase("star", texture="striped", color="red")
    texts = {_text(striped) for _ in range(50)}
    assert texts == {"a striped red star", "a red striped star"}
    plain = NounPhrase("star", texture="plain", color="red")
    assert {_text(plain) for _ in range(50)} == {"a plain red star"}


def test_a_determiner_may_be_given():
    star = NounPhrase("star", color="orange")
    assert star.render(RNG, phrase("another/DT")) == phrase(
        "another/DT orange/JJ star/NN"
    )


def test_matching_ignores_the_number():
    scene = Scene("dark", (RED_STAR, PLAIN_STAR, BLUE_STAR, OVAL))
    stars = NounPhrase("star", count=2, color="red")
    assert stars.num_matches(scene) == 2
    assert stars.matches(RED_STAR)
    assert not stars.matches(OVAL)
