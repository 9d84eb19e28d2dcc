"""The decorator of the zoo's public classes."""

import inspect
import json
import os

import keras
import keras_hub

from zoo import presets, registry, saving


def zoo_export(cls):
    """Registers a class with Keras and gives it the zoo's presets.

    For backbones, tasks, preprocessors and tokenizers of keras-hub:
    `from_preset` takes the short names of `zoo.list_presets()` as well, and
    `presets` lists those of the model the class belongs to. For tasks, a
    subclass loads the presets of the class it extends, `save_to_preset`
    leaves the optimizer out, trained weights are loaded into a model that is
    compiled by its `compile_for_tuning`, if it has that method, and a `.keras`
    file gives back a model compiled as it was saved. A decorator and no mixin,
    because keras-hub takes the kind of a task from its first base class.

    Args:
        cls: The class.

    Returns:
        The same class.

    Example:

    ```python
    @zoo_export
    class ATPLCaptioner(Captioner):
        backbone_cls = ATPLCaptionerBackbone
    ```
    """
    is_task = issubclass(cls, keras_hub.models.Task)

    def from_preset(c, preset, *args, **kwargs):
        preset = _resolve(c, preset)
        if not is_task:
            return super(cls, c).from_preset(preset, *args, **kwargs)
        origin = _nearest_exported(c)
        own = _arguments_added(c, origin, kwargs)
        load = super(cls, origin).from_preset
        task = load(preset, *args, **_without(kwargs, own))
        if not isinstance(task, c):
            task = _rebuild(c, task, own)
        load_weights = args[0] if args else kwargs.get("load_weights", True)
        if load_weights and task.compiled:
            _compile_for_tuning(task)
        return task

    from_preset.__doc__ = cls.from_preset.__doc__
    cls.from_preset = classmethod(from_preset)
    cls.presets = _Presets()
    cls._zoo_exported = cls
    if is_task:
        cls.save_to_preset = saving.save_to_preset
        cls.save_task_weights = saving.save_task_weights
        cls.load_task_weights = saving.load_task_weights
        if cls.compile_from_config is keras.Model.compile_from_config:
            cls.compile_from_config = _compile_from_config
            cls.get_compile_config = _with_optimizer(cls.get_compile_config)
    return keras.saving.register_keras_serializable(package="keras_tpr")(cls)


class _Presets:
    """A property of the class and of its instances."""

    def __get__(self, instance, owner):
        return registry.presets_for_class(owner)


def _resolve(cls, preset):
    """`presets.resolve` for the presets of one model."""
    presets.check_preset(preset)
    if os.fspath(preset) in registry.list_presets():
        entry, _ = registry.find_preset(os.fspath(preset))
        _check_entry(cls, preset, entry)
    path = presets.resolve(preset)
    config = os.path.join(path, "config.json")
    if os.path.isfile(config):
        with open(config, encoding="utf-8") as file:
            backbone = json.load(file).get("class_name")
        _check_entry(cls, preset, _entry_of([backbone]))
    return path


def _check_entry(cls, preset, entry):
    own = _entry_of([base.__name__ for base in cls.__mro__])
    if None not in (entry, own) and entry is not own:
        raise ValueError(
            f"The preset {os.fspath(preset)!r} belongs to `zoo.{entry.name}`, "
            f"not to `zoo.{own.name}`. Load it with "
            f"`zoo.{entry.name}({os.fspath(preset)!r})`."
        )


def _entry_of(names):
    """The `ModelEntry` of the first class that belongs to a model."""
    for name in names:
        for entry in registry.MODELS:
            if name in entry.classes:
                return entry
    return None


def _nearest_exported(cls):
    return next(b for b in cls.__mro__ if vars(b).get("_zoo_exported") is b)


def _arguments_added(cls, origin, kwargs):
    """The arguments that only a subclass's constructor knows."""
    known = {*inspect.signature(origin.__init__).parameters, "dtype"}
    added = {*inspect.signature(cls.__init__).parameters} - known
    return {name: kwargs[name] for name in kwargs if name in added}


def _without(kwargs, left_out):
    return {k: v for k, v in kwargs.items() if k not in left_out}


def _rebuild(cls, task, arguments):
    """The loaded task as an instance of a subclass, weights and all."""
    rebuilt = cls(
        **{
            **task.get_config(),
            # Live parts: one made from a config has no words, no weights.
            "backbone": task.backbone,
            "preprocessor": task.preprocessor,
            **arguments,
        }
    )
    shapes = [tuple(weight.shape) for weight in task.weights]
    if [tuple(weight.shape) for weight in rebuilt.weights] != shapes:
        raise ValueError(
            f"The preset holds the {len(shapes)} weights of "
            f"`{type(task).__name__}`; `{cls.__name__}` has other ones. Load "
            f"`{type(task).__name__}.from_preset(...)` and pass its "
            f"`backbone` to `{cls.__name__}`."
        )
    rebuilt.set_weights(task.get_weights())
    return rebuilt


def _compile_for_tuning(task):
    compile_for_tuning = getattr(task, "compile_for_tuning", None)
    if compile_for_tuning is not None:
        compile_for_tuning()


def _with_optimizer(get_compile_config):
    """Adds whether there are variables of the optimizer to be read."""

    def wrapped(self):
        config = get_compile_config(self)
        if config:
            config["optimizer_built"] = bool(
                self.optimizer and self.optimizer.built
            )
        return config

    wrapped.__doc__ = get_compile_config.__doc__
    return wrapped


def _compile_from_config(self, config):
    # Keras does this itself unless a class has its own `compile`.
    config = keras.saving.deserialize_keras_object(config)
    optimizer_built = config.pop("optimizer_built", True)
    self.compile(**config)
    if self.optimizer is not None and self.built and optimizer_built:
        self.optimizer.build(self.trainable_variables)
