import itertools

import numpy as np
import pytest

from zoo.memory import fact_selector
from zoo.memory.fact_features import KINDS, FeatureEncoder
from zoo.memory.fact_selector import FARTHEST, PAIRS, FactSelector

STORY = (
    "Ann went to the hall.",
    "Bob got the milk.",
    "Ann got the hat.",
    "Cy sat down.",
    "Bob went to the shed.",
    "Ann gave the hat to Bob.",
)
QUESTION = "Where is the hat?"


def randomised(encoder, seed=0):
    selector = FactSelector(encoder.sizes)
    rng = np.random.default_rng(seed)
    for name, weight in selector.weights.items():
        selector.weights[name] = rng.normal(size=weight.shape)
    return selector


def reference_score(selector, features, facts):
    """The score of facts, indicator by indicator."""
    empty, weights, score = features.num_statements, selector.weights, 0.0
    for slot, fact in enumerate(facts):
        for kind in KINDS:
            for asked in features.question[kind]:
                for told in features.facts[kind][fact]:
                    score += weights[f"question_{kind}"][slot, asked, told]
        age = FARTHEST + 1 if fact == empty else empty - 1 - fact
        score += weights["age"][slot, min(age, FARTHEST + 1)]
    for pair, (i, j) in enumerate(PAIRS):
        one, other = facts[i], facts[j]
        for kind in KINDS:
            for first in features.facts[kind][one]:
                for second in features.facts[kind][other]:
                    score += weights[f"facts_{kind}"][pair, first, second]
        if empty in (one, other):
            score += weights["distance"][pair, -1] + weights["order"][pair, 2]
        else:
            gap = other - one
            score += weights["distance"][pair, gap + FARTHEST]
            score += weights["order"][pair, int(gap > 0)]
    return score


def searched(features, stop_words=("the",)):
    """All facts that may be selected."""
    empty = features.num_statements
    texts = [
        {*text.lower().strip(".").split()} - {*stop_words} for text in STORY
    ]
    asked = {*QUESTION.lower().strip("?").split()} - {*stop_words}
    for facts in itertools.product(range(empty + 1), repeat=3):
        real = [fact for fact in facts if fact != empty]
        if list(facts[: len(real)]) != real or len({*real}) < len(real):
            continue
        linked = [
            not asked.isdisjoint(texts[fact])
            or (
                place > 0
                and any(
                    not texts[fact].isdisjoint(texts[other])
                    for other in real[:place]
                )
            )
            for place, fact in enumerate(real)
        ]
        if real and all(linked):
            yield facts


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("at_once", [1, 100, 10**6])
def test_the_best_facts_of_all(monkeypatch, seed, at_once):
    monkeypatch.setattr(fact_selector, "_AT_ONCE", at_once)
    encoder = FeatureEncoder()
    features = encoder.encode(STORY, QUESTION, learn=True)
    selector = randomised(encoder, seed)
    candidates = list(searched(features))
    assert len(candidates) > 10
    best = max(
        candidates, key=lambda facts: reference_score(selector, features, facts)
    )
    assert selector.select(features) == best


def test_training_asks_for_a_margin():
    encoder = FeatureEncoder()
    features = encoder.encode(STORY, QUESTION, learn=True)
    selector = randomised(encoder)
    best = selector.select(features)
    for name in selector.weights:
        selector.weights[name] *= 1e-3
    assert selector.select(features) == best
    other = selector.select(features, margin_from=best)
    assert other != best
    assert all(one != two for one, two in zip(other, best, strict=True))


def test_facts_are_learned():
    """The last statement about the person asked for, then nothing."""
    encoder, rng = FeatureEncoder(), np.random.default_rng(0)
    rows, gold = [], []
    for _ in range(60):
        people = rng.choice(["Ann", "Bob", "Cy"], 5)
        story = [f"{person} went to the hall." for person in people]
        asked = rng.choice(people)
        rows.append(encoder.encode(story, f"Where is {asked}?", learn=True))
        last = max(np.flatnonzero(people == asked))
        gold.append((int(last), 5, 5))
    selector, reports = FactSelector(encoder.sizes), []
    selector.fit(
        rows, gold, 20, np.random.default_rng(0), lambda *r: reports.append(r)
    )
    assert [selector.select(row) for row in rows] == gold
    assert reports[-1][1] == 1 and len(reports) < 20
    assert [epoch for epoch, _ in reports] == list(range(len(reports)))


def test_averages_are_those_of_all_steps():
    """Compared with the mean of the weights after every question."""
    encoder = FeatureEncoder()
    rows = [
        encoder.encode(STORY[:3], "Where is the hat?", learn=True),
        encoder.encode(STORY, "Where is Bob?", learn=True),
        encoder.encode(STORY, QUESTION, learn=True),
    ]
    gold = [(2, 0, 3), (4, 6, 6), (5, 4, 6)]
    trained = FactSelector(encoder.sizes)
    trained.fit(rows, gold, 3, np.random.default_rng(1))
    plain, rng = FactSelector(encoder.sizes), np.random.default_rng(1)
    steps = []
    for _ in range(3):
        for place in rng.permutation(3):
            # Before the step, as a step counts from the next question on.
            steps.append({k: w.copy() for k, w in plain.weights.items()})
            chosen = plain.select(rows[place], margin_from=gold[place])
            for sign, facts in ((1, gold[place]), (-1, chosen)):
                for name, index in fact_selector._indices(rows[place], facts):
                    plain.weights[name][index] += sign
    steps.append(plain.weights)
    for name, weight in trained.weights.items():
        mean = np.mean([step[name] for step in steps], axis=0)
        np.testing.assert_allclose(weight, mean, atol=1e-5)


@pytest.mark.parametrize(
    "story, facts",
    [
        ((), (0, 0, 0)),
        (("Ann sat.",), (0, 1, 1)),
        # Nothing is shared with the question: any fact may be the first.
        (("The red.", "A blue."), (0, 2, 2)),
    ],
)
def test_short_stories(story, facts):
    encoder = FeatureEncoder()
    features = encoder.encode(story, "Where is Ann?", learn=True)
    selector = FactSelector(encoder.sizes)
    selector.weights["age"][1:, -1] = 1.0
    selector.weights["age"][0, 0:] = range(FARTHEST + 2)
    assert selector.select(features) == facts
