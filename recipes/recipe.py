"""A recipe: what one published experiment consists of."""

import dataclasses
import pathlib
from collections.abc import Callable
from typing import Any

from recipes.running.progress import RunProgress
from recipes.running.settings import Settings


@dataclasses.dataclass(frozen=True)
class Recipe:
    """One experiment: data, model, hyper-parameters and published figures.

    A recipe holds only what differs from other recipes. `recipes.runner` does
    the rest: progress, checkpoints, resumption, results and the report.
    Hooks import Keras and TFDS themselves, so that recipes list quickly.

    Args:
        name: Name of the recipe's module.
        title: What it does, in one line.
        paper: The paper reproduced, as text.
        settings: A `Settings` subclass; defaults are the full experiment.
        prepare: `(settings, context)` -> data, an object of the recipe's own.
        build: `(settings, data)` -> compiled, built model.
        train: `(settings, data, model)` -> `Training`, or `None` if the model
            is trained already: it is scored then, and no preset is written.
        evaluate: `(settings, data, model, context)` -> `Evaluation`.
        published: Dict from a data split to the paper's scores on it.
        metric: `(split, score)`: the score the recipe is known by.
        preset: `PresetCard` of the preset written, or `None` for none.
        export: `(settings, data, model)` -> the task saved as the preset;
            `None` where there is none, as for the baselines of a table.
        variants: Dict from names to settings that differ from the defaults;
            the command line takes `--<name>`. `smoke` is a run of seconds
            that shows that all works.
        rows: Dict from the rows of a table, such as models that are compared,
            to the settings each changes; `run` runs them all. Empty for a
            single experiment. `published` then has keys `"<row>: <split>"`,
            and so has `metric`.
        further_rows: Those of the rows that are run only where they are named.
        compare: `(settings, histories)` -> `Evaluation`: what runs of a table
            say together, such as curves in one picture; `None` for nothing.
            `histories` is a dict from the rows that are finished to dicts from
            seeds to lists of logs.
    """

    name: str
    title: str
    paper: str
    settings: type[Settings]
    prepare: Callable[[Settings, "Context"], Any]
    build: Callable[[Settings, Any], Any]
    train: Callable[[Settings, Any, Any], Any]
    evaluate: Callable[[Settings, Any, Any, "Context"], Any]
    metric: tuple[str, str]
    published: dict = dataclasses.field(default_factory=dict)
    preset: "PresetCard | None" = None
    export: Callable[[Settings, Any, Any], Any] = lambda s, d, model: model
    variants: dict = dataclasses.field(default_factory=dict)
    rows: dict = dataclasses.field(default_factory=dict)
    further_rows: tuple = ()
    compare: Callable[[Settings, dict], Any] | None = None


@dataclasses.dataclass(frozen=True)
class PresetCard:
    """What the manifest of a preset says about where it comes from.

    Args:
        name: Name of the preset, `<model>_<data>_<language>`.
        model: Name of the zoo's function.
        data: What it was trained on.
        licence: Licence of that data.
        storage: The type of weights in its files; see `save_to_preset`.
    """

    name: str
    model: str
    data: str
    licence: str
    storage: str | None = None


@dataclasses.dataclass(frozen=True)
class Context:
    """What a run offers to the hooks of its recipe.

    Args:
        output: Folder of the run.
        data_dir: Folder of local or prepared data, or `None` for the default
            place of the data set.
        cache_dir: Folder for what is costly to make and serves other runs.
        progress: A `RunProgress`.
    """

    output: pathlib.Path
    data_dir: pathlib.Path | None
    cache_dir: pathlib.Path
    progress: RunProgress
