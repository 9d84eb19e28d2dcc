"""Runs a recipe: data, training, scores, preset, report."""

import contextlib
import dataclasses
import importlib.metadata
import pathlib
import platform
import time

from recipes.datasets.data_format_error import DataFormatError
from recipes.recipe import Context
from recipes.report import write_report
from recipes.running.default_cache import default_cache_dir
from recipes.running.progress import RunProgress
from recipes.running.run_directory import RunDirectory
from recipes.running.run_error import PreparationError, RunError

PRESET = "preset"
_NOT_TRAINED = {
    "history": [],
    "updates": 0,
    "best": None,
    "stopped_early": False,
}
_PACKAGES = ("keras", "keras-hub", "numpy", "tensorflow-datasets")


def run_recipe(
    recipe, settings, output, data_dir=None, cache_dir=None, command=""
):
    """Runs a recipe, or goes on with it where an earlier call was stopped.

    Args:
        recipe: A `Recipe`.
        settings: An instance of the recipe's settings.
        output: Folder of the run.
        data_dir: Folder of local or prepared data, or `None`.
        cache_dir: Folder for features; by default inside Keras' own.
        command: The command line that repeats the run.

    Returns:
        The result, as written to `result.json`. A finished run is not
        repeated: its result is returned.

    Raises:
        PreparationError: If data or model cannot be made with these settings.
        RunError: If the folder belongs to a run with other settings, or
            cannot be made. A folder that the call made is taken away again
            if the run fails before anything was trained.
    """
    data_dir = None if data_dir is None else pathlib.Path(data_dir).resolve()
    identity = {
        "recipe": recipe.name,
        "settings": dataclasses.asdict(settings),
        "data_dir": None if data_dir is None else str(data_dir),
    }
    with RunDirectory(output, identity) as directory:
        if directory.result is None:
            with RunProgress() as progress:
                context = Context(
                    output=directory.path,
                    data_dir=data_dir,
                    cache_dir=pathlib.Path(cache_dir or default_cache_dir()),
                    progress=progress,
                )
                result, evaluation = _run(recipe, settings, context)
            directory.finish({**result, "command": command}, evaluation)
        write_report(directory.path)
        return directory.result


def _run(recipe, settings, context):
    import keras

    from recipes.running.fit import fit
    from recipes.running.save_preset import save_preset

    seconds = {}

    @contextlib.contextmanager
    def phase(name):
        begin = time.monotonic()
        # So that no phase depends on random numbers another one drew, as a
        # resumed run skips some of them.
        keras.utils.set_random_seed(settings.seed)
        with context.progress.phase(name) as bar:
            yield bar
        seconds[name] = round(time.monotonic() - begin, 2)

    with phase("data"), _preparation():
        data = recipe.prepare(settings, context)
    with phase("build"), _preparation():
        model = recipe.build(settings, data)
        training = recipe.train(settings, data, model)
    fitted = _NOT_TRAINED
    if training is not None:
        with phase("train") as bar:
            fitted = fit(model, training, context.output, bar)
        seconds["train"] = round(fitted["seconds"], 2)
    with phase("score"):
        evaluation = recipe.evaluate(settings, data, model, context)
    if training is not None and recipe.preset is not None:
        with phase("save"):
            task = recipe.export(settings, data, model)
            folder = context.output / PRESET
            if task is not None:
                save_preset(task, recipe, evaluation.scores, folder)
    result = {
        "recipe": recipe.name,
        "title": recipe.title,
        "paper": recipe.paper,
        "scores": evaluation.scores,
        "published": recipe.published,
        "notes": list(evaluation.notes),
        "seed": settings.seed,
        "settings": dataclasses.asdict(settings),
        "details": evaluation.details,
        "parameters": model.count_params(),
        "versions": _versions(),
        "wall_time_seconds": round(sum(seconds.values()), 2),
        "seconds": seconds,
        "updates": fitted["updates"],
        "stopped_early": fitted["stopped_early"],
        "best": fitted["best"],
        "history": fitted["history"],
    }
    return result, evaluation


@contextlib.contextmanager
def _preparation():
    """Tells what data or model refuse from failures of the program."""
    try:
        yield
    except (DataFormatError, RunError):
        raise
    except (ImportError, TypeError, ValueError) as error:
        raise PreparationError(str(error)) from error


def _versions():
    import keras

    import keras_tpr

    backend = keras.config.backend()
    versions = {
        "python": platform.python_version(),
        "keras-tpr": keras_tpr.__version__,
        "backend": backend,
    }
    for package in (*_PACKAGES, backend):
        versions[package] = importlib.metadata.version(package)
    return versions
