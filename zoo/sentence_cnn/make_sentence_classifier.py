"""Puts a classifier together from what a person gives."""

import inspect
import reprlib

import numpy as np

from zoo import presets
from zoo.registry import suggestion
from zoo.sentence_cnn.configs import CONFIGS

# The part of a config that is no argument of a backbone.
OF_THE_TASK = ("num_classes", "class_names", "splitting")


def make_sentence_classifier(task_cls, function, arguments):
    """What the classifiers' functions do: load a preset, or make a fresh one.

    Args:
        task_cls: the task; it names its backbone and preprocessor.
        function: the function, for its defaults.
        arguments: its `locals()`.

    Raises:
        TypeError: for an argument that neither the function nor the backbone
            has.
        ValueError: if a preset is given with an argument it would ignore, or
            there is no such config.
    """
    arguments = dict(arguments)
    preset = arguments.pop("preset")
    load_weights = arguments.pop("load_weights")
    architecture = arguments.pop("architecture")
    if preset is None:
        config = _config(arguments.pop("config"), task_cls, function)
        _check_names(task_cls.backbone_cls, function, architecture)
        return _assemble(task_cls, config, **arguments, **architecture)
    presets.check_preset(preset)
    if preset in CONFIGS:
        raise ValueError(
            f"{preset!r} is no preset but a config: give `config={preset!r}`."
        )
    dtype = arguments.pop("dtype")
    defaults = inspect.signature(function).parameters
    changed = [
        name
        for name, value in arguments.items()
        if not _equal(value, defaults[name].default)
    ]
    for name in [*changed, *architecture]:
        raise ValueError(
            f"`{name}` cannot be changed: the preset {preset!r} has its own "
            "architecture and vocabulary. Leave it out, or make a fresh model "
            "without `preset`."
        )
    kwargs = {} if dtype is None else {"dtype": dtype}
    return task_cls.from_preset(preset, load_weights=load_weights, **kwargs)


def _config(config, task_cls, function):
    """The config's values that the task or its backbone takes."""
    if not isinstance(config, dict):
        if config not in CONFIGS:
            raise ValueError(
                f"`config` must be a dict or one of {sorted(CONFIGS)}. "
                f"Received: {config!r}. {suggestion(config, CONFIGS)}"
            )
        config = CONFIGS[config]
    else:
        known = _parameters(task_cls.backbone_cls) | {*OF_THE_TASK}
        anywhere = known.union(*CONFIGS.values())
        for name in config:
            if name not in anywhere:
                raise ValueError(
                    f"`config` has no entry {name!r} in `{function.__name__}`. "
                    + suggestion(name, sorted(known))
                )
        names = {"class_names": None} if "num_classes" in config else {}
        config = {**CONFIGS["sst_binary"], **names, **config}
    taken = {*OF_THE_TASK, *_parameters(task_cls.backbone_cls)}
    return {name: value for name, value in config.items() if name in taken}


def _assemble(
    task_cls,
    config,
    vocabulary,
    vocabulary_size,
    num_classes,
    class_names,
    embedding,
    fixed_vectors,
    dropout,
    l2,
    oov,
    splitting,
    lowercase,
    sequence_length,
    **architecture,
):
    if num_classes is None and class_names is None:
        num_classes = config.get("num_classes")
        class_names = config.get("class_names")
    if splitting is None:
        splitting = config.get("splitting", "treebank")
    tokenizer, vocabulary_hash = None, None
    if vocabulary is not None:
        tokenizer = task_cls.preprocessor_cls.tokenizer_cls(
            _checked_case(vocabulary) if lowercase else vocabulary, oov=oov
        )
        vocabulary_hash = tokenizer.vocabulary_hash
        size = tokenizer.vocabulary_size()
        if vocabulary_size not in (None, size):
            raise ValueError(
                f"`vocabulary` makes {size} ids, special tokens included, but "
                f"`vocabulary_size={vocabulary_size}`. Leave it out."
            )
        vocabulary_size = size
    layers = {k: v for k, v in config.items() if k not in OF_THE_TASK}
    layers |= architecture
    if vocabulary_size is not None:
        layers["vocabulary_size"] = vocabulary_size
    if fixed_vectors is not None:
        fixed_vectors = _numbers("fixed_vectors", "D", fixed_vectors)
        if fixed_vectors.ndim != 2:
            raise ValueError(
                "`fixed_vectors` must have shape (vocabulary_size, D). "
                f"Received shape {fixed_vectors.shape}."
            )
        layers["fixed_dim"] = fixed_vectors.shape[1]
    backbone = task_cls.backbone_cls(vocabulary_hash=vocabulary_hash, **layers)
    if embedding is not None:
        _assign("embedding", backbone.embedding.embeddings, embedding)
    if fixed_vectors is not None:
        _assign("fixed_vectors", backbone.embedding.fixed, fixed_vectors)
    preprocessor = None
    if tokenizer is not None:
        preprocessor = task_cls.preprocessor_cls(
            tokenizer,
            splitting=splitting,
            lowercase=lowercase,
            sequence_length=sequence_length,
        )
    return task_cls(
        backbone,
        num_classes,
        preprocessor,
        dropout=dropout,
        class_names=class_names,
        l2=l2,
    )


def _checked_case(vocabulary):
    """Words that could never be found, as they are looked up in lower case."""
    if isinstance(vocabulary, str):  # of which the tokenizer says what is wrong
        return vocabulary
    vocabulary = list(vocabulary)
    for place, word in enumerate(vocabulary):
        if isinstance(word, str) and word != word.lower():
            raise ValueError(
                f"`vocabulary[{place}]` is {word!r}, but words are looked up "
                "in lower case: it would never be found. Give "
                f"{word.lower()!r}, or `lowercase=False`."
            )
    return vocabulary


def _check_names(backbone_cls, function, architecture):
    """Keras would take any name, and leave it out of the model."""
    known = _parameters(backbone_cls) | _parameters(function)
    for name in set(architecture) - known - {"name", "trainable"}:
        raise TypeError(
            f"`{function.__name__}` has no argument `{name}`. "
            + suggestion(name, sorted(known))
        )


def _parameters(callable_):
    if inspect.isclass(callable_):
        callable_ = callable_.__init__
    return {
        name
        for name, parameter in inspect.signature(callable_).parameters.items()
        if parameter.kind is not inspect.Parameter.VAR_KEYWORD
    } - {"self"}


def _equal(value, default):
    # Arrays are never a default.
    return value is default or (
        isinstance(value, (str, int, float, tuple)) and value == default
    )


def _numbers(name, size, values):
    """Word vectors that are given, as a float32 array without NaN."""
    try:
        values = np.asarray(values, "float32")
    except (TypeError, ValueError) as error:
        raise ValueError(
            f"`{name}` must be numbers of shape (vocabulary_size, {size}), a "
            f"row for each id. Received: {reprlib.repr(values)}."
        ) from error
    wrong = np.argwhere(~np.isfinite(values))
    if len(wrong):
        raise ValueError(
            f"`{name}` must be finite numbers. Received "
            f"{values[tuple(wrong[0])]} at {tuple(wrong[0].tolist())}."
        )
    return values


def _assign(name, weight, values):
    size = "D" if name == "fixed_vectors" else "embedding_dim"
    values = _numbers(name, size, values)
    if values.shape != tuple(weight.shape):
        raise ValueError(
            f"`{name}` must have shape (vocabulary_size, {size}) = "
            f"{tuple(weight.shape)}. Received shape {values.shape}."
        )
    weight.assign(values)
