import types

import pytest

from recipes.running.run_options import run_options, with_variants

RECIPE = types.SimpleNamespace(
    variants={
        "lstm": {"decoder": "lstm", "epochs": 5},
        "smoke": {"epochs": 2, "rate": 0.3},
    }
)


def test_spellings():
    arguments = "--epochs 3 --rate=1e-2 --no-shuffle --big-words --seed -1"
    values, variants = run_options(RECIPE, arguments.split())
    assert values == {
        "epochs": "3",
        "rate": "1e-2",
        "shuffle": "false",
        "big_words": "true",
        "seed": "-1",
    }
    assert variants == []


def test_variants_come_in_the_order_of_the_recipe():
    values, variants = run_options(RECIPE, ["--smoke", "--lstm", "--rate", "1"])
    assert values == {"rate": "1"} and variants == ["lstm", "smoke"]


@pytest.mark.parametrize(
    ("argument", "value"),
    [("--smoke=1", "'1'"), ("--smoke 3", "'3'"), ("--no-smoke", "'false'")],
)
def test_a_variant_has_no_value(argument, value):
    with pytest.raises(ValueError, match=f"is a variant.*Received: {value}"):
        run_options(RECIPE, argument.split())


def test_words_that_are_no_options():
    with pytest.raises(ValueError, match="Unexpected argument 'fast'"):
        run_options(RECIPE, ["fast"])


def test_settings_win_over_variants():
    merged = with_variants(RECIPE, {"rate": "1"}, ["lstm", "smoke"])
    assert merged == {"decoder": "lstm", "epochs": 2, "rate": "1"}
    assert with_variants(RECIPE, {"rate": "1"}, []) == {"rate": "1"}
