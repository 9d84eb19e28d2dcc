"""Settings of a recipe: a dataclass, checked before any data is read."""

import dataclasses
import difflib
import math
import types
import typing

_BOOLEANS = {"true": True, "yes": True, "1": True}
_BOOLEANS |= {"false": False, "no": False, "0": False}


def setting(default, why):
    """Declares a setting with its default value and the reason for it.

    Args:
        default: The value used unless another is given.
        why: What it does and why it has this value, for a person to read.

    Returns:
        A dataclass field.
    """
    return dataclasses.field(default=default, metadata={"why": why})


@dataclasses.dataclass(frozen=True)
class Settings:
    """What every recipe can be told; recipes add their own by subclassing.

    Example:

    ```python
    @dataclasses.dataclass(frozen=True)
    class TaggerSettings(Settings):
        units: int = setting(512, "the paper's LSTM size, section 5.2")

    parse_settings(TaggerSettings, {"units": "256"})
    ```
    """

    seed: int = setting(0, "of initial weights, data order and dropout")
    epochs: int = setting(1, "passes over the training data at most")
    batch_size: int = setting(32, "examples in one update")

    def __post_init__(self):
        self.require_at_least(0, "seed", "epochs")
        self.require_at_least(1, "batch_size")

    def require_at_least(self, least, *names):
        """Raises a `ValueError` if a setting is a number below `least`."""
        for name in names:
            self.require(name, f"at least {least}", lambda v: v >= least)

    def require(self, name, what, holds):
        """Raises a `ValueError` unless a setting is `None` or fit for use.

        Args:
            name: Name of the setting.
            what: What it must be, for the error.
            holds: Function from its value to whether it is.
        """
        value = getattr(self, name)
        if value is not None and not holds(value):
            raise ValueError(f"`{name}` must be {what}. Received: {value!r}.")


def is_power_of_two(value):
    """Whether an integer is 1, 2, 4, 8, ..."""
    return value > 0 and value & (value - 1) == 0


def parse_settings(cls, values, variants=()):
    """Makes settings of values that may still be text.

    Args:
        cls: A dataclass of settings. Its fields are annotated with `int`,
            `float`, `str`, `bool`, `Literal[...]` or one of these `| None`.
        values: Mapping from names to values, or to their text as typed on a
            command line; `none` is the text of `None`.
        variants: Names that may have been meant by an unknown one.

    Returns:
        An instance of `cls`.

    Raises:
        TypeError: For a value of another type than its field's.
        ValueError: For an unknown name (close ones are named), a text that
            cannot be read, or a value the class refuses.
    """
    hints = typing.get_type_hints(cls)
    names = [field.name for field in dataclasses.fields(cls)]
    for name in values:
        if name not in names:
            raise ValueError(_unknown(name, names, variants))
    return cls(
        **{name: _parse(name, v, hints[name]) for name, v in values.items()}
    )


def describe_settings(cls):
    """Lists `(name, type, default, why)` of every setting, all as text."""
    hints = typing.get_type_hints(cls)
    return [
        (
            field.name,
            _type_name(hints[field.name]),
            str(field.default).lower()
            if field.default is None
            else str(field.default),
            field.metadata.get("why", ""),
        )
        for field in dataclasses.fields(cls)
    ]


def _unknown(name, names, variants):
    close = difflib.get_close_matches(name, [*names, *variants], n=3)
    hint = f"Did you mean {', '.join(close)}? " if close else ""
    known = f"Settings: {', '.join(names)}."
    if variants:
        known += f" Variants: {', '.join(variants)}."
    return f"Unknown setting `{name}`. {hint}{known}"


def _parse(name, value, hint):
    options = _options(hint)
    if type(None) in options and (
        value is None or (value == "none" and str not in options)
    ):
        return None
    for option in options:
        if option is float and type(value) is int:
            return float(value)
        if typing.get_origin(option) is typing.Literal:
            if value in typing.get_args(option):
                return value
        elif type(value) is option:
            return value
    if isinstance(value, str):
        for option in options:
            parsed = _from_text(value, option)
            if parsed is not None:
                return parsed
    kind = ValueError if isinstance(value, str) else TypeError
    raise kind(
        f"`{name}` must be {_type_name(hint)}. Received: {value!r}"
        + ("." if kind is ValueError else f" of type {type(value).__name__}.")
    )


def _options(hint):
    if isinstance(hint, types.UnionType):
        return typing.get_args(hint)
    return (hint,)


def _from_text(text, option):
    """The value that a text stands for, or `None` if it stands for none."""
    if option is bool:
        return _BOOLEANS.get(text.lower())
    if option in (int, float):
        try:
            number = option(text)
        except ValueError:
            return None
        # No setting means anything by `nan` or `inf`.
        return number if math.isfinite(number) else None
    return None


def _type_name(hint):
    names = []
    for option in _options(hint):
        if typing.get_origin(option) is typing.Literal:
            names += [repr(value) for value in typing.get_args(option)]
        else:
            names.append("none" if option is type(None) else option.__name__)
    return " or ".join(names)
