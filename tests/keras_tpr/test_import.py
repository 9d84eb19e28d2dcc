"""What importing the package does, and what it must leave alone."""

import importlib
import inspect
import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import keras
import pytest

import keras_tpr

ROOT = Path(__file__).parents[2]
HEAVY = ["keras_hub", "keras_nlp", "tensorflow_datasets", "nltk", "sklearn"]
REGISTERED = (
    keras.layers.Layer,
    keras.losses.Loss,
    keras.initializers.Initializer,
    keras.metrics.Metric,
    keras.optimizers.Optimizer,
)


def packages():
    """The packages of `keras_tpr` that have a list of public names."""
    yield "keras_tpr"
    for info in pkgutil.walk_packages(keras_tpr.__path__, "keras_tpr."):
        if info.ispkg and not info.name.startswith("keras_tpr.kernels"):
            module = importlib.import_module(info.name)
            if hasattr(module, "__all__"):
                yield info.name


PACKAGES = list(packages())


@pytest.mark.parametrize("backend", ["tensorflow", "jax", "torch"])
def test_imports_nothing_heavy(backend):
    extra = {"jax": "keras-tpr[jax]", "torch": "keras-tpr[torch]"}
    if importlib.util.find_spec(backend) is None:
        pytest.skip(f"needs {backend}: install {extra[backend]}")
    code = (
        "import sys, keras; before = set(sys.modules); import keras_tpr; "
        f"print([m for m in {HEAVY} if m in set(sys.modules) - before])"
    )
    assert run(code, backend) == "[]"
    if backend != "tensorflow":
        code = "import sys, keras_tpr; print('tensorflow' in sys.modules)"
        assert run(code, backend) == "False"


def test_prints_nothing():
    assert run("import keras_tpr", keras.backend.backend()) == ""


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_imports(package):
    module = importlib.import_module(package)
    assert len(set(module.__all__)) == len(module.__all__)
    for name in module.__all__:
        assert getattr(module, name) is not None
        assert name in dir(module)


def test_the_zoo_is_the_zoo():
    import zoo

    assert keras_tpr.zoo is zoo


def test_unknown_names_are_refused():
    with pytest.raises(AttributeError, match="'keras_tpr'.*'layer'"):
        keras_tpr.layer  # noqa: B018


@pytest.mark.parametrize("package", PACKAGES)
def test_classes_are_registered_under_the_package(package):
    module = importlib.import_module(package)
    for name in module.__all__:
        value = getattr(module, name)
        if inspect.isclass(value) and issubclass(value, REGISTERED):
            registered = keras.saving.get_registered_name(value)
            assert registered == f"keras_tpr>{name}"
            assert keras.saving.get_registered_object(registered) is value


def run(code, backend):
    """What a fresh interpreter prints; a failure shows its errors."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={
            **os.environ,
            "KERAS_BACKEND": backend,
            "PYTHONPATH": str(ROOT),
        },
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
