import gzip

from keras_tpr.metrics.captions import paraphrase_table
from keras_tpr.metrics.captions.paraphrase_table import ParaphraseTable

ENTRIES = [
    ("a lot of", "many"),
    ("a lot of", "much"),
    ("bike", "bicycle"),
    ("café", "coffee shop"),
    ("zebra crossing", "crosswalk"),
]


def written(path):
    lines = [f"0.5\n{source}\n{target}\n" for source, target in ENTRIES]
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(lines)
    return path


def test_between(tmp_path):
    table = ParaphraseTable.read(written(tmp_path / "table.gz"))
    ours = [source for source, _ in ENTRIES] + ["unknown", "crosswalk", ""]
    theirs = ["many", "bicycle", "coffee shop", "a lot of", "zebra crossing"]
    assert table.between(ours, theirs) == (
        {"a lot of": {"many"}, "bike": {"bicycle"}, "café": {"coffee shop"}},
        {"zebra crossing": {"crosswalk"}},
    )
    assert table.between([], theirs) == ({}, {})
    assert table.between(ours, []) == ({}, {})


def test_small_blocks_give_the_same_table(tmp_path, monkeypatch):
    monkeypatch.setattr(paraphrase_table, "_COMPRESSED_BLOCK", 7)
    table = ParaphraseTable.read(written(tmp_path / "table.gz"))
    sources, targets = zip(*ENTRIES, strict=True)
    assert table.between(sources, targets)[0] == {
        "a lot of": {"many", "much"},
        "bike": {"bicycle"},
        "café": {"coffee shop"},
        "zebra crossing": {"crosswalk"},
    }
