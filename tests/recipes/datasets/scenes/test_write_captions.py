import json
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recipes.datasets.scenes import SPLITS, Scene, SceneObject, write_captions
from recipes.datasets.scenes.sample_scene import sample_scene

# All words by their tags, written down from English and not from the grammar.
LEXICON = {
    "DT": "a an the another both all",
    "CD": "one two three four",
    "JJ": "small large plain striped dotted checkered red orange yellow green "
    "blue purple pink brown light dark top bottom left right other",
    "JJR": "larger smaller",
    "JJS": "largest smallest",
    "NN": "circle square triangle star cross diamond heart ring oval shape "
    "top bottom left right middle center side corner picture background",
    "NNS": "circles squares triangles stars crosses diamonds hearts rings "
    "ovals shapes stripes dots checks",
    "VBZ": "is sits shows contains",
    "VBP": "are",
    "VBN": "placed drawn flanked surrounded",
    "IN": "above below at in on of with by between beside inside around than",
    "TO": "to",
    "RB": "directly only",
    "CC": "and",
    "EX": "there",
    "WDT": "that which",
    "PRP": "it",
}

scenes = st.builds(
    lambda seed, held_out: sample_scene(
        np.random.default_rng(seed), held_out=held_out
    ),
    st.integers(0, 2**32 - 1),
    st.booleans(),
)
captioned = st.builds(
    lambda scene, seed: (
        scene,
        write_captions(np.random.default_rng(seed), scene),
    ),
    scenes,
    st.integers(0, 2**32 - 1),
)


def _many(count):
    for seed in range(count):
        rng = np.random.default_rng(seed)
        scene = sample_scene(rng)
        yield scene, write_captions(rng, scene)


@given(captioned)
def test_every_caption_is_true(caption_is_true, drawn):
    scene, captions = drawn
    graph = json.loads(scene.to_json())
    for caption in captions:
        assert caption_is_true(caption.text, graph), caption.text


def test_a_thousand_captions_are_true(caption_is_true):
    for scene, captions in _many(200):
        graph = json.loads(scene.to_json())
        for caption in captions:
            assert caption_is_true(caption.text, graph), caption.text


def _opposite(word):
    pairs = ("above below", "left right", "top bottom", "light dark")
    pairs += ("larger smaller", "largest smallest", "inside around")
    for a, b in map(str.split, pairs):
        if word in (a, b):
            return b if word == a else a
    return None


def test_a_changed_caption_is_false(caption_is_true):
    """The reader of captions is not one that nods."""
    changes = 0
    for scene, captions in _many(150):
        graph = json.loads(scene.to_json())
        colors = {obj["color"] for obj in graph["objects"]}
        absent = next(
            c
            for c in ("green", "blue", "red", "pink", "brown")
            if c not in colors
        )
        for caption in captions:
            for i, word in enumerate(caption.tokens):
                new = absent if word in colors else _opposite(word)
                if new is None:
                    continue
                tokens = [*caption.tokens]
                tokens[i] = new
                # A red star may be above one star and below another.
                alike = len({o["shape"] for o in graph["objects"]}) < len(
                    graph["objects"]
                )
                if alike and new not in (absent, "light", "dark"):
                    continue
                assert not caption_is_true(" ".join(tokens), graph), tokens
                changes += 1
    assert changes > 500


def test_a_wrong_number_is_false(caption_is_true):
    star = {"shape": "star", "color": "red", "texture": "plain"}
    star |= {"size": "small", "radius": 0.1}
    graph = {
        "background": "dark",
        "objects": [star | {"x": 0.2, "y": y} for y in (0.2, 0.5, 0.8)],
    }
    assert caption_is_true("three red stars", graph)
    assert not caption_is_true("two red stars", graph)
    assert not caption_is_true("both stars are red", graph)
    assert not caption_is_true("a red star and another red star", graph)
    assert caption_is_true("a red star directly above a red star", graph)
    with pytest.raises(ValueError, match="Not understood"):
        caption_is_true("stars everywhere", graph)


@given(captioned)
def test_there_are_five_different_short_captions(drawn):
    _, captions = drawn
    assert len({caption.text for caption in captions}) == 5
    for caption in captions:
        assert 2 <= len(caption.tokens) <= 20
        assert all(re.fullmatch("[a-z]+", word) for word in caption.tokens)


