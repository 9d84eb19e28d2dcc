"""JAX and PyTorch classify and train as TensorFlow does."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import keras
import numpy as np
import pytest

PROGRAM = Path(__file__).with_name("sentences_on_backend.py")
TESTS = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def expected():
    spec = importlib.util.spec_from_file_location(PROGRAM.stem, PROGRAM)
    program = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)
    return program.results()


# Those of the layers are compared in every run of the tests.
@pytest.mark.slow
@pytest.mark.parametrize("backend", ["jax", "torch"])
def test_same_numbers(backend, expected, tmp_path):
    if importlib.util.find_spec(backend) is None:
        pytest.skip(f"needs {backend}: pip install keras-tpr[{backend}]")
    if backend == keras.config.backend():
        pytest.skip(f"{backend} is the back end of this run")
    output = tmp_path / "results.npz"
    run = subprocess.run(
        [sys.executable, str(PROGRAM), str(output)],
        env={
            **os.environ,
            "KERAS_BACKEND": backend,
            "PYTHONPATH": os.pathsep.join([str(TESTS.parent), str(TESTS)]),
        },
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr[-4000:]
    with np.load(output) as found:
        assert set(found) == set(expected)
        for name, x in expected.items():
            np.testing.assert_allclose(found[name], x, atol=1e-5, err_msg=name)
