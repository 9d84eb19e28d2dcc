import random

import pytest

from recipes.datasets.babi.simulator.directions import DIRECTIONS
from recipes.datasets.babi.simulator.english import ENGLISH
from recipes.datasets.babi.simulator.symbols import SYMBOLS
from recipes.datasets.babi.simulator.wording import Wording


def test_there_are_symbols_for_all_that_is_said():
    assert ENGLISH.keys() == SYMBOLS.keys()
    for key, (symbols,) in SYMBOLS.items():
        places = {english.count("%s") for english in ENGLISH[key]}
        assert places == {symbols.count("%s")}, key


@pytest.mark.parametrize("key, share", [("drop", 0.2), ("get", 1.0)])
def test_some_sentences_end_in_there(key, share):
    say = Wording(random.Random(0))
    texts = [say(key, "Mary", "milk") for _ in range(2000)]
    there = sum(text.endswith(" there.") for text in texts) / len(texts)
    assert there == pytest.approx(share, abs=0.03)
    assert len(set(texts)) == (8 if key == "drop" else 4)


def test_subjects():
    say = Wording(random.Random(0))
    assert say.named(("Mary", "John")) == "Mary and John"
    assert say.named(("Mary",)) == "Mary"
    ways = {say.resumed(("Mary",)) for _ in range(100)}
    assert ways == {
        f"{opening} she"
        for opening in ("Then", "After that", "Afterwards", "Following that")
    }
    assert say.resumed(("John",)).endswith(" he")
    assert say.resumed(("John", "Mary")).endswith(" they")


def test_symbols():
    say = Wording(random.Random(0), symbolic=True)
    assert say("go", say.named(("Mary", "John")), "hall") == "Mary John go hall"
    assert say("go", say.resumed(("Mary",)), "hall") == "she go hall"
    right = DIRECTIONS["relative"][1]
    assert say("lies", "a", say.direction(right), "b") == "a right b"
