"""The runs of a recipe in a folder of runs."""

import pathlib

from recipes.running.run_directory import RESULT, RUN, read_json
from recipes.running.run_error import RunError


def find_runs(folder, recipe):
    """Finds the finished runs of a recipe.

    Args:
        folder: A folder of folders of runs; it may be missing.
        recipe: Name of the recipe.

    Returns:
        A sorted list of their folders.
    """
    return sorted(
        path.parent
        for path in pathlib.Path(folder).glob(f"*/{RUN}")
        if (path.parent / RESULT).exists() and _recipe(path) == recipe
    )


def _recipe(path):
    try:
        return read_json(path).get("recipe")
    except RunError:
        # One damaged folder does not hide the others.
        return None
