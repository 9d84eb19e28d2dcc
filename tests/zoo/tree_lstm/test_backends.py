"""Other back ends give the predictions, and the training, of this one."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from sentences_on_backend import results

TESTS = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def expected():
    return results()


# Those of the layers are compared in every run of the tests.
@pytest.mark.slow
@pytest.mark.parametrize("backend", ["jax", "torch"])
def test_same_numbers(backend, expected, tmp_path):
    if importlib.util.find_spec(backend) is None:
        pytest.skip(f"needs {backend}")
    path = tmp_path / "results.npz"
    done = subprocess.run(
        [sys.executable, TESTS / "sentences_on_backend.py", path],
        env={
            **os.environ,
            "KERAS_BACKEND": backend,
            "PYTHONPATH": os.pathsep.join([str(TESTS), str(TESTS.parent)]),
        },
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    with np.load(path) as found:
        assert set(found) == set(expected)
        for name, array in expected.items():
            np.testing.assert_allclose(
                found[name], array, atol=1e-5, rtol=1e-4, err_msg=name
            )
