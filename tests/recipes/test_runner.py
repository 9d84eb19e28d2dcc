import dataclasses
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from recipes.recipe import PresetCard
from recipes.run_seeds import run_seeds
from recipes.run_table import run_table
from recipes.runner import run_recipe
from recipes.running.run_error import RunError

ROOT = Path(__file__).parents[2]
PROGRAM = Path(__file__).with_name("killable_recipe.py")


@pytest.fixture(scope="module")
def killable():
    import importlib.util

    spec = importlib.util.spec_from_file_location("killable_recipe", PROGRAM)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(autouse=True)
def no_kill(monkeypatch):
    # The recipe reads the number of updates to live from the command line.
    monkeypatch.setattr(sys, "argv", ["pytest"])


def start(output, *updates):
    return subprocess.run(
        [sys.executable, str(PROGRAM), str(output), *map(str, updates)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )


def test_killed_runs_end_as_one_that_was_not(tmp_path, killable):
    output = tmp_path / "killed"
    for updates in (1, 5, 8):
        killed = start(output, updates)
        assert killed.returncode == -9, killed.stderr
        assert not (output / "result.json").exists()
    assert start(output).returncode == 0
    resumed = json.loads((output / "result.json").read_text())
    whole = run_recipe(
        killable.RECIPE, killable.KillableSettings(), tmp_path / "whole"
    )
    assert resumed["updates"] == 12
    assert resumed["history"] == whole["history"]
    assert resumed["best"] == whole["best"]
    assert resumed["scores"] == whole["scores"]
    files = [(tmp_path / n / "predictions.json") for n in ("killed", "whole")]
    assert files[0].read_text() == files[1].read_text()
    assert not list(output.glob("*.tmp"))


def test_result(tmp_path, killable):
    settings = killable.KillableSettings(seed=5)
    result = run_recipe(
        killable.RECIPE, settings, tmp_path / "run", command="a command"
    )
    assert result == json.loads((tmp_path / "run/result.json").read_text())
    assert result["settings"] == dataclasses.asdict(settings)
    assert result["seed"] == 5 and result["command"] == "a command"
    assert result["published"] == {"test": {"accuracy": 0.9}}
    assert set(result["scores"]["test"]) == {"loss", "accuracy"}
    assert result["parameters"] == 10 * 4 + 20 * 3 + 3
    assert {"keras", "numpy", "python", "backend"} <= set(result["versions"])
    assert result["wall_time_seconds"] >= result["seconds"]["train"] > 0


def test_report(tmp_path, killable):
    run_recipe(killable.RECIPE, killable.KillableSettings(), tmp_path / "run")
    page = (tmp_path / "run/report.html").read_text()
    assert "<h1>Sums &amp; remainders</h1>" in page
    assert "Chance is 1/3." in page and "<p>an example</p>" in page
    assert '<td class="number">0.9000</td>' in page
    assert "data:image/png;base64," in page
    # Nothing is fetched.
    assert not re.search(r'(?:src|href)="(?!data:)', page)


def test_a_log_shows_checks_and_phases(tmp_path, killable, capsys):
    run_recipe(killable.RECIPE, killable.KillableSettings(), tmp_path / "run")
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "40 examples"
    checks = [line for line in lines if " val_loss " in line]
    assert [line.split()[:2] for line in checks] == [
        ["train", f"{update}/12"] for update in range(2, 13, 2)
    ]
    phases = [line.split()[0] for line in lines if " done in " in line]
    assert phases == ["data", "build", "train", "score"]


def test_a_trained_model_is_only_scored(tmp_path, killable, capsys):
    recipe = dataclasses.replace(
        killable.RECIPE,
        train=lambda settings, data, model: None,
        preset=PresetCard("toy_en", "toy", "numbers", "none"),
    )
    settings = killable.KillableSettings()
    result = run_recipe(recipe, settings, tmp_path / "run")
    assert result["scores"]["test"]["accuracy"] >= 0
    assert result["history"] == [] and result["updates"] == 0
    assert "train" not in capsys.readouterr().err
    assert not (tmp_path / "run/preset").exists()
    assert not list((tmp_path / "run").glob("*.npz"))
    assert (tmp_path / "run/report.html").exists()


def test_a_finished_run_is_not_repeated(tmp_path, killable, monkeypatch):
    settings = killable.KillableSettings()
    first = run_recipe(killable.RECIPE, settings, tmp_path / "run")
    (tmp_path / "run/report.html").unlink()
    monkeypatch.setattr(killable, "prepare", None)
    assert run_recipe(killable.RECIPE, settings, tmp_path / "run") == first
    assert (tmp_path / "run/report.html").exists()


def test_other_settings_in_the_same_folder(tmp_path, killable):
    run_recipe(killable.RECIPE, killable.KillableSettings(), tmp_path / "run")
    other = killable.KillableSettings(epochs=5)
    with pytest.raises(RunError, match="epochs: 4 there, 5 now"):
        run_recipe(killable.RECIPE, other, tmp_path / "run")


def test_seeds(tmp_path, killable):
    settings = killable.KillableSettings()
    result = run_seeds(
        killable.RECIPE, settings, [0, 2], tmp_path / "runs", command="run it"
    )
    single = run_recipe(
        killable.RECIPE, dataclasses.replace(settings, seed=2), tmp_path / "2"
    )
    assert result["runs"]["2"] == single["scores"]
    losses = [run["test"]["loss"] for run in result["runs"].values()]
    assert losses[0] != losses[1]
    assert result["scores"]["test"]["loss"] == pytest.approx(sum(losses) / 2)
    spread = abs(losses[0] - losses[1]) / 2**0.5
    assert result["spread"]["test"]["loss"] == pytest.approx(spread)
    assert result["command"] == "run it --seeds 0,2"
    page = (tmp_path / "runs/report.html").read_text()
    assert f"{sum(losses) / 2:.4f} ± {spread:.4f}" in page
    # A seed can be added, the others are kept.
    more = run_seeds(killable.RECIPE, settings, [0, 2, 3], tmp_path / "runs")
    assert more["runs"]["0"] == result["runs"]["0"] and len(more["runs"]) == 3


def test_spread_of_one_seed_is_unknown(tmp_path, killable):
    settings = killable.KillableSettings(epochs=1)
    result = run_seeds(killable.RECIPE, settings, [0], tmp_path / "runs")
    assert result["spread"]["test"] == {"loss": None, "accuracy": None}


def test_table(tmp_path, killable):
    recipe = dataclasses.replace(
        killable.RECIPE,
        rows={"slow": {"learning_rate": 0.001}, "as it is": {}},
        published={"slow: test": {"accuracy": 0.5}},
    )
    settings = killable.KillableSettings(epochs=1)
    output = tmp_path / "table"
    first = run_table(recipe, settings, [0], output, ["as it is"])
    assert set(first["rows"]) == {"as it is"}
    assert first["command"] == " --rows 'as it is' --seeds 0"
    result = run_table(recipe, settings, [0, 1], output, command="run it")
    assert result == json.loads((output / "result.json").read_text())
    assert list(result["rows"]) == ["slow", "as it is"]
    for row, changes in recipe.rows.items():
        alone = run_seeds(
            recipe,
            dataclasses.replace(settings, **changes),
            [0, 1],
            tmp_path / row,
        )
        for kind in ("scores", "spread"):
            assert result[kind][f"{row}: test"] == alone[kind]["test"]
        assert result["rows"][row]["runs"] == alone["runs"]
        assert result["rows"][row]["settings"] == changes
    slow, usual = (result["scores"][f"{row}: test"] for row in recipe.rows)
    assert slow["loss"] != usual["loss"]
    assert result["command"] == "run it --seeds 0,1"
    assert "learning_rate" not in result["settings"]
    # Rows that were finished before stay in the table.
    again = run_table(recipe, settings, [0, 1], output, ["slow"])
    assert again["scores"] == result["scores"]
    page = (output / "report.html").read_text()
    spread = result["spread"]["slow: test"]["accuracy"]
    assert f"{slow['accuracy']:.3f} ± {spread:.3f} (0.500)" in page
