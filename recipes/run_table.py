"""Runs all rows of a table: models, or ablations, under one budget."""

import dataclasses
import re
import shlex

from recipes.report import write_report
from recipes.run_seeds import run_seeds
from recipes.running.evaluation import Evaluation, Section
from recipes.running.run_directory import RESULT, RunDirectory, read_result
from recipes.table_section import table_section


def run_table(
    recipe,
    settings,
    seeds,
    output,
    rows=None,
    data_dir=None,
    cache_dir=None,
    command="",
):
    """Runs a recipe once for each row of its table and each seed.

    Each row has a folder of its own with a run for each seed, which is resumed
    or, once finished, taken as it is; rows and seeds can be added later.

    Args:
        recipe: A `Recipe` with `rows`.
        settings: An instance of the recipe's settings, which rows change.
        seeds: Different integers.
        output: Folder of all runs.
        rows: Names of the rows to run; by default all. The table has them and
            those that were finished before.
        data_dir: See `run_recipe`.
        cache_dir: See `run_recipe`.
        command: The command line of the recipe, without rows and seeds.

    Returns:
        The result, as written to `result.json`. `scores` and `spread` have a
        key `"<row>: <split>"` for each row and split; `rows` holds settings,
        seeds and scores of each row.

    Raises:
        RunError: See `run_recipe`.
    """
    names = list(recipe.rows) if rows is None else rows
    settings_now = dataclasses.asdict(settings) | {"seed": None}
    identity = {"recipe": recipe.name, "settings": settings_now}
    with RunDirectory(output, identity) as directory:
        for name in names:
            run_seeds(
                recipe,
                dataclasses.replace(settings, **recipe.rows[name]),
                seeds,
                directory.path / folder_name(name),
                data_dir,
                cache_dir,
                f"{command} --rows {name!r}",
            )
        found = _finished(recipe, directory.path)
        result = _combined(recipe, found, settings_now, command)
        sections = [Section("Table", table_section(recipe, found))]
        if recipe.compare is not None:
            histories = _histories(found, directory.path)
            together = recipe.compare(settings, histories)
            result["scores"] |= together.scores
            result["notes"] += together.notes
            sections += together.sections
        directory.finish(
            result, Evaluation(scores=result["scores"], sections=sections)
        )
    write_report(directory.path)
    return result


def folder_name(row):
    """The folder of a row: its letters and digits."""
    return re.sub(r"\W+", "_", row).strip("_")


def _finished(recipe, folder):
    """The results of all rows that are there, in the recipe's order."""
    folders = {name: folder / folder_name(name) for name in recipe.rows}
    return {
        name: read_result(row)
        for name, row in folders.items()
        if (row / RESULT).exists()
    }


def _histories(rows, folder):
    """The logs of every run: by row, then by seed."""
    return {
        name: {
            seed: read_result(folder / folder_name(name) / f"seed_{seed}")[
                "history"
            ]
            for seed in row["seeds"]
        }
        for name, row in rows.items()
    }


def _combined(recipe, rows, settings, command):
    first = next(iter(rows.values()))
    decided = {name for row in recipe.rows.values() for name in row}
    if len(rows) < len(recipe.rows):
        command = f"{command} --rows {shlex.quote(','.join(rows))}"
    seeds = sorted({seed for row in rows.values() for seed in row["seeds"]})
    return {
        **{name: first[name] for name in ("recipe", "title", "paper")},
        "published": recipe.published,
        "notes": list(
            dict.fromkeys(n for row in rows.values() for n in row["notes"])
        ),
        "scores": _by_row(rows, "scores"),
        "spread": _by_row(rows, "spread"),
        "seeds": seeds,
        "rows": {
            name: {
                "settings": recipe.rows[name],
                "seeds": row["seeds"],
                "parameters": row["parameters"],
                "runs": row["runs"],
                "wall_time_seconds": row["wall_time_seconds"],
            }
            for name, row in rows.items()
        },
        "settings": {k: v for k, v in settings.items() if k not in decided},
        "details": first["details"],
        "versions": first["versions"],
        "wall_time_seconds": round(
            sum(row["wall_time_seconds"] for row in rows.values()), 2
        ),
        "command": f"{command} --seeds {','.join(map(str, seeds))}",
    }


def _by_row(rows, kind):
    return {
        f"{name}: {split}": scores
        for name, row in rows.items()
        for split, scores in row[kind].items()
    }