def test_captions_differ_in_form():
    """Each picture gets a list, a relation, an existential sentence ..."""
    for _, captions in _many(100):
        existential = ["there" == c.tokens[0] for c in captions]
        assert sum(existential) == 1
        assert len({c.pos for c in captions}) >= 4


@given(captioned)
def test_every_word_has_a_tag_of_its_own(drawn):
    lexicon = {tag: set(words.split()) for tag, words in LEXICON.items()}
    for caption in drawn[1]:
        assert len(caption.tokens) == len(caption.pos)
        for word, tag in zip(caption.tokens, caption.pos, strict=True):
            assert word in lexicon[tag], f"{word}/{tag} in {caption.text}"


def test_every_word_of_the_lexicon_is_used():
    used = {
        pair
        for _, captions in _many(2500)
        for caption in captions
        for pair in zip(caption.tokens, caption.pos, strict=True)
    }
    assert used == {
        (word, tag) for tag, words in LEXICON.items() for word in words.split()
    }


@given(captioned)
def test_articles_fit_the_next_word(drawn):
    for caption in drawn[1]:
        for word, following in zip(
            caption.tokens, caption.tokens[1:], strict=False
        ):
            if word in ("a", "an"):
                assert (word == "an") == (following[0] in "aeiou")


@given(captioned)
def test_nouns_agree_with_their_determiners(drawn):
    for caption in drawn[1]:
        for i, word in enumerate(caption.tokens):
            if word in ("a", "an", "another", "one"):
                assert _head(caption, i + 1) == "NN", caption.text
            elif word in ("two", "three", "four", "both"):
                assert _head(caption, i + 1) == "NNS", caption.text


def _head(caption, start):
    """The tag of the noun that a noun phrase, begun before `start`, has."""
    rest = caption.pos[start:]
    head = next(i for i, tag in enumerate(rest) if tag in ("NN", "NNS"))
    assert set(rest[:head]) <= {"JJ", "JJR"}
    return rest[head]


@given(captioned)
def test_verbs_agree_with_their_subjects(drawn):
    for caption in drawn[1]:
        verbs = [i for i, t in enumerate(caption.pos) if t in ("VBZ", "VBP")]
        for nth, i in enumerate(verbs):
            plural = caption.pos[i] == "VBP"
            assert plural == _has_plural_subject(caption, i, nth), caption.text


def _has_plural_subject(caption, verb, nth):
    pos = caption.pos
    if pos[verb - 1] == "EX":
        following = pos[verb + 1 :]
        return next(t for t in following if t in ("NN", "NNS")) == "NNS"
    if nth:
        # "... and the other is blue"
        assert caption.tokens[verb - 1] == "other"
        return False
    subject = pos[:verb]
    head = next(t for t in subject if t in ("NN", "NNS"))
    return head == "NNS" or "CC" in subject


def test_the_same_numbers_give_the_same_captions():
    star = SceneObject("star", "red", "striped", "large", 0.25, 0.25, 0.2)
    oval = SceneObject("oval", "blue", "plain", "medium", 0.75, 0.25, 0.14)
    scene = Scene("dark", (star, oval))
    first, second = (
        write_captions(np.random.default_rng(7), scene) for _ in range(2)
    )
    assert first == second


@pytest.mark.parametrize("split", SPLITS)
def test_the_salient_object_is_described_in_full(split):
    """So the held-out combination of `test_novel` is always spoken of."""
    rng = np.random.default_rng(0)
    for _ in range(50):
        scene = sample_scene(rng, held_out=split == "test_novel")
        first = scene.objects[0]
        words = {first.color, first.texture} - {"plain"} | {first.shape}
        assert any(
            words <= set(caption.tokens)
            for caption in write_captions(rng, scene)
        )


@pytest.mark.parametrize("count", [1, 5])
def test_a_scene_needs_two_to_four_objects(count):
    star = SceneObject("star", "red", "plain", "large", 0.25, 0.25, 0.2)
    with pytest.raises(ValueError, match=f"two to four objects.*{count}"):
        write_captions(np.random.default_rng(0), Scene("dark", (star,) * count))
