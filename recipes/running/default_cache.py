"""Where runs keep what is costly to make."""

import os
import pathlib


def default_cache_dir():
    """The folder `keras_tpr` inside that of Keras (`KERAS_HOME`)."""
    home = os.environ.get("KERAS_HOME") or pathlib.Path.home() / ".keras"
    return pathlib.Path(home) / "keras_tpr"
