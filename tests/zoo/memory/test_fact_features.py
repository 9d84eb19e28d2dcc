import numpy as np
import pytest

from zoo.memory.fact_features import EMPTY, KINDS, FeatureEncoder

STORY = ("Ann went to the hall.", "Then she sat in the hall.")


def names(encoder, kind, numbers):
    return [encoder.names[kind][number] for number in numbers]


def test_features():
    encoder = FeatureEncoder()
    features = encoder.encode(STORY, "Where is Ann?", learn=True)
    assert features.num_statements == 2
    facts = features.facts
    assert names(encoder, "words", facts["words"][1]) == [
        *("then", "ann", "sat", "in", "hall")
    ]
    assert names(encoder, "words", facts["words"][2]) == [EMPTY]
    assert names(encoder, "predicates", facts["predicates"][0]) == ["went"]
    assert names(encoder, "arguments", facts["arguments"][0]) == [
        *("went|A0=ann", "went|AM-to=hall")
    ]
    assert len(facts["arguments"][2]) == 0
    asked = features.question["arguments"]
    assert names(encoder, "arguments", asked) == ["where|A0=ann"]
    assert features.unknown == []
    assert encoder.sizes == {k: len(v) for k, v in encoder.names.items()}


def test_indicators():
    encoder = FeatureEncoder()
    features = encoder.encode(STORY, "Where is Ann?", learn=True)
    for kind in KINDS:
        matrix = features.indicators(kind, 12)
        assert matrix.shape == (3, 12)
        for row, numbers in zip(matrix, features.facts[kind], strict=True):
            assert sorted(numbers) == np.flatnonzero(row).tolist()


def test_what_training_did_not_show_is_left_out_and_named():
    encoder = FeatureEncoder()
    encoder.encode(STORY, "Where is Ann?", learn=True)
    before = encoder.names
    features = encoder.encode(("Bob sat in the den.",), "Where is the Bob?")
    assert names(encoder, "words", features.facts["words"][0]) == ["sat", "in"]
    assert features.unknown == ["bob", "den"]
    assert encoder.names == before
    copy = FeatureEncoder(before)
    assert copy.names == before


@pytest.mark.parametrize(
    "question, asked",
    [
        ("Where is Ann?", [True, True, False]),
        ("What of the then?", [False, True, False]),
        # Determiners do not count.
        ("The a?", [False, False, False]),
    ],
)
def test_sharing(question, asked):
    features = FeatureEncoder().encode(STORY, question, learn=True)
    facts, with_question = features.sharing
    assert with_question.tolist() == asked
    assert facts.tolist() == [
        [True, True, False],
        [True, True, False],
        [False, False, True],
    ]


def test_no_statement():
    features = FeatureEncoder().encode((), "Who?", learn=True)
    assert features.num_statements == 0
    assert features.indicators("words", 3).tolist() == [[1, 0, 0]]
    assert features.indicators("arguments", 3).tolist() == [[0, 0, 0]]
    assert features.sharing[1].tolist() == [False]
