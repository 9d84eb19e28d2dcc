"""The generated page of models."""

import pathlib

from zoo.model_table import model_table, write_model_table

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "models.md"


def test_the_page_is_up_to_date():
    """If this fails, run the command that the page shows."""
    assert PAGE.read_text(encoding="utf-8") == model_table()


def test_rows(tiny_preset, tiny_zoo, tmp_path):
    write_model_table(tmp_path / "models.md")
    lines = (tmp_path / "models.md").read_text().split("\n")
    assert "| `zoo.tiny_classifier` | Tells pets apart. | None |" in lines
    megabytes = tiny_zoo.describe("tiny_pets_en")["bytes"] / 1e6
    assert (
        "| `tiny_pets_en` | `tiny_classifier` | 12 | "
        f"{megabytes:.1f} MB | made up | CC0-1.0 | accuracy 0.5 | `none` |"
    ) in lines
    assert [p.name for p in tmp_path.glob("models*")] == ["models.md"]


def test_no_presets_yet(tiny_zoo, monkeypatch):
    from zoo import registry

    entry = registry.ModelEntry("word_tokenizer", "zoo", {}, "", "")
    monkeypatch.setattr(registry, "MODELS", (entry,))
    assert model_table().endswith("# Presets\n\nNone yet.\n")
