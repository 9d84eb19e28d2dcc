"""Writes a task as a preset directory."""

import os
import pathlib
import tempfile

import keras_hub


def save_preset(task, preset_dir, max_shard_size=10):
    """Writes a task as a keras-hub preset, without its optimizer's state.

    The optimizer's variables would be stored with the head's weights and
    bring a warning on loading. The task stays compiled as it was, so training
    goes on afterwards. Files are written elsewhere and moved into place.

    Args:
        task: A `keras_hub.models.Task`.
        preset_dir: The directory; made if it does not exist. Files of other
            names in it are left alone.
        max_shard_size: Size in GB beyond which weights are split.
    """
    directory = pathlib.Path(preset_dir).absolute()
    directory.parent.mkdir(parents=True, exist_ok=True)
    optimizer = getattr(task, "optimizer", None)
    with tempfile.TemporaryDirectory(
        prefix=f"{directory.name}.", dir=directory.parent
    ) as folder:
        task.optimizer = None
        try:
            keras_hub.models.Task.save_to_preset(
                task, folder, max_shard_size=max_shard_size
            )
        finally:
            task.optimizer = optimizer
        for path in sorted(pathlib.Path(folder).rglob("*")):
            place = directory / path.relative_to(folder)
            if path.is_file():
                place.parent.mkdir(parents=True, exist_ok=True)
                os.replace(path, place)
