"""JAX and PyTorch train and write as TensorFlow does."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import keras
import numpy as np
import pytest

PROGRAM = Path(__file__).with_name("captions_on_backend.py")
TESTS = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def expected():
    name = "captions_on_backend"
    spec = importlib.util.spec_from_file_location(name, PROGRAM)
    program = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)
    # As the other back ends' results arrive.
    return json.loads(json.dumps(program.results()))


# Those of the layers are compared in every run of the tests.
@pytest.mark.slow
@pytest.mark.parametrize("backend", ["jax", "torch"])
def test_same_numbers_and_captions(backend, expected, tmp_path):
    if importlib.util.find_spec(backend) is None:
        pytest.skip(f"{backend} is not installed")
    if backend == keras.config.backend():
        pytest.skip(f"{backend} is the back end of this run")
    output = tmp_path / "output.json"
    environment = {
        **os.environ,
        "KERAS_BACKEND": backend,
        "PYTHONPATH": os.pathsep.join([str(TESTS.parent), str(TESTS)]),
    }
    run = subprocess.run(
        [sys.executable, str(PROGRAM), str(output)],
        env=environment,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr[-4000:]
    assert_same(json.loads(output.read_text()), expected)


def assert_same(found, expected):
    """Equal structures; ids are equal, numbers nearly."""
    keras.tree.assert_same_structure(found, expected)
    for path, value in keras.tree.flatten_with_path(expected):
        other = found
        for key in path:
            other = other[key]
        if isinstance(value, int):
            assert other == value, path
        else:
            np.testing.assert_allclose(
                other, value, atol=2e-4, rtol=1e-4, err_msg=str(path)
            )
