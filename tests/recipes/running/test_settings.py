import dataclasses
from typing import Literal

import pytest

from recipes.running.settings import (
    Settings,
    describe_settings,
    is_power_of_two,
    parse_settings,
    setting,
)


@dataclasses.dataclass(frozen=True)
class Example(Settings):
    rate: float = setting(0.5, "the paper's, section 4")
    units: int | None = setting(8, "small")
    decoder: Literal["atpl", "lstm"] = setting("atpl", "the model")
    use_tags: bool = setting(False, "not needed")
    preset: str | None = setting(None, "trained here")

    def __post_init__(self):
        super().__post_init__()
        self.require("units", "a power of two", is_power_of_two)


def test_text_is_read_by_the_type_of_the_field():
    settings = parse_settings(
        Example,
        {
            "rate": "1e-3",
            "units": "none",
            "decoder": "lstm",
            "use_tags": "true",
            "preset": "folder",
            "seed": "3",
        },
    )
    assert settings == Example(
        rate=1e-3,
        units=None,
        decoder="lstm",
        use_tags=True,
        preset="folder",
        seed=3,
    )


def test_values_of_the_right_type_are_taken():
    settings = parse_settings(Example, {"rate": 1, "units": None})
    assert settings.rate == 1.0 and isinstance(settings.rate, float)
    assert settings.units is None


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"units": "8.5"}, "`units` must be int or none. Received: '8.5'"),
        ({"rate": "fast"}, "`rate` must be float"),
        ({"decoder": "gru"}, "`decoder` must be 'atpl' or 'lstm'"),
        ({"use_tags": "maybe"}, "`use_tags` must be bool"),
        ({"epochs": "none"}, "`epochs` must be int"),
        ({"epochs": -1}, "`epochs` must be at least 0"),
        ({"batch_size": "0"}, "`batch_size` must be at least 1"),
        ({"unit": "8"}, "Unknown setting `unit`. Did you mean units"),
        ({"zzz": "8"}, "Unknown setting `zzz`. Settings: seed"),
        ({"rate": "nan"}, "`rate` must be float. Received: 'nan'"),
        ({"rate": "-inf"}, "`rate` must be float"),
        ({"units": "6"}, "`units` must be a power of two. Received: 6."),
        ({"units": "0"}, "`units` must be a power of two. Received: 0."),
    ],
)
def test_bad_values(values, message):
    with pytest.raises(ValueError) as error:
        parse_settings(Example, values)
    assert message in str(error.value)


def test_variants_are_suggested():
    with pytest.raises(ValueError) as error:
        parse_settings(Example, {"smok": "true"}, ["smoke"])
    message = str(error.value)
    assert "Did you mean smoke?" in message and "Variants: smoke." in message


@pytest.mark.parametrize("value", [8.5, True, [1]])
def test_bad_types(value):
    with pytest.raises(TypeError, match="`units` must be int or none"):
        parse_settings(Example, {"units": value})


def test_describe():
    rows = {row[0]: row[1:] for row in describe_settings(Example)}
    assert rows["rate"] == ("float", "0.5", "the paper's, section 4")
    assert rows["preset"] == ("str or none", "none", "trained here")
    assert rows["decoder"][0] == "'atpl' or 'lstm'"
    assert rows["seed"][2]
