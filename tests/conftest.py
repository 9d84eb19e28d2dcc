"""What every test shares: quiet libraries, fixed seeds, steady hypothesis."""

import gc
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import keras
import pytest
from hypothesis import settings

# Compiling makes the first example slow, so that a deadline says nothing; and
# the same examples every time make a failure repeatable.
settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.load_profile("repeatable")


@pytest.fixture(scope="module", autouse=True)
def released_memory():
    """Lets go of the models and graphs of a module's tests."""
    yield
    keras.utils.clear_session()
    gc.collect()


@pytest.fixture(autouse=True)
def fixed_seed():
    keras.utils.set_random_seed(20190127)
