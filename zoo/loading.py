"""Loads a whole model: a file of `model.save`, or a preset."""

import json
import os

from zoo import presets, registry

TASK_FILE = "task.json"


def load_model(path, **kwargs):
    """Loads a `.keras` file, or a preset, that holds a model of the zoo.

    Keras finds a class of ours only once its module has been imported;
    this imports all of them, then calls `keras.models.load_model`.

    Args:
        path: Path of the `.keras` file; or a directory of `save_to_preset`,
            or the name of a preset, which give the whole model as well.
        **kwargs: `custom_objects`, `compile` and `safe_mode`, for Keras, with
            a `.keras` file.

    Returns:
        The model.

    Raises:
        ValueError: If there is no such file or preset, or a preset is given
            with further arguments.

    Example:

    ```python
    model.save("captioner.keras")
    model = zoo.load_model("captioner.keras")
    ```
    """
    import keras

    registry.import_all()
    path = os.fspath(path)
    if path in registry.list_presets():
        path = presets.resolve(path)
    task_file = os.path.join(path, TASK_FILE)
    if not os.path.isfile(task_file):
        _check_exists(path)
        return keras.models.load_model(path, **kwargs)
    # Keras would take the backbone's config for the model.
    task_cls = _class_of(task_file)
    if kwargs:
        raise ValueError(
            f"{', '.join(map(repr, kwargs))} cannot go with a preset. Use "
            f"`{task_cls.__name__}.from_preset({path!r}, ...)`."
        )
    return task_cls.from_preset(path)


def _check_exists(path):
    if "://" in path or os.path.isfile(path):
        return
    if not os.path.isdir(path):
        raise ValueError(
            f"There is no file {path!r}, and no preset of that name. "
            + registry.suggestion(path, registry.list_presets())
        )
    if not os.path.isfile(os.path.join(path, "config.json")):
        raise ValueError(
            f"The directory {path!r} holds no model: it has no {TASK_FILE}. "
            "Give a directory of `save_to_preset`, or a `.keras` file."
        )


def _class_of(task_file):
    import keras

    with open(task_file, encoding="utf-8") as file:
        name = json.load(file)["registered_name"]
    task_cls = keras.saving.get_registered_object(name)
    if task_cls is None:
        raise ValueError(
            f"{task_file} holds a model of the class {name!r}, which is not "
            "known. Import its module first."
        )
    return task_cls
