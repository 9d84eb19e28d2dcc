"""Runs a recipe with several seeds: mean and spread of its scores."""

import dataclasses
import statistics

from recipes.report import write_report
from recipes.runner import run_recipe
from recipes.running.evaluation import Evaluation
from recipes.running.run_directory import RunDirectory


def run_seeds(
    recipe,
    settings,
    seeds,
    output,
    data_dir=None,
    cache_dir=None,
    command="",
):
    """Runs a recipe once for each seed, one after another.

    Each run has a folder of its own, `seed_<n>`, and is resumed or, once
    finished, taken as it is; a seed can be added later.

    Args:
        recipe: A `Recipe`.
        settings: An instance of the recipe's settings; its seed is unused.
        seeds: Different integers.
        output: Folder of all runs.
        data_dir: See `run_recipe`.
        cache_dir: See `run_recipe`.
        command: The command line of the recipe, without seeds.

    Returns:
        The result, as written to `result.json`: `scores` are means, `spread`
        holds sample standard deviations, `runs` the scores of each seed.

    Raises:
        RunError: See `run_recipe`.
    """
    settings_now = dataclasses.asdict(settings) | {"seed": None}
    identity = {"recipe": recipe.name, "settings": settings_now}
    with RunDirectory(output, identity) as directory:
        runs = {
            seed: run_recipe(
                recipe,
                dataclasses.replace(settings, seed=seed),
                directory.path / f"seed_{seed}",
                data_dir,
                cache_dir,
                f"{command} --seed {seed}",
            )
            for seed in seeds
        }
        result = _combined(runs, settings_now, command)
        directory.finish(result, Evaluation(scores=result["scores"]))
    write_report(directory.path)
    return result


def _combined(runs, settings, command):
    scores = [run["scores"] for run in runs.values()]
    first = next(iter(runs.values()))
    kept = ("recipe", "title", "paper", "published", "details", "versions")
    return {
        **{name: first[name] for name in kept},
        "notes": list(
            dict.fromkeys(n for run in runs.values() for n in run["notes"])
        ),
        "scores": _combine(scores, statistics.fmean),
        "spread": _combine(scores, _deviation),
        "runs": {str(seed): run["scores"] for seed, run in runs.items()},
        "seeds": list(runs),
        "settings": settings,
        "parameters": first["parameters"],
        "wall_time_seconds": round(
            sum(run["wall_time_seconds"] for run in runs.values()), 2
        ),
        "command": f"{command} --seeds {','.join(map(str, runs))}",
    }


def _combine(scores, function):
    """Applies a function to the values of each score over the runs."""
    return {
        split: {
            name: function([run[split][name] for run in scores])
            for name in scores[0][split]
        }
        for split in scores[0]
    }


def _deviation(values):
    return statistics.stdev(values) if len(values) > 1 else None
