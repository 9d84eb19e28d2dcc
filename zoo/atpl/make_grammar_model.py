"""Puts a model of grammar together from what a person gives."""

import inspect

from zoo import presets


def load_preset(task_cls, function, arguments):
    """The model of a preset.

    Args:
        task_cls: the task.
        function: the zoo's function, for its defaults.
        arguments: its `locals()`.

    Raises:
        ValueError: for an argument that the preset would ignore.
    """
    preset = arguments["preset"]
    presets.check_preset(preset)
    free = ("preset", "dtype", "load_weights")
    for name, parameter in inspect.signature(function).parameters.items():
        value = arguments[name]
        # Models and arrays are never a default.
        same = value is parameter.default or (
            isinstance(value, (str, int, float)) and value == parameter.default
        )
        if name not in free and not same:
            raise ValueError(
                f"`{name}` cannot be changed: the preset {preset!r} has its "
                "own architecture and vocabulary. Leave it out, or make a "
                "fresh model without `preset`."
            )
    dtype = arguments["dtype"]
    kwargs = {} if dtype is None else {"dtype": dtype}
    return task_cls.from_preset(
        preset, load_weights=arguments["load_weights"], **kwargs
    )


def fresh_parts(
    preprocessor_cls,
    vocabulary,
    vocabulary_size,
    default_size,
    extra_words=0,
    **options,
):
    """The preprocessor of a fresh model, and what a backbone knows of it.

    Args:
        preprocessor_cls: the preprocessor; it names its tokenizer.
        vocabulary: words, or None.
        vocabulary_size: number of ids without them.
        default_size: the same where nothing is given.
        extra_words: of the tokenizer.
        **options: of the preprocessor.

    Returns:
        `(preprocessor, sizes)`: the latter a dict of `vocabulary_size` and
        `vocabulary_hash`; the former None without a vocabulary.

    Raises:
        ValueError: if both are given and do not go together.
    """
    if vocabulary is None:
        size = default_size if vocabulary_size is None else vocabulary_size
        return None, {"vocabulary_size": size, "vocabulary_hash": None}
    tokenizer = preprocessor_cls.tokenizer_cls(
        vocabulary, extra_words=extra_words
    )
    size = tokenizer.vocabulary_size()
    if vocabulary_size not in (None, size):
        raise ValueError(
            f"`vocabulary` makes {size} ids, those of END and of the classes "
            f"of unknown words included, but `vocabulary_size="
            f"{vocabulary_size}`. Leave it out."
        )
    sizes = {
        "vocabulary_size": size,
        "vocabulary_hash": tokenizer.vocabulary_hash,
    }
    return preprocessor_cls(tokenizer, **options), sizes
