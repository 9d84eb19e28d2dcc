"""The recipes there are: modules of this package with a `RECIPE`."""

import difflib
import importlib
import pkgutil
import re

import recipes

_DECLARATION = re.compile(r"^RECIPE = ", re.MULTILINE)


def recipe_names():
    """Names of all recipes, in alphabetical order.

    The modules are read, not imported, so that a new recipe is one new file
    and a broken one does not keep the others from running.
    """
    return sorted(
        module.name
        for module in pkgutil.iter_modules(recipes.__path__)
        if not module.ispkg and _declares_recipe(module)
    )


def load_recipe(name):
    """Returns the recipe of a name.

    Raises:
        ValueError: For an unknown name; close ones are named.
    """
    names = recipe_names()
    if name not in names:
        close = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
        hint = f"Did you mean {', '.join(close)}? " if close else ""
        raise ValueError(
            f"Unknown recipe {name!r}. {hint}Recipes: {', '.join(names)}."
        )
    return importlib.import_module(f"recipes.{name}").RECIPE


def _declares_recipe(module):
    spec = module.module_finder.find_spec(module.name)
    source = spec.loader.get_source(module.name)
    return _DECLARATION.search(source) is not None
