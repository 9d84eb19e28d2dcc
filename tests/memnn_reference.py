"""A Memory Network written from the equations, one question at a time."""

import numpy as np
from layer_checks import to_numpy


class MemNNReference:
    """Reads and answers with the weights of a `MemNNBackbone`, in float64."""

    def __init__(self, backbone):
        self.b = backbone
        self.n = backbone.embedding_dim
        network = backbone.network
        self.hop = network.hop
        self.scorers = {"fact": network.fact_scorer}
        self.scorers["answer"] = network.answer_scorer
        self.answer_stop = network.answer_stop
        self.times = (network.candidate_time, network.fact_time)
        count = backbone.hops + backbone.max_answer_words
        self.roles = np.ones((count, self.n))
        if backbone.bind_hops:
            # Entry (i, k) of the Sylvester matrix: parity of common bits.
            for i, k in np.ndindex(count, self.n):
                self.roles[i, k] = (-1) ** bin(i & k).count("1")

    def words(self, scorer, block, ids):
        """`U Phi(x)` of a bag, or the sum over places of `P U Phi(x_i)`."""
        encoder = getattr(self.scorers[scorer], block)
        table = value(encoder.embeddings)
        ids = [i for i in ids if i]
        if self.b.encoding == "bow":
            return sum((table[i] for i in ids), np.zeros(self.n))
        kernel, total = value(encoder.kernel), np.zeros(self.n)
        for place, i in enumerate(ids, start=1):
            bin_ = -(-place * self.b.num_bins // len(ids))
            total = total + table[i] @ kernel[bin_ - 1]
        return total

    def bend(self, scorer, x):
        encoder = self.scorers[scorer].candidates
        if self.b.encoding == "multilinear":
            return np.tanh(x)
        if self.b.nonlinear:
            return np.tanh(np.tanh(x) @ value(encoder.kernel))
        return x

    def age_vector(self, side, story, i):
        layer = self.times[side]
        if layer is None:
            return np.zeros(self.n)
        return value(layer.embeddings)[
            min(len(story) - 1 - i, layer.memory_size - 1)
        ]

    def query(self, story, question, facts):
        x = self.words("fact", "questions", question)
        for role, i in zip(self.roles, facts, strict=False):
            fact = self.words("fact", "facts", story[i])
            x = x + role * (fact + self.age_vector(1, story, i))
        return self.bend("fact", x)

    def candidate(self, story, i):
        if i == "stop":
            return value(self.hop.stop)
        y = self.bend("fact", self.words("fact", "candidates", story[i]))
        return y + self.age_vector(0, story, i)

    def prefers(self, query, now, story, i, j):
        """How much `i` is preferred to `j`."""
        difference = self.candidate(story, i) - self.candidate(story, j)
        if self.b.time != "pairwise":
            return query @ difference

        def older(a, b):
            return "stop" not in (a, b) and a < b

        def s(i, j, difference):
            t = np.array([older(now, i), older(now, j), older(i, j)])
            return query @ (difference + t @ value(self.hop.time_kernel))

        return (s(i, j, difference) - s(j, i, -difference)) / 2

    def read(self, story, question):
        """Places of the facts found."""
        facts = []
        for _ in range(self.b.hops):
            query = self.query(story, question, facts)
            now = facts[-1] if facts else len(story)
            best = None
            for i in range(len(story)):
                if not self.b.allow_repeat and i in facts:
                    continue
                if best is None or self.prefers(query, now, story, i, best) > 0:
                    best = i
            if best is None:
                break
            if self.b.use_stop and (
                self.prefers(query, now, story, "stop", best) > 0
            ):
                break
            facts.append(best)
        return facts

    def answer_scores(self, story, question, facts, said):
        """Of all words, after some were said; NaN for what is no answer."""
        x = self.words("answer", "questions", question)
        for role, i in zip(self.roles, facts, strict=False):
            x = x + role * self.words("answer", "facts", story[i])
        for step, word in enumerate(said):
            role = self.roles[self.b.hops + step]
            x = x + role * self.words("answer", "facts", [word])
        query = self.bend("answer", x)
        scores = np.full(self.b.answer_size, np.nan)
        for word in range(2, self.b.answer_size):
            y = self.words("answer", "candidates", [word])
            scores[word] = query @ self.bend("answer", y)
        if self.answer_stop is not None:
            scores[0] = query @ value(self.answer_stop)
        return scores

    def answer(self, story, question, facts):
        """Ids of the words said, without the one that ends them."""
        said = []
        while len(said) < self.b.max_answer_words:
            scores = self.answer_scores(story, question, facts, said)
            word = int(np.nanargmax(scores))
            if word == 0:
                break
            said.append(word)
        return said

    def loss(self, story, question, support, answer, margin, mean):
        """Of one question, over all wrong facts and words, or their mean."""
        hops, total = self.b.hops, 0.0
        steps = list(support[:hops])
        if self.b.use_stop:
            steps = [*steps, "stop"][:hops]
        elif self.b.allow_repeat:
            steps = steps + [steps[-1]] * (hops - len(steps))
        facts = []
        for gold in steps:
            query = self.query(story, question, facts)
            now = facts[-1] if facts else len(story)
            others = [
                i
                for i in [*range(len(story)), *["stop"] * self.b.use_stop]
                if i != gold and (self.b.allow_repeat or i not in facts)
            ]
            total += hinges(
                [-self.prefers(query, now, story, gold, i) for i in others],
                margin,
                mean,
            )
            facts.append(gold)
        facts = [i for i in facts if i != "stop"]
        targets = list(answer)
        if len(targets) < self.b.max_answer_words:
            targets.append(0)
        for step, word in enumerate(targets):
            scores = self.answer_scores(story, question, facts, targets[:step])
            behind = np.delete(scores, word) - scores[word]
            total += hinges(behind[~np.isnan(behind)], margin, mean)
        return total


def hinges(behind, margin, mean):
    values = [max(0.0, margin + b) for b in behind]
    if not mean:
        return sum(values)
    within = [v for v in values if v > 0]
    return np.mean(within) if within else 0.0


def value(weight):
    return to_numpy(weight).astype("float64")
