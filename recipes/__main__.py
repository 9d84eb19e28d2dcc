"""The program `python -m recipes`: list, describe, run, report, score."""

import logging
import pathlib
import shlex
import sys
from typing import Annotated

import rich.table
import typer

from recipes.datasets.data_format_error import DataFormatError
from recipes.grammar.grammar_command import parse, tag
from recipes.memory.ask_command import ask
from recipes.report import score_rows, write_report
from recipes.run_seeds import run_seeds
from recipes.run_table import run_table
from recipes.runner import run_recipe
from recipes.running.catalogue import load_recipe, recipe_names
from recipes.running.console import OUTPUT, failure, say
from recipes.running.find_runs import find_runs
from recipes.running.run_directory import RESULT, read_result
from recipes.running.run_error import PreparationError, RunError
from recipes.running.run_options import run_options, with_variants
from recipes.running.settings import describe_settings, parse_settings
from recipes.running.table_rows import table_rows
from recipes.scoring.score_command import score
from recipes.tree_lstm.sentiment_command import sentiment

RUNS = pathlib.Path("runs")

app = typer.Typer(
    help="Runs the published experiments, and scores captions.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
# What Typer does not know are settings and variants.
_FURTHER_OPTIONS = {"allow_extra_args": True, "ignore_unknown_options": True}

Name = Annotated[str, typer.Argument(help="A recipe; see `list`.")]
Output = Annotated[
    pathlib.Path | None,
    typer.Option(
        help="Folder of the run; by default runs/NAME, with the names of the "
        "variants behind it."
    ),
]


@app.command("list")
def list_recipes():
    """Lists the recipes with their published figures."""
    table = rich.table.Table("recipe", "what it does", "score", "paper")
    for name in recipe_names():
        recipe = load_recipe(name)
        split, metric = recipe.metric
        published = recipe.published.get(split, {}).get(metric)
        table.add_row(
            name,
            recipe.title,
            f"{metric} ({split})",
            "" if published is None else str(published),
        )
    OUTPUT.print(table)


@app.command()
def describe(name: Name):
    """Shows the settings of a recipe, each with its reason, and its variants.

    A variant is a set of settings with a name.
    """
    recipe = _load(name)
    say(f"{recipe.title}\n{recipe.paper}\n")
    table = rich.table.Table("setting", "type", "default", "why")
    for setting, kind, default, why in describe_settings(recipe.settings):
        table.add_row(_option(setting), kind, default, why)
    OUTPUT.print(table)
    for kind, names in (("variant", recipe.variants), ("row", recipe.rows)):
        table = rich.table.Table(kind, "what it changes")
        for name, values in names.items():
            changes = [f"{_option(s)} {_text(v)}" for s, v in values.items()]
            shown = _option(name) if kind == "variant" else name
            table.add_row(shown, "\n".join(changes))
        if names:
            OUTPUT.print(table)


@app.command(context_settings=_FURTHER_OPTIONS)
def run(
    context: typer.Context,
    name: Name,
    seeds: Annotated[
        str | None,
        typer.Option(help="Several seeds, such as 0,1,2: mean and spread."),
    ] = None,
    rows: Annotated[
        str | None,
        typer.Option(help="Rows of a table, such as nic,atpl; all by default."),
    ] = None,
    output: Output = None,
    data_dir: Annotated[
        pathlib.Path | None,
        typer.Option(help="Folder of local or prepared data."),
    ] = None,
    cache_dir: Annotated[
        pathlib.Path | None,
        typer.Option(help="Folder of image features, shared by runs."),
    ] = None,
    traceback: Annotated[
        bool,
        typer.Option(
            "--traceback", help="Show where data or model refuse a setting."
        ),
    ] = False,
):
    """Runs a recipe; the same command goes on with a run that was stopped.

    Further options are the recipe's settings, such as `--epochs 5`, and its
    variants, such as `--smoke`, a run of seconds; `describe NAME` lists them.
    """
    recipe = _load(name)
    try:
        values, variants = run_options(recipe, context.args)
        values = with_variants(recipe, values, variants)
        several = None if seeds is None else _seeds(seeds, values)
        chosen = table_rows(recipe, rows, values)
        settings = parse_settings(recipe.settings, values, recipe.variants)
    except (TypeError, ValueError) as error:
        raise failure(error) from error
    output = output or _default_output(name, variants)
    shared = {
        "data_dir": data_dir,
        "cache_dir": cache_dir,
        "command": _command(name, data_dir, context.args),
    }
    try:
        if chosen:
            several = several or [settings.seed]
            result = run_table(
                recipe, settings, several, output, chosen, **shared
            )
        elif several is None:
            result = run_recipe(recipe, settings, output, **shared)
        else:
            result = run_seeds(recipe, settings, several, output, **shared)
    except PreparationError as error:
        if traceback:
            raise
        raise failure(f"{error} (`--traceback` shows where.)") from error
    except (RunError, DataFormatError, OSError) as error:
        raise failure(error) from error
    _show(result, output)


@app.command(context_settings=_FURTHER_OPTIONS)
def report(context: typer.Context, name: Name, output: Output = None):
    """Writes the report of a finished run again and shows its scores.

    Give the variants of the run, such as `--smoke`, or its folder.
    """
    recipe = _load(name)
    try:
        values, variants = run_options(recipe, context.args)
        parse_settings(recipe.settings, values, recipe.variants)
        if values:
            raise ValueError(
                f"`report` takes variants, not settings such as "
                f"{_option(next(iter(values)))}. Give the folder of the run "
                "with `--output`."
            )
        output = output or _default_output(name, variants)
        _check_finished(output, name)
        write_report(output)
        result = read_result(output)
    except (TypeError, ValueError, OSError) as error:
        raise failure(error) from error
    _show(result, output)


app.command()(ask)
app.command()(score)
app.command()(sentiment)
app.command()(tag)
app.command()(parse)


def _load(name):
    if name.startswith("-"):
        raise failure(f"The name of the recipe comes before {name}.")
    try:
        return load_recipe(name)
    except ValueError as error:
        raise failure(error) from error


def _option(name):
    return "--" + name.replace("_", "-")


def _text(value):
    """A value as it is typed."""
    return str(value).lower() if value in (None, True, False) else str(value)


def _default_output(name, variants):
    return RUNS / "_".join([name, *variants])


def _check_finished(output, name):
    """Names the runs there are if a folder holds none."""
    runs = find_runs(RUNS, name)
    if (output / RESULT).exists() or not runs:
        return
    raise RunError(
        f"No run has finished in {output}. Finished runs of {name}: "
        f"{', '.join(map(str, runs))}. Give its variants, or `--output`."
    )


def _seeds(text, values):
    if "seed" in values:
        raise ValueError("Give either `--seed` or `--seeds`, not both.")
    try:
        seeds = [int(part) for part in text.split(",")]
    except ValueError as error:
        raise ValueError(
            "`--seeds` must be integers separated by commas, such as 0,1,2. "
            f"Received: {text!r}."
        ) from error
    if len(set(seeds)) < len(seeds):
        raise ValueError(f"`--seeds` must differ. Received: {text!r}.")
    return seeds


def _command(name, data_dir, arguments):
    parts = ["python", "-m", "recipes", "run", name]
    # Where the data lies is no part of the experiment, that it is local is.
    parts += [] if data_dir is None else ["--data-dir", data_dir.name]
    return shlex.join([*parts, *arguments])


def _show(result, output):
    for note in result["notes"]:
        say(f"Note: {note}")
    table = rich.table.Table("data", "score", "here", "paper")
    for row in score_rows(result):
        table.add_row(*row)
    if table.row_count:
        OUTPUT.print(table)
    say(f"Report: {output / 'report.html'}")


if __name__ == "__main__":
    # Libraries' remarks would tear the progress bar.
    logging.getLogger("absl").setLevel(logging.ERROR)
    # Whatever the locale, a character it lacks is no reason to fail.
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")
    app()
