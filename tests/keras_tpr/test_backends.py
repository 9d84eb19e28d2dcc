"""On JAX and PyTorch the layers give the numbers of TensorFlow."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import keras
import numpy as np
import pytest

PROGRAM = Path(__file__).with_name("layers_on_backend.py")
TESTS = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def expected():
    if keras.backend.backend() != "tensorflow":
        pytest.skip("compares with TensorFlow, run under that back end")
    name = PROGRAM.stem
    spec = importlib.util.spec_from_file_location(name, PROGRAM)
    program = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)
    return program.results()


@pytest.mark.parametrize("backend", ["jax", "torch"])
def test_same_numbers(backend, expected, tmp_path):
    if importlib.util.find_spec(backend) is None:
        pytest.skip(f"needs {backend}: pip install keras-tpr[{backend}]")
    output = tmp_path / "results.npz"
    paths = [str(TESTS.parent), str(TESTS)]
    run = subprocess.run(
        [sys.executable, str(PROGRAM), str(output)],
        env={
            **os.environ,
            "KERAS_BACKEND": backend,
            "PYTHONPATH": os.pathsep.join(paths),
        },
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr[-4000:]
    with np.load(output) as found:
        assert set(found) == set(expected)
        for name, x in expected.items():
            scale = max(1.0, np.abs(x).max())
            np.testing.assert_allclose(
                found[name], x, atol=1e-5 * scale, err_msg=name
            )
