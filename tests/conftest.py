"""What every test shares: quiet libraries, fixed seeds, steady hypothesis."""

import gc
import itertools
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import keras
import pytest
from hypothesis import settings

# Compiling makes the first example slow, so that a deadline says nothing; and
# the same examples every time make a failure repeatable.
settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.load_profile("repeatable")


# A collection goes through millions of objects of the libraries, which takes
# seconds: after every module, it took half the time of all tests.
MODULES_BETWEEN_COLLECTIONS = 5
_modules = itertools.count(1)


@pytest.fixture(scope="module", autouse=True)
def released_memory():
    """Lets go of the models and graphs of a module's tests."""
    yield
    keras.utils.clear_session(free_memory=False)
    if next(_modules) % MODULES_BETWEEN_COLLECTIONS == 0:
        gc.collect()


@pytest.fixture(autouse=True)
def fixed_seed():
    keras.utils.set_random_seed(20190127)
