"""A table of models with the published rows beside ours, as HTML."""

import html


def table_section(recipe, rows):
    """Lays out the scores of all rows, a table for each split.

    Args:
        recipe: A `Recipe` with `rows`.
        rows: Dict from names of rows to results of `run_seeds`.

    Returns:
        HTML: for each split the rows with mean and standard deviation of each
        score, the published figure in brackets, and the parameters.
    """
    splits = dict.fromkeys(s for row in rows.values() for s in row["scores"])
    return "".join(_split_table(recipe, rows, split) for split in splits)


def _split_table(recipe, rows, split):
    scored = {n: row for n, row in rows.items() if split in row["scores"]}
    scores = dict.fromkeys(
        s for r in scored.values() for s in r["scores"][split]
    )
    head = "".join(f"<th>{html.escape(s)}</th>" for s in scores)
    body = "".join(
        f"<tr><td>{html.escape(name)}</td>"
        + "".join(
            f'<td class="number">{_cell(recipe, name, row, split, score)}</td>'
            for score in scores
        )
        + f'<td class="number">{row["parameters"]:,}</td></tr>'
        for name, row in scored.items()
    )
    return (
        f"<h3>{html.escape(split)}</h3><table><tr><th></th>{head}"
        f"<th>parameters</th></tr>{body}</table>"
    )


def _cell(recipe, name, row, split, score):
    value = row["scores"][split].get(score)
    text = "" if value is None else f"{value:.3f}"
    deviation = row["spread"][split].get(score)
    if deviation is not None:
        text += f" ± {deviation:.3f}"
    published = recipe.published.get(f"{name}: {split}", {}).get(score)
    return text if published is None else f"{text} ({published:.3f})"
