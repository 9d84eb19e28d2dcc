"""The command line: `python -m recipes list | describe | run | report`."""

import logging
import pathlib
import shlex
from typing import Annotated

import rich.console
import rich.table
import typer

from recipes.datasets.data_format_error import DataFormatError
from recipes.report import score_rows, write_report
from recipes.run_seeds import run_seeds
from recipes.runner import run_recipe
from recipes.running.catalogue import load_recipe, recipe_names
from recipes.running.run_directory import RESULT, read_json
from recipes.running.run_error import RunError
from recipes.running.settings import describe_settings, parse_settings

app = typer.Typer(
    help="Runs the published experiments.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
_console = rich.console.Console()

Name = Annotated[str, typer.Argument(help="A recipe; see `list`.")]
Output = Annotated[
    pathlib.Path | None,
    typer.Option(help="Folder of the run; by default runs/NAME."),
]


@app.command("list")
def list_recipes():
    """Lists the recipes with their published figures."""
    table = rich.table.Table("recipe", "what it does", "score", "paper")
    for name in recipe_names():
        recipe = load_recipe(name)
        split, score = recipe.metric
        published = recipe.published.get(split, {}).get(score)
        table.add_row(
            name,
            recipe.title,
            f"{score} ({split})",
            "" if published is None else str(published),
        )
    _console.print(table)


@app.command()
def describe(name: Name):
    """Shows the settings of a recipe, each with its reason."""
    recipe = _load(name)
    _console.print(f"{recipe.title}\n{recipe.paper}\n", highlight=False)
    table = rich.table.Table("setting", "type", "default", "why")
    for setting, kind, default, why in describe_settings(recipe.settings):
        option = "--" + setting.replace("_", "-")
        for variant, values in recipe.variants.items():
            if setting in values:
                default += f"\n{variant}: {values[setting]}"
        table.add_row(option, kind, default, why)
    _console.print(table)


@app.command(
    context_settings={
        "allow_extra_args": True,
        "ignore_unknown_options": True,
    }
)
def run(
    context: typer.Context,
    name: Name,
    seeds: Annotated[
        str | None,
        typer.Option(help="Several seeds, such as 0,1,2: mean and spread."),
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
):
    """Runs a recipe; the same command goes on with a run that was stopped.

    Further options are the recipe's settings, such as `--epochs 5`, and its
    variants, such as `--smoke`, a run of seconds; `describe NAME` lists them.
    """
    recipe = _load(name)
    try:
        values = _setting_values(context.args)
        variants = [v for v in recipe.variants if values.pop(v, None)]
        for variant in reversed(variants):
            values = {**recipe.variants[variant], **values}
        several = None if seeds is None else _seeds(seeds, values)
        settings = parse_settings(recipe.settings, values)
    except (TypeError, ValueError) as error:
        raise _failure(error) from error
    output = output or pathlib.Path("runs") / "_".join([name, *variants])
    shared = {
        "data_dir": data_dir,
        "cache_dir": cache_dir,
        "command": _command(name, data_dir, context.args),
    }
    try:
        if several is None:
            result = run_recipe(recipe, settings, output, **shared)
        else:
            result = run_seeds(recipe, settings, several, output, **shared)
    except (RunError, DataFormatError, FileNotFoundError) as error:
        raise _failure(error) from error
    _show(result, output)


@app.command()
def report(name: Name, output: Output = None):
    """Writes the report of a finished run again and shows its scores."""
    _load(name)
    output = output or pathlib.Path("runs") / name
    try:
        write_report(output)
    except RunError as error:
        raise _failure(error) from error
    _show(read_json(output / RESULT), output)


def _load(name):
    try:
        return load_recipe(name)
    except ValueError as error:
        raise _failure(error) from error


def _failure(error):
    _console.print(
        f"Error: {error}", style="red", highlight=False, markup=False
    )
    return typer.Exit(2)


def _setting_values(arguments):
    """Reads `--name value`, `--name=value`, `--flag` and `--no-flag`."""
    values = {}
    arguments = list(arguments)
    while arguments:
        argument = arguments.pop(0)
        if not argument.startswith("--"):
            raise ValueError(
                f"Unexpected argument {argument!r}: settings are given as "
                "`--name value`."
            )
        name, equals, value = argument[2:].partition("=")
        if not equals and arguments and not arguments[0].startswith("--"):
            value = arguments.pop(0)
        elif not equals and name.startswith("no-"):
            name, value = name[3:], "false"
        elif not equals:
            value = "true"
        values[name.replace("-", "_")] = value
    return values


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
        _console.print(f"Note: {note}", highlight=False, markup=False)
    table = rich.table.Table("data", "score", "here", "paper")
    for row in score_rows(result):
        table.add_row(*row)
    if table.row_count:
        _console.print(table)
    _console.print(f"Report: {output / 'report.html'}", highlight=False)


if __name__ == "__main__":
    # Libraries' remarks would tear the progress bar.
    logging.getLogger("absl").setLevel(logging.ERROR)
    app()
