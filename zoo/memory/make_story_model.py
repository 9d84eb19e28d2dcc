"""Puts a model that reads stories together from what a person gives."""

import inspect

from zoo import presets
from zoo.registry import suggestion


def make_story_model(
    task_cls, function, arguments, backbone, ngrams=1, task=None
):
    """What the functions do: load a preset, or make a fresh model.

    Args:
        task_cls: the task; it names its backbone and preprocessor.
        function: the function, for its defaults.
        arguments: its `locals()`, of which `preset`, `vocabulary`,
            `vocabulary_size`, `dtype`, `load_weights` and `architecture` are
            looked at, and whether others differ from their defaults.
        backbone: arguments of the backbone.
        ngrams: length of the longest n-grams.
        task: arguments of the task.

    Raises:
        TypeError: for an argument that the backbone does not have.
        ValueError: if a preset is given with an argument it would ignore, or a
            vocabulary for n-grams has none.
    """
    preset, dtype = arguments["preset"], arguments["dtype"]
    if preset is not None:
        presets.check_preset(preset)
        _check_unchanged(function, preset, arguments)
        kwargs = {} if dtype is None else {"dtype": dtype}
        return task_cls.from_preset(
            preset, load_weights=arguments["load_weights"], **kwargs
        )
    architecture = arguments.get("architecture", {})
    _check_names(task_cls.backbone_cls, function, architecture)
    vocabulary, tokenizer = arguments["vocabulary"], None
    sizes = {"vocabulary_size": arguments["vocabulary_size"]}
    if vocabulary is not None:
        tokenizer = task_cls.preprocessor_cls.tokenizer_cls(vocabulary)
        if ngrams > 1 and tokenizer.longest_ngram == 1:
            raise ValueError(
                f"`vocabulary` has no n-grams, which this model reads up to "
                f"length {ngrams}. Make it with `zoo.story_vocabulary(x, y, "
                f"ngrams={ngrams})`."
            )
        sizes = {
            "vocabulary_size": tokenizer.vocabulary_size(),
            "answer_size": tokenizer.num_words,
            "vocabulary_hash": tokenizer.vocabulary_hash,
        }
    network = task_cls.backbone_cls(
        **{**sizes, **backbone, **architecture}, dtype=dtype
    )
    preprocessor = None
    if tokenizer is not None:
        preprocessor = task_cls.preprocessor_cls(
            tokenizer,
            memory_size=network.memory_size,
            ngrams=ngrams,
            max_answer_words=network.max_answer_words,
        )
    return task_cls(network, preprocessor, **(task or {}))


def _check_unchanged(function, preset, arguments):
    defaults = inspect.signature(function).parameters
    free = {"preset", "dtype", "load_weights"}
    for name, value in arguments.items():
        if name in free or name not in defaults:
            continue
        kind = defaults[name].kind
        default = (
            {}
            if kind is inspect.Parameter.VAR_KEYWORD
            else defaults[name].default
        )
        if value is not default and not (
            isinstance(value, (str, int, float, dict)) and value == default
        ):
            raise ValueError(
                f"`{name}` cannot be changed: the preset {preset!r} has its "
                "own architecture and vocabulary. Leave it out, or make a "
                "fresh model without `preset`."
            )


def _check_names(backbone_cls, function, architecture):
    """Keras would take any name, and leave it out of the model."""
    known = {
        name
        for callable_ in (backbone_cls.__init__, function)
        for name, parameter in inspect.signature(callable_).parameters.items()
        if parameter.kind is not inspect.Parameter.VAR_KEYWORD
    } - {"self"}
    for name in set(architecture) - known - {"name", "trainable"}:
        raise TypeError(
            f"`{function.__name__}` has no argument `{name}`. "
            + suggestion(name, sorted(known))
        )
