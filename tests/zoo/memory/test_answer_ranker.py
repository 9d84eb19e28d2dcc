import numpy as np
import pytest

from zoo.memory.answer_ranker import AnswerRanker
from zoo.memory.fact_features import FeatureEncoder

PLACES = ("hall", "shed", "yard")


def examples(answers, number=60, seed=0):
    """Stories of one fact, whose place is asked for, or whether it is one."""
    encoder, rng = FeatureEncoder(), np.random.default_rng(seed)
    rows, wanted = [], []
    for _ in range(number):
        place, asked = rng.choice(PLACES, 2)
        question = "Where is Ann?"
        if answers == "yes/no":
            question = f"Is Ann in the {asked}?"
        rows.append(
            encoder.encode((f"Ann went to the {place}.",), question, learn=True)
        )
        right = "yes" if asked == place else "no"
        wanted.append(right if answers == "yes/no" else str(place))
    return rows, wanted


@pytest.mark.parametrize("answers", ["places", "yes/no"])
def test_answers_are_learned(answers):
    rows, wanted = examples(answers)
    ranker = AnswerRanker()
    facts = [(0, 1, 1)] * len(rows)
    ranker.fit(rows, facts, wanted, strength=0.1, seed=0)
    assert ranker.answers == sorted(set(wanted))
    scores = np.array(
        [ranker.scores(*pair) for pair in zip(rows, facts, strict=True)]
    )
    assert scores.shape == (60, len(ranker.answers))
    best = [ranker.answers[number] for number in scores.argmax(1)]
    assert best == wanted


def test_scores_are_the_weights_of_what_is_there():
    rows, wanted = examples("yes/no")
    ranker = AnswerRanker()
    ranker.fit(rows, [(0, 1, 1)] * 60, wanted, strength=0.1, seed=0)
    copy = AnswerRanker(
        ranker.answers, ranker.features, ranker.weights, ranker.bias
    )
    without_fact = copy.scores(rows[0], (1, 1, 1))
    np.testing.assert_array_equal(
        copy.scores(rows[0], (0, 1, 1)), ranker.scores(rows[0], (0, 1, 1))
    )
    assert (without_fact != copy.scores(rows[0], (0, 1, 1))).any()
    # Words of the question alone.
    kinds = ("words", "predicates", "arguments")
    known = [
        number
        for number, (kind, slot, asked, told) in enumerate(ranker.features)
        if (slot, told) == (-1, -1) and asked in rows[0].question[kinds[kind]]
    ]
    empty = [
        number
        for number, (kind, slot, asked, told) in enumerate(ranker.features)
        if kind == 0
        and slot in (1, 2)
        and told == 0
        and asked in (-1, *rows[0].question["words"])
    ]
    expected = ranker.weights[known + empty].sum(0) + ranker.bias
    # The empty fact was never seen in the first slot.
    np.testing.assert_allclose(without_fact, expected, rtol=1e-5)


def test_one_answer_is_no_choice():
    rows, _ = examples("places", number=2)
    with pytest.raises(ValueError, match=r"at least two .*\['yes'\]"):
        AnswerRanker().fit(rows, [(0, 1, 1)] * 2, ["yes"] * 2, 0.1, 0)
