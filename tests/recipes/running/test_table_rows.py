"""Rows of a table, as typed."""

import dataclasses

import pytest

from recipes.captioning_table1 import RECIPE
from recipes.running.table_rows import table_rows


def test_all_rows_or_some():
    assert table_rows(RECIPE, None, {}) == list(RECIPE.rows)
    assert table_rows(RECIPE, "scn, nic,scn", {}) == ["scn", "nic"]
    single = dataclasses.replace(RECIPE, rows={})
    assert table_rows(single, None, {"model": "nic"}) == []


@pytest.mark.parametrize(
    ("text", "values", "message"),
    (
        ("nick", {}, "no row 'nick'. Did you mean nic?"),
        (None, {"model": "nic"}, "`--model` is decided by the rows"),
    ),
)
def test_bad_rows(text, values, message):
    with pytest.raises(ValueError, match=message.replace("?", r"\?")):
        table_rows(RECIPE, text, values)


def test_a_single_experiment_has_no_rows():
    single = dataclasses.replace(RECIPE, rows={})
    with pytest.raises(ValueError, match="captioning_table1 is one experiment"):
        table_rows(single, "nic", {})
