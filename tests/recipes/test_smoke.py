"""Each recipe's smoke variant, from the command line."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from recipes.running.catalogue import load_recipe, recipe_names
from recipes.running.settings import parse_settings

ROOT = Path(__file__).parents[2]
# Recipes that need data, and where it may lie.
SHARED = ROOT.parent / "shared/data"
DATA = {
    "atpl_coco": SHARED / "coco_captions",
    "bn_inception_small": SHARED / "mnist",
    "bn_mnist": SHARED / "mnist",
    "atpl_parse": SHARED / "gum",
    "atpl_pos": SHARED / "ud_ewt",
    "dcnn_folds": SHARED / "sentclf",
    "dcnn_sst2": SHARED / "sst",
    "dcnn_sst5": SHARED / "sst",
    "dcnn_trec": SHARED / "trec",
    "dcnn_twitter": SHARED / "sentiment140",
    "tree_lstm_sick": SHARED / "sick",
    "tree_lstm_sst2": SHARED / "sst",
    "tree_lstm_sst5": SHARED / "sst",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", recipe_names())
def test_smoke(name, tmp_path):
    output = tmp_path / "run"
    command = [sys.executable, "-m", "recipes", "run", name, "--smoke"]
    command += ["--output", str(output), "--cache-dir", str(tmp_path)]
    if name in DATA:
        if not DATA[name].exists():
            pytest.skip(f"needs {DATA[name]}")
        command += ["--data-dir", str(DATA[name])]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    result = json.loads((output / "result.json").read_text())
    assert result["scores"]
    # A run of one model, a table of runs, or one of cells.
    assert any(result.get(n) for n in ("history", "rows", "details"))
    assert (output / "report.html").exists()
    if load_recipe(name).preset is not None:
        # Of a table in the folder of a row.
        assert list(output.rglob("preset/manifest.json"))


@pytest.mark.parametrize("name", recipe_names())
def test_variants_are_valid_settings(name):
    recipe = load_recipe(name)
    assert "smoke" in recipe.variants
    for values in recipe.variants.values():
        parse_settings(recipe.settings, values)
