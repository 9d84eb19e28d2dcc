"""A linear support vector machine that ranks answers."""

import numpy as np

from zoo.memory.fact_features import KINDS

_ITERATIONS = 10_000


class AnswerRanker:
    """Scores the answers seen in training, given the facts selected.

    Features are the words of the question, the words, predicates and arguments
    of the fact in each slot, and the pairs of the question's and each fact's,
    of one kind.

    Args:
        answers: The answers, in the order of their scores; None before
            training.
        features: The features, in the order of `weights`.
        weights: `(features, answers)`.
        bias: `(answers,)`.
    """

    def __init__(self, answers=(), features=(), weights=None, bias=None):
        self.answers = list(answers)
        self._numbers = {tuple(f): n for n, f in enumerate(features)}
        self.weights, self.bias = weights, bias

    @property
    def features(self):
        """The features, in the order of `weights`."""
        return list(self._numbers)

    def fit(self, rows, facts, answers, strength, seed):
        """Trains one classifier for each answer against the others.

        Args:
            rows: `FactFeatures`.
            facts: For each the facts, see `FactSelector.select`.
            answers: For each the answer.
            strength: How much errors count beside the size of the weights.
            seed: Of the order of training.

        Raises:
            ValueError: If there are fewer than two different answers.
        """
        from scipy.sparse import csr_matrix
        from sklearn.svm import LinearSVC

        if len(set(answers)) < 2:
            raise ValueError(
                "`y` must have at least two different answers to choose from. "
                f"Received: {sorted(set(answers))}."
            )
        columns = []
        for row, selected in zip(rows, facts, strict=True):
            present = _features(row, selected)
            for feature in present:
                self._numbers.setdefault(feature, len(self._numbers))
            columns.append([self._numbers[feature] for feature in present])
        matrix = csr_matrix(
            (
                np.ones(sum(map(len, columns))),
                np.concatenate(columns),
                np.cumsum([0, *map(len, columns)]),
            ),
            shape=(len(rows), len(self._numbers)),
        )
        machine = LinearSVC(
            C=strength, dual=True, max_iter=_ITERATIONS, random_state=seed
        ).fit(matrix, answers)
        weights, bias = machine.coef_.T, machine.intercept_
        if len(machine.classes_) == 2:  # one column, for the second answer
            weights = np.concatenate([-weights, weights], 1)
            bias = np.array([-bias[0], bias[0]])
        self.answers = [str(answer) for answer in machine.classes_]
        self.weights = weights.astype("float32")
        self.bias = bias.astype("float32")

    def scores(self, row, facts):
        """Scores of the answers, a vector."""
        known = [
            self._numbers[feature]
            for feature in _features(row, facts)
            if feature in self._numbers
        ]
        return self.weights[known].sum(0) + self.bias


def _features(row, facts):
    """Tuples of numbers: kind, slot, feature of the question, of the fact."""
    features = []
    for kind, name in enumerate(KINDS):
        asked = row.question[name].tolist()
        features += [(kind, -1, number, -1) for number in asked]
        for slot, fact in enumerate(facts):
            told = row.facts[name][fact].tolist()
            features += [
                (kind, slot, number, other)
                for other in told
                for number in (-1, *asked)
            ]
    return features
