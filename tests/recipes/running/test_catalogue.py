import pytest

from recipes.running.catalogue import load_recipe, recipe_names


def test_recipes_bear_their_modules_names():
    names = recipe_names()
    assert "atpl_scenes" in names and "runner" not in names
    for name in names:
        assert load_recipe(name).name == name


def test_unknown_recipe():
    with pytest.raises(ValueError, match="Did you mean atpl_scenes"):
        load_recipe("atpl_scene")
