import pytest

from zoo.memory.story_words import story_words


@pytest.mark.parametrize(
    "text, words",
    [
        ("Where is Mary? ", ["where", "is", "mary"]),
        ("MARY went,to  the Hall.", ["mary", "went", "to", "the", "hall"]),
        ("It isn't half-empty", ["it", "isn't", "half-empty"]),
        ("Qmoiw ðað 3 élan_x", ["qmoiw", "ðað", "3", "élan", "x"]),
        ("?!", []),
        ("", []),
    ],
)
def test_words(text, words):
    assert story_words(text) == words
