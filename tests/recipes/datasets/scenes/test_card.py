import doctest
import re
from pathlib import Path

import pytest

from recipes.datasets import scenes
from recipes.datasets.scenes import (
    HELD_OUT_COLORS,
    HELD_OUT_TEXTURES,
    SPLITS,
    generate_scenes,
)

CARD = Path(scenes.__file__).with_name("README.md").read_text("utf-8")


def test_the_examples_run():
    result = doctest.testfile("README.md", package=scenes)
    assert result.attempted > 0
    assert result.failed == 0


def test_the_card_names_what_is_held_out():
    for kind, pairs in (
        ("colour", HELD_OUT_COLORS),
        ("texture", HELD_OUT_TEXTURES),
    ):
        row = re.search(rf"by {kind} \| (.*) \|", CARD)[1]
        assert set(row.split(", ")) == {" ".join(pair) for pair in pairs}


@pytest.mark.slow
@pytest.mark.parametrize("split", SPLITS)
def test_the_card_states_the_counts(split):
    captions = [
        caption
        for record in generate_scenes(split, image_size=32)
        for caption in record.captions
    ]
    row = re.search(rf"\| {split} \| (.*) \|", CARD)[1]
    assert [int(number) for number in row.split(" | ")] == [
        len(captions) // 5,
        len(captions),
        sum(len(caption.tokens) for caption in captions),
        len({word for caption in captions for word in caption.tokens}),
    ]


@pytest.mark.slow
def test_the_card_states_how_captions_agree():
    from nltk.translate.bleu_score import corpus_bleu

    references, candidates = [], []
    for record in generate_scenes("test", image_size=32):
        for caption in record.captions:
            others = [c.tokens for c in record.captions if c is not caption]
            references.append(others)
            candidates.append(caption.tokens)
    score = 100 * corpus_bleu(references, candidates)
    stated = float(re.search(r"BLEU-4 of ([\d.]+\d)", CARD)[1])
    assert score == pytest.approx(stated, abs=0.05)
