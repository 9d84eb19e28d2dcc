"""One pair of sentences, as often as is asked for."""

import pytest

from recipes.datasets.sick_relatedness import SICK_SIZES

SIZES = {"train": 3, "validation": 2, "test": 2}
FILES = {
    "id.txt": "7",
    "sim.txt": "4.25",
    "a.txt": "A dog barks ",
    "a.toks": "A dog barks",
    "a.parents": "2 3 0",
    "a.rels": "det nsubj root",
    "b.txt": "Dogs don't bark",
    "b.toks": "Dogs do n't bark",
    "b.parents": "4 4 4 0",
    "b.rels": "nsubj aux neg root",
}


@pytest.fixture
def small_sick(monkeypatch):
    """A function that writes the files; their sizes are taken as published.

    Arguments replace the line of files; None leaves a file out.
    """
    for split, size in SIZES.items():
        monkeypatch.setitem(SICK_SIZES, split, size)

    def write(folder, **lines):
        for split, size in zip(
            ("train", "dev", "test"), SIZES.values(), strict=True
        ):
            (folder / split).mkdir(parents=True, exist_ok=True)
            for name, line in (FILES | lines).items():
                if line is not None:
                    same = [line] * size
                    content = range(size) if name == "id.txt" else same
                    text = "".join(f"{entry}\n" for entry in content)
                    (folder / split / name).write_text(text, encoding="utf-8")

    return write
