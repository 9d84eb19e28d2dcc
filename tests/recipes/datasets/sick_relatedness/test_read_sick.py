import pathlib

import pytest

from recipes.datasets.data_format_error import DataFormatError
from recipes.datasets.sick_relatedness import SICK_SIZES, read_sick

REAL = pathlib.Path(__file__).parents[5] / "shared/data/sick"
CARD = (
    pathlib.Path(__file__).parents[4]
    / "recipes/datasets/sick_relatedness/README.md"
)


@pytest.mark.parametrize("subfolder", ["", "treelstm", "sick/treelstm"])
def test_pairs(small_sick, tmp_path, subfolder):
    small_sick(tmp_path / subfolder)
    splits = read_sick(tmp_path)
    assert {k: len(pairs) for k, pairs in splits.items()} == SICK_SIZES
    pair = splits["validation"][1]
    assert (pair.id, pair.score) == (1, 4.25)
    assert pair.sentence_a == "A dog barks"
    assert pair.sentence_b == "Dogs don't bark"
    assert (pair.tree_a.label, pair.tree_a.word) == ("root", "barks")
    assert pair.tree_b.words() == ["Dogs", "do", "n't", "bark"]
    assert pair.tree_b.tags() == ["nsubj", "aux", "neg", "root"]


@pytest.mark.parametrize(
    "name, line, message",
    [
        ("sim.txt", "5.1", "sim.txt, line 1: relatedness goes from 1 to 5"),
        ("sim.txt", "good", "sim.txt, line 1: .*'good'"),
        ("sim.txt", "nan", "sim.txt, line 1: relatedness"),
        ("a.parents", "2 3 1", "a.parents, line 1: .*one root"),
        ("a.parents", "2 3 x", "a.parents, line 1: .*'x'"),
        ("b.parents", "2 0", "b.parents, line 1: .*2 heads for 4 words"),
        ("b.rels", "x", "b.parents, line 1: `labels`.*Received 1"),
        ("b.toks", "", "b.parents, line 1: .*4 heads for 0 words"),
        ("b.toks", None, r"3 of 30 files are missing: train/b.toks, dev/b."),
    ],
)
def test_malformed_files(small_sick, tmp_path, name, line, message):
    small_sick(tmp_path, **{name: line})
    with pytest.raises(DataFormatError, match=message):
        read_sick(tmp_path)


def test_the_published_sizes_are_checked(small_sick, tmp_path):
    small_sick(tmp_path)
    (tmp_path / "dev" / "a.toks").write_text("A dog barks\n")
    with pytest.raises(DataFormatError, match="a.toks has 1 .*has 2 pair"):
        read_sick(tmp_path)


def test_missing_files_are_shown(tmp_path):
    (tmp_path / "train").mkdir()
    (tmp_path / "train" / "a.toks").touch()
    with pytest.raises(DataFormatError) as caught:
        read_sick(tmp_path)
    message = str(caught.value)
    assert "29 of 30 files are missing: train/id.txt" in message
    assert "a.parents, b.parents        the number" in message
    assert message.endswith("Found: train/, train/a.toks.")


@pytest.mark.skipif(not REAL.is_dir(), reason="needs ../shared/data/sick")
def test_the_real_files():
    splits = read_sick(REAL)
    card = CARD.read_text("utf-8")
    for split, pairs in splits.items():
        trees = [tree for pair in pairs for tree in (pair.tree_a, pair.tree_b)]
        mean = sum(pair.score for pair in pairs) / len(pairs)
        words = sum(tree.size for tree in trees)
        assert f"| {split} | {len(pairs):,} | {words:,} | {mean:.2f} |" in card
        assert max(tree.size for tree in trees) <= 36
        assert max(tree.height for tree in trees) <= 12
        assert len({pair.id for pair in pairs}) == len(pairs)
    pair = splits["train"][0]
    assert (pair.id, pair.score) == (1, 4.5)
    assert pair.tree_a.words() == pair.sentence_a.split()
    assert pair.tree_a.word == "playing"
