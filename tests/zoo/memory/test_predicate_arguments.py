import pytest

from zoo.memory.predicate_arguments import predicate_arguments


@pytest.mark.parametrize(
    "text, predicate, arguments",
    [
        ("mary went back to the hall", "went", "A0=mary AM-to=hall"),
        ("mary and john moved to the hall", "moved", "A0=mary,john AM-to=hall"),
        ("bill gave the milk to fred", "gave", "A0=bill A1=milk AM-to=fred"),
        ("yesterday bill went to the park", "went", "A0=bill AM-to=park"),
        ("the hall is north of the park", "north of", "A0=hall A1=park"),
        (
            "the red box is to the left of the blue box",
            "to left of",
            "A0=red,box A1=blue,box",
        ),
        ("mice are afraid of wolves", "afraid of", "A0=mice A1=wolves"),
        ("mary is no longer in the hall", "no longer in", "A0=mary A1=hall"),
        (
            "bill is either in the park or the hall",
            "either in",
            "A0=bill A1=park,hall",
        ),
        ("lily is a frog", "", "A0=lily A1=frog"),
        ("lily is green", "", "A0=lily A1=green"),
        ("the chest fits inside the box", "fits", "A0=chest AM-inside=box"),
        ("where is mary", "where", "A0=mary"),
        ("is mary in the hall", "in", "A0=mary A1=hall"),
        ("what is north of the hall", "what north of", "A1=hall"),
        ("what is the hall east of", "what east of", "A0=hall"),
        ("what is the hall to the left of", "what to left of", "A0=hall"),
        ("what is gertrude afraid of", "what afraid of", "A0=gertrude"),
        ("what color is lily", "what color", "A0=lily"),
        (
            "where was fred before the park",
            "where before",
            "A0=fred A1=park",
        ),
        ("who did bill give the milk to", "who give", "A0=bill A1=milk"),
        ("who gave the milk to fred", "who gave", "A1=milk AM-to=fred"),
        ("why did sumit go to the hall", "why go", "A0=sumit AM-to=hall"),
        (
            "how do you go from the hall to the park",
            "how go",
            "A0=you AM-from=hall AM-to=park",
        ),
        ("does the box fit in the chest", "fit", "A0=box AM-in=chest"),
        # Nothing that could be a verb.
        ("qzh keqozhm", "", ""),
        ("is", "", ""),
        ("", "", ""),
    ],
)
def test_parts(text, predicate, arguments):
    found = predicate_arguments(tuple(text.split()))
    shown = [f"{role}={','.join(w)}" for role, w in found.arguments.items()]
    assert found.predicate == predicate
    assert sorted(shown) == sorted(arguments.split())
