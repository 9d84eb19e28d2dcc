"""Presets for functions that also make fresh models."""

import pytest

from zoo.captioning.load_preset import load_preset


class Task:
    """Remembers what it was loaded with."""

    @staticmethod
    def from_preset(preset, **kwargs):
        return preset, kwargs


def function(preset, units=3, words=None, dtype=None, load_weights=True):
    return load_preset(Task, function, locals())


def test_passes_what_can_be_chosen():
    assert function("name") == ("name", {"load_weights": True})
    loaded = function("name", units=3, dtype="float16", load_weights=False)
    expected = {"load_weights": False, "dtype": "float16"}
    assert loaded == ("name", expected)


@pytest.mark.parametrize("options", [{"units": 4}, {"words": ["a"]}])
def test_refuses_the_rest(options):
    with pytest.raises(ValueError, match=f"`{[*options][0]}` cannot be chan"):
        function("name", **options)


def test_refuses_what_the_function_does_not_name():
    arguments = {"preset": "name", "load_weights": True, "dtype": None}
    with pytest.raises(ValueError, match="`depth` cannot be changed"):
        load_preset(Task, function, {**arguments, "depth": 2})


def test_words_are_no_preset():
    with pytest.raises(TypeError, match="`preset` must be the name"):
        function(["a", "dog"], units=4)
