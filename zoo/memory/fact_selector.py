"""A structured support vector machine that selects facts."""

import functools

import numpy as np

from zoo.memory.fact_features import KINDS

SLOTS = 3
# Slots that are compared with each other.
PAIRS = ((0, 1), (0, 2), (1, 2))
# Statements farther apart than this count as this far.
FARTHEST = 20
# Most combinations of facts scored at once, which bounds the memory.
_AT_ONCE = 2_000_000


class FactSelector:
    """Chooses up to three facts, in the order of reasoning.

    The score of facts is linear in indicators of pairs: of the question and
    each fact, and of two facts. Indicators are pairs of words, of predicates,
    of arguments with their predicate and role; how many statements lie
    between two facts, or between a fact and the question; and which of two
    facts comes first. All combinations are searched in which a fact shares a
    word with the question or with a fact before it; unused slots, the last
    ones, hold the empty fact.

    Args:
        sizes: For each kind of features their number.

    Reference:
        Weston et al., Towards AI-Complete Question Answering, 2015,
        section 4 and appendix.
    """

    def __init__(self, sizes):
        self.weights = {}
        for kind in KINDS:
            size = sizes[kind]
            for name, count in (("question", SLOTS), ("facts", len(PAIRS))):
                self.weights[f"{name}_{kind}"] = np.zeros(
                    (count, size, size), "float32"
                )
        # Distances from 0; the last one is that of the empty fact.
        self.weights["age"] = np.zeros((SLOTS, FARTHEST + 2), "float32")
        self.weights["distance"] = np.zeros(
            (len(PAIRS), 2 * FARTHEST + 2), "float32"
        )
        self.weights["order"] = np.zeros((len(PAIRS), 3), "float32")

    def select(self, features, margin_from=None):
        """The facts of the highest score.

        Args:
            features: `FactFeatures`.
            margin_from: Facts from which others must differ in score, by 1
                for each slot; used in training.

        Returns:
            A tuple of places of statements; their number stands for the empty
            fact.
        """
        alone, paired = self._scores(features)
        if margin_from is not None:
            for slot, place in enumerate(margin_from):
                alone[slot] += 1
                alone[slot][place] -= 1
        share, asked = features.sharing
        empty = features.num_statements
        firsts = np.flatnonzero(asked[:empty])
        if not len(firsts):
            firsts = np.arange(empty)
        best, found = -np.inf, (empty,) * SLOTS
        step = max(1, _AT_ONCE // (empty + 1) ** 2)
        for start in range(0, len(firsts), step):
            part = firsts[start : start + step]
            scores = _combined(part, alone, paired, share, asked)
            place = int(scores.argmax())
            if scores.flat[place] > best:
                best = scores.flat[place]
                first, second, third = np.unravel_index(place, scores.shape)
                found = int(part[first]), int(second), int(third)
        return found

    def fit(self, rows, gold, epochs, rng, report=None):
        """Trains by subgradients of the hinge loss, and averages weights.

        Args:
            rows: `FactFeatures`, all of training.
            gold: For each the facts of `select`.
            epochs: How often to go through them, at most: training ends when
                all facts are selected with a margin.
            rng: A NumPy generator, for their order.
            report: Called after each epoch with its number and the share of
                questions whose facts were right with a margin; or None.
        """
        sums = {k: np.zeros_like(v) for k, v in self.weights.items()}
        count = 1
        for epoch in range(epochs):
            errors = 0
            for place in rng.permutation(len(rows)):
                features, facts = rows[place], gold[place]
                chosen = self.select(features, margin_from=facts)
                if chosen != facts:
                    errors += 1
                    for sign, selected in ((1, facts), (-1, chosen)):
                        for name, index in _indices(features, selected):
                            self.weights[name][index] += sign
                            # Weights that come later count for less.
                            sums[name][index] += sign * count
                count += 1
            if report is not None:
                report(epoch, 1 - errors / len(rows))
            if not errors:
                break
        for name, weight in self.weights.items():
            weight -= sums[name] / count

    def _scores(self, features):
        """Scores of facts in each slot, and of each pair of slots."""
        alone, paired = 0, 0
        for kind in KINDS:
            asked = self.weights[f"question_{kind}"]
            among = self.weights[f"facts_{kind}"]
            facts = features.indicators(kind, among.shape[-1])
            alone = alone + asked[:, features.question[kind]].sum(1) @ facts.T
            paired = paired + facts @ among @ facts.T
        age, distance, order = _places(features.num_statements)
        alone = alone + self.weights["age"][:, age]
        paired = paired + self.weights["distance"][:, distance]
        return alone, paired + self.weights["order"][:, order]


def _combined(firsts, alone, paired, share, asked):
    """Scores of all combinations that begin with one of `firsts`.

    Returns:
        An array `(firsts, facts, facts)`, minus infinity where a fact is there
        twice, shares no word, or follows the empty fact.
    """
    first_second, first_third, second_third = paired
    empty = len(asked) - 1
    scores = (
        (alone[0][firsts, None] + first_second[firsts] + alone[1])[:, :, None]
        + first_third[firsts][:, None, :]
        + second_third
        + alone[2]
    )
    linked = asked | share[firsts]
    linked[np.arange(len(firsts)), firsts] = False
    linked[:, empty] = True
    allowed = linked[:, :, None] & (linked[:, None, :] | share)
    allowed[np.arange(len(firsts)), :, firsts] = False
    facts = np.arange(empty)
    allowed[:, facts, facts] = False
    allowed[:, empty, :empty] = False
    allowed[:, :, empty] = linked
    return np.where(allowed, scores, -np.inf)


@functools.lru_cache(maxsize=1000)
def _places(num_statements):
    """Numbers of the indicators of places: ages, distances, orders."""
    empty = num_statements
    places = np.arange(num_statements + 1)
    age = np.minimum(num_statements - 1 - places, FARTHEST)
    age[empty] = FARTHEST + 1
    gap = places - places[:, None]
    distance = np.clip(gap, -FARTHEST, FARTHEST) + FARTHEST
    order = (gap > 0).astype("int64")
    for table, value in ((distance, 2 * FARTHEST + 1), (order, 2)):
        table[empty] = value
        table[:, empty] = value
    return age, distance, order


def _indices(features, facts):
    """Yields the name and index of all weights that facts call on."""
    age, distance, order = _places(features.num_statements)
    slots = list(enumerate(facts))
    pairs = [
        (pair, facts[one], facts[other])
        for pair, (one, other) in enumerate(PAIRS)
    ]
    for kind in KINDS:
        rows, asked = features.facts[kind], features.question[kind]
        for slot, fact in slots:
            index = slot, asked[:, None], rows[fact][None]
            yield f"question_{kind}", index
        for pair, one, other in pairs:
            index = pair, rows[one][:, None], rows[other][None]
            yield f"facts_{kind}", index
    for slot, fact in slots:
        yield "age", (slot, age[fact])
    for pair, one, other in pairs:
        yield "distance", (pair, distance[one, other])
        yield "order", (pair, order[one, other])
