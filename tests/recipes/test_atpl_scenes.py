import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import zoo
from recipes.atpl_scenes import RECIPE
from recipes.runner import run_recipe
from recipes.running.settings import parse_settings

ROOT = Path(__file__).parents[2]
TINY = {
    "epochs": 2,
    "batch_size": 16,
    "train_images": 16,
    "eval_images": 4,
    "dim": 8,
    "units": 16,
    "lstm_units": 16,
}


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory):
    return tmp_path_factory.mktemp("tfds")


def run(output, data_dir, **values):
    settings = parse_settings(RECIPE.settings, {**TINY, **values})
    return run_recipe(RECIPE, settings, output, data_dir)


def test_atpl(tmp_path, data_dir):
    result = run(tmp_path / "run", data_dir)
    assert set(result["scores"]) == {"test", "test_novel", "roles"}
    scores = {"bleu_1", "bleu_2", "bleu_3", "bleu_4", "cider_d"}
    assert scores <= set(result["scores"]["test_novel"])
    assert set(result["scores"]["roles"]) == {
        "purity",
        "chance_purity",
        "nmi",
        "chance_nmi",
    }
    assert result["details"]["images"]["train"] == 16
    page = (tmp_path / "run/report.html").read_text()
    assert "Role clusters and parts of speech" in page
    assert "Examples: test_novel" in page
    model = zoo.atpl_captioner(preset=tmp_path / "run/preset")
    assert model.backbone.image_size == 64


def test_lstm(tmp_path, data_dir):
    result = run(tmp_path / "run", data_dir, decoder="lstm")
    assert set(result["scores"]) == {"test", "test_novel"}


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("dim", 30, "a power of two. Received: 30"),
        ("dim", 0, "a power of two"),
        ("epochs", 0, "at least 1"),
        ("image_size", 40, "32 or a larger multiple of 16"),
        ("image_size", 16, "32 or a larger multiple of 16"),
        ("dropout", 1.0, "at least 0 and below 1"),
        ("learning_rate", -1e-3, "above 0"),
        ("check_every", 0, "at least 1"),
        ("warmup", -1, "at least 0"),
        ("lstm_units", 0, "at least 1"),
    ],
)
def test_settings_that_cannot_work(name, value, message):
    with pytest.raises(ValueError, match=f"`{name}` must be {message}"):
        parse_settings(RECIPE.settings, {name: value})


def test_decoders_are_of_one_size():
    from recipes.atpl_scenes import build
    from recipes.captioning.caption_data import CaptionData
    from recipes.datasets.caption_records import CaptionRecords

    records = {"train": CaptionRecords([1], ["x"], [["a"] * 100])}
    data = CaptionData(records, {}, [f"word{n}" for n in range(94)])
    atpl, lstm = (
        build(RECIPE.settings(decoder=decoder), data).count_params()
        for decoder in ("atpl", "lstm")
    )
    assert abs(atpl - lstm) / atpl < 0.1


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
def test_a_killed_run_goes_on(tmp_path, data_dir):
    whole = run(tmp_path / "whole", data_dir, epochs=4)
    output = tmp_path / "killed"
    options = {**TINY, "epochs": 4}
    command = [sys.executable, "-m", "recipes", "run", "atpl_scenes"]
    command += ["--output", str(output), "--data-dir", str(data_dir)]
    for name, value in options.items():
        command += [f"--{name.replace('_', '-')}", str(value)]
    with open(tmp_path / "log.txt", "wb") as log:
        process = subprocess.Popen(
            command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT
        )
        while process.poll() is None:
            if (output / "checkpoint.npz").exists():
                process.send_signal(signal.SIGKILL)
                break
            time.sleep(0.02)
    process.wait()
    log = (tmp_path / "log.txt").read_text()
    assert process.returncode == -signal.SIGKILL, log
    assert not (output / "result.json").exists()
    again = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert again.returncode == 0, again.stdout + again.stderr
    resumed = json.loads((output / "result.json").read_text())
    losses = [
        [logs["val_loss"] for logs in result["history"]]
        for result in (whole, resumed)
    ]
    assert losses[0] == pytest.approx(losses[1], rel=1e-6)
    assert len(losses[0]) == 4
