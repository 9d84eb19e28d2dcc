"""Models saved whole are loaded by a process that has imported no model."""

import json
import os
import pathlib
import subprocess
import sys

import keras
import numpy as np
import pytest

ROOT = pathlib.Path(__file__).parents[2]
TEXTS = ["a dog", "cat", "dog cat a"]


def run_in_fresh_process(code, *arguments):
    """Runs code in which `registry` knows the tiny family, imported or not."""
    head = (
        "import sys\n"
        f"sys.path[:0] = [{str(ROOT)!r}, {str(ROOT / 'tests/zoo')!r}]\n"
        "import zoo\nfrom zoo import registry\n"
        "registry.MODELS = (registry.ModelEntry('tiny_classifier',"
        " 'tiny_family', {'TinyClassifier': 'tiny_classifier'}, '', ''),)\n"
        "registry.SHARED = {'load_model': 'zoo.loading'}\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error::UserWarning", "-c", head + code]
        + [str(argument) for argument in arguments],
        env={**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_keras_archive_in_a_fresh_process(tiny_zoo, tmp_path):
    model = tiny_zoo.tiny_classifier()
    model.compile(
        keras.optimizers.Adam(0.25),
        keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    )
    model.fit(np.array(TEXTS), np.array([0, 1, 1]), shuffle=False, verbose=0)
    model.save(tmp_path / "model.keras")
    expected = model.predict(np.array(TEXTS), verbose=0)
    output = run_in_fresh_process(
        "import numpy as np\n"
        "model = zoo.load_model(sys.argv[1])\n"
        f"x = np.array({TEXTS!r})\n"
        "print(model.predict(x, verbose=0).tolist())\n"
        "print(float(model.optimizer.learning_rate),"
        " int(model.optimizer.iterations))\n",
        tmp_path / "model.keras",
    )
    outputs, optimizer = output.strip().split("\n")[-2:]
    np.testing.assert_allclose(json.loads(outputs), expected, rtol=1e-6)
    assert optimizer == "0.25 1"


def test_import_loads_no_model():
    code = (
        "heavy = {'keras', 'keras_hub', 'tensorflow', 'tiny_family'}\n"
        "print(sorted(heavy & set(sys.modules)), zoo.list_models(),"
        " zoo.list_presets(), sorted(heavy & set(sys.modules)))\n"
    )
    assert run_in_fresh_process(code) == (
        "[] ['tiny_classifier'] ['tiny_pets_en'] ['tiny_family']\n"
    )


def test_missing_file(tiny_zoo, tmp_path):
    from zoo.loading import load_model

    with pytest.raises(ValueError, match="no file .*model.keras"):
        load_model(tmp_path / "model.keras")
    with pytest.raises(ValueError, match="Did you mean 'tiny_pets_en'"):
        load_model("tiny_pet_en")
    with pytest.raises(ValueError, match="holds no model: it has no task.json"):
        load_model(tmp_path)


def test_preset_gives_the_task(tiny_preset, tiny_zoo, tmp_path):
    directory = tmp_path / "preset"
    tiny_preset.save_to_preset(directory)
    from zoo.loading import load_model

    expected = tiny_preset.predict(np.array(TEXTS), verbose=0)
    for path in (directory, str(directory), "tiny_pets_en"):
        model = load_model(path)
        assert type(model) is tiny_zoo.TinyClassifier
        np.testing.assert_array_equal(
            model.predict(np.array(TEXTS), verbose=0), expected
        )
    with pytest.raises(ValueError, match=r"'compile' .*TinyClassifier.from_"):
        load_model(directory, compile=False)


def test_preset_of_an_unknown_class(tiny_preset, tmp_path):
    from zoo.loading import load_model

    tiny_preset.save_to_preset(tmp_path)
    task = json.loads((tmp_path / "task.json").read_text())
    task["registered_name"] = "mine>Classifier"
    (tmp_path / "task.json").write_text(json.dumps(task))
    with pytest.raises(ValueError, match="'mine>Classifier'.*Import its"):
        load_model(tmp_path)
