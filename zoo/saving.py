"""How a task is written as a preset: its weights, and nothing of training.

A task is compiled when it is made, so keras-hub would store the optimizer's
variables with the weights of the head. On loading they bring a warning and,
worse, their learning rate replaces that of the new optimizer.
"""

import contextlib
import os
import pathlib
import tempfile

import keras_hub

from zoo.weight_storage import check_storage, store_weights_as

Task = keras_hub.models.Task


def save_to_preset(self, preset_dir, max_shard_size=10, storage=None):
    """Writes the task as a keras-hub preset.

    It stays compiled as it is, so training can go on afterwards. The files
    are written elsewhere first and then moved into place.

    Args:
        preset_dir: The directory; made if it does not exist. Files of other
            names in it are left alone.
        max_shard_size: Size in GB beyond which weights are split.
        storage: `"float16"` for files of half the size, which hold the first
            three digits of weights; None for all of them.
    """
    check_storage(storage)
    directory = pathlib.Path(preset_dir).absolute()
    directory.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(
        prefix=f"{directory.name}.", dir=directory.parent
    ) as folder:
        Task.save_to_preset(self, folder, max_shard_size=max_shard_size)
        if storage is not None:
            for path in pathlib.Path(folder).glob("*.weights.h5"):
                store_weights_as(storage, path)
        for path in sorted(pathlib.Path(folder).rglob("*")):
            place = directory / path.relative_to(folder)
            if path.is_file():
                place.parent.mkdir(parents=True, exist_ok=True)
                os.replace(path, place)


def save_task_weights(self, filepath):
    """Writes the weights that are not the backbone's."""
    with _optimizer_set_aside(self):
        Task.save_task_weights(self, filepath)


def load_task_weights(self, filepath):
    """Reads the weights that are not the backbone's."""
    with _optimizer_set_aside(self):
        Task.load_task_weights(self, filepath)


@contextlib.contextmanager
def _optimizer_set_aside(task):
    optimizer = getattr(task, "optimizer", None)
    task.optimizer = None
    try:
        yield
    finally:
        task.optimizer = optimizer
