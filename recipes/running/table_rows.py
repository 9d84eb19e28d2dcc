"""The rows of a recipe's table, as typed on a command line."""

import difflib


def table_rows(recipe, text, values):
    """Reads which rows of a table are to be run.

    Args:
        recipe: A `Recipe`.
        text: Names of rows, separated by commas; `None` for all but the
            recipe's `further_rows`.
        values: Dict of the settings given, which rows must not decide too.

    Returns:
        A list of names of rows; empty for a recipe without a table.

    Raises:
        ValueError: For a recipe without rows, an unknown row (close ones are
            named), or a setting that the rows decide.
    """
    if not recipe.rows:
        if text is not None:
            raise ValueError(
                f"`--rows` is for tables; {recipe.name} is one experiment. "
                "Leave it out."
            )
        return []
    decided = sorted({s for row in recipe.rows.values() for s in row})
    for name in decided:
        if name in values:
            raise ValueError(
                f"`--{name.replace('_', '-')}` is decided by the rows of the "
                f"table. Choose rows with `--rows`: {_listed(recipe.rows)}."
            )
    if text is None:
        return [row for row in recipe.rows if row not in recipe.further_rows]
    names = [part.strip() for part in text.split(",")]
    for name in names:
        if name not in recipe.rows:
            close = difflib.get_close_matches(name, recipe.rows, n=3)
            hint = f"Did you mean {' or '.join(close)}? " if close else ""
            raise ValueError(
                f"There is no row {name!r}. {hint}Rows: {_listed(recipe.rows)}."
            )
    return list(dict.fromkeys(names))


def _listed(names):
    return ", ".join(names)
