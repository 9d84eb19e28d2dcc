"""Loads a preset for a function that also makes fresh models."""

import inspect

from zoo import presets


def load_preset(task_cls, function, arguments):
    """The model of a preset, which has its own architecture and words.

    Args:
        task_cls: the task.
        function: the function that was called, for its defaults.
        arguments: its arguments, with `preset`, `load_weights` and `dtype`
            among them.

    Raises:
        TypeError: if `preset` is no name or path.
        ValueError: if another argument, which would be ignored, was given.
    """
    arguments = dict(arguments)
    preset = arguments.pop("preset")
    presets.check_preset(preset)
    load_weights = arguments.pop("load_weights")
    dtype = arguments.pop("dtype")
    defaults = inspect.signature(function).parameters
    for name, value in arguments.items():
        if name in defaults and _equal(value, defaults[name].default):
            continue
        raise ValueError(
            f"`{name}` cannot be changed: the preset {preset!r} has its own "
            "architecture and vocabulary. Leave it out, or make a fresh "
            "model without `preset`."
        )
    kwargs = {} if dtype is None else {"dtype": dtype}
    return task_cls.from_preset(preset, load_weights=load_weights, **kwargs)


def _equal(value, default):
    # Arrays and models are never a default.
    return value is default or (
        isinstance(value, (str, int, float, tuple)) and value == default
    )
