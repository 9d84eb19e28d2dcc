"""Puts a model of this family together from what a person gives."""

import inspect

import numpy as np

from zoo import presets
from zoo.tree_lstm.tree_reader import TreeReader

# What the parts of all models are made from; see `make_sentence_model`.
BACKBONE = (
    "vocabulary_size",
    "vocabulary_hash",
    "units",
    "embedding_dim",
    "embedding_trainable",
    "embedding_dropout",
    "l2",
    "initialization",
    "dtype",
)
SENTIMENT = {
    "preprocessor": ("lowercase", "num_classes", "class_names"),
    "task": (
        "num_classes",
        "class_names",
        "compared",
        "dropout",
        "l2",
        "initialization",
    ),
}
RELATEDNESS = {
    "preprocessor": ("lowercase", "num_classes"),
    "task": ("num_classes", "hidden", "l2", "initialization"),
}


def make_sentence_model(task_cls, function, parts, arguments, **published):
    """What the functions do: load a preset, or make a fresh model.

    Args:
        task_cls: the task; it names its backbone and preprocessor.
        function: the function, for its defaults.
        parts: dict from `"backbone"`, `"preprocessor"` and `"task"` to the
            names of the arguments that each is made from.
        arguments: its `locals()`.
        **published: values of those arguments that are None, and of those
            that parts know by another name.

    Raises:
        ValueError: if a preset is given with an argument it would ignore, or
            arguments do not go together.
    """
    arguments = dict(arguments)
    preset = arguments.pop("preset")
    load_weights = arguments.pop("load_weights")
    if preset is not None:
        return _load(task_cls, function, preset, load_weights, arguments)
    given = {k: v for k, v in arguments.items() if v is not None}
    if "vocabulary" in given:
        published.pop("vocabulary_size")
    arguments |= {k: v for k, v in published.items() if k not in given}
    return _assemble(task_cls, parts, arguments)


def _load(task_cls, function, preset, load_weights, arguments):
    presets.check_preset(preset)
    defaults = inspect.signature(function).parameters
    structure = arguments.pop("structure", None)
    dtype = arguments.pop("dtype")
    for name, value in arguments.items():
        default = defaults[name].default
        # Arrays are never a default.
        same = value is default or (
            isinstance(value, (str, int, float)) and value == default
        )
        if not same:
            raise ValueError(
                f"`{name}` cannot be changed: the preset {preset!r} has its "
                "own architecture and vocabulary. Leave it out, or make a "
                "fresh model without `preset`."
            )
    kwargs = {} if dtype is None else {"dtype": dtype}
    task = task_cls.from_preset(preset, load_weights=load_weights, **kwargs)
    if structure is not None:
        kind = task.preprocessor.reader.kind
        task.preprocessor.reader = TreeReader(kind, structure)
    return task


def _assemble(task_cls, parts, arguments):
    preprocessor_cls = task_cls.preprocessor_cls
    vocabulary, embedding = arguments["vocabulary"], arguments["embedding"]
    tokenizer = None
    if vocabulary is not None:
        tokenizer = preprocessor_cls.tokenizer_cls(
            vocabulary, oov=arguments["oov"]
        )
        arguments |= _sizes(tokenizer, arguments["vocabulary_size"])
    values = {
        part: {name: arguments[name] for name in names if name in arguments}
        for part, names in parts.items()
    }
    backbone = task_cls.backbone_cls(**values["backbone"])
    if embedding is not None:
        backbone.set_word_vectors(np.asarray(embedding, "float32"))
    if tokenizer is not None:
        values["task"]["preprocessor"] = preprocessor_cls(
            tokenizer, **values["preprocessor"]
        )
    return task_cls(backbone, **values["task"])


def _sizes(tokenizer, vocabulary_size):
    """What a backbone knows of its vocabulary."""
    size = tokenizer.vocabulary_size()
    if vocabulary_size not in (None, size):
        raise ValueError(
            f"`vocabulary` makes {size} ids, those of no word and of unknown "
            f"ones included, but `vocabulary_size={vocabulary_size}`. Leave "
            "it out."
        )
    return {
        "vocabulary_size": size,
        "vocabulary_hash": tokenizer.vocabulary_hash,
    }
