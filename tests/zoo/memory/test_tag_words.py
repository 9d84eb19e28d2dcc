import pytest

from zoo.memory.tag_words import tag_words


@pytest.mark.parametrize(
    "text, tags",
    [
        ("mary went back to the kitchen", "NN VB RB IN DT NN"),
        ("then they moved to the hall", "RB PRP VB IN DT NN"),
        (
            "bill is either in the park or the school",
            "NN AUX NEG IN DT NN CC DT NN",
        ),
        ("this morning bill went to the school", "RB RB NN VB IN DT NN"),
        # "left" is a verb, and a side.
        ("she left the milk", "PRP VB DT NN"),
        ("what is to the left of the box", "WP AUX IN DT NN IN DT NN"),
        # Names that end as verbs do.
        ("fred handed the milk to ted", "NN VB DT NN IN NN"),
        ("fred and bill moved", "NN CC NN VB"),
        ("bill handed fred the milk", "NN VB NN DT NN"),
        ("is fred in the park", "AUX NN IN DT NN"),
        ("where is fred", "WP AUX NN"),
        ("what did fred give to bill", "WP AUX NN VB IN NN"),
        ("what is fred carrying", "WP AUX NN VB"),
        ("", ""),
    ],
)
def test_tags(text, tags):
    assert [tag for _, tag in tag_words(text.split())] == tags.split()
