"""Reading a story fact by fact, then answering: the network of a MemNN.

Weston et al., Memory Networks, ICLR 2015; Towards AI-Complete Question
Answering, 2015, section 4.2.
"""

import keras
from keras import ops

from keras_tpr.layers import MemoryHop, PairwiseHop, WriteTime
from keras_tpr.layers.memory_hop import masked_score
from zoo.memory.compact_story import compact_story
from zoo.memory.hop_roles import hop_roles
from zoo.memory.sentence_scorer import SentenceScorer

UNKNOWN = 1


class MemoryNetwork(keras.layers.Layer):
    """Finds facts, each in the light of those before, and says words.

    With supporting facts and the answer among the inputs, as in training, each
    step sees the right facts and words; without, those it has chosen.

    Args:
        See `MemNNBackbone`.

    Call arguments:
        inputs: dict of `story`, `question`, and maybe `story_mask`; or as
            `StoryBatches` gives them. In training also of `support` `(B, K)`
            and `answer` `(B, A)`.

    Shapes:
        A dict of `answer` `(B, A, answer_size)` and `hops` `(B, H)`; in
        training also of `hop_scores` `(B, H, S)` or `(B, H, S + 1)`, and
        `hops` are the targets of these, -1 for none.
    """

    def __init__(
        self,
        vocabulary_size,
        answer_size,
        embedding_dim,
        hops,
        use_stop,
        max_answer_words,
        encoding,
        nonlinear,
        num_bins,
        time,
        memory_size,
        allow_repeat,
        bind_hops,
        initializer,
        **kwargs,
    ):
        super().__init__(**kwargs)
        self.hops = hops
        self.use_stop = use_stop
        self.allow_repeat = allow_repeat
        self.max_answer_words = max_answer_words
        self.answer_size = answer_size
        self.units = embedding_dim
        self.initializer = initializer
        scorer = {
            "encoding": encoding,
            "nonlinear": nonlinear,
            "num_bins": num_bins,
            "initializer": initializer,
            "dtype": self.dtype_policy,
        }
        self.fact_scorer = SentenceScorer(
            embedding_dim,
            vocabulary_size,
            vocabulary_size,
            name="fact_scorer",
            **scorer,
        )
        self.answer_scorer = SentenceScorer(
            embedding_dim,
            vocabulary_size,
            answer_size,
            name="answer_scorer",
            **scorer,
        )
        self.hop = self._make_hop(time)
        self.candidate_time = self.fact_time = None
        if time == "absolute":
            self.candidate_time, self.fact_time = (
                WriteTime(
                    memory_size,
                    embeddings_initializer=initializer.clone(),
                    name=f"{side}_time",
                    dtype=self.dtype_policy,
                )
                for side in ("candidate", "fact")
            )
        count = hops + max_answer_words
        self.roles = hop_roles(count if bind_hops else 1, embedding_dim)
        if not bind_hops:
            self.roles = self.roles.repeat(count, axis=0)

    def build(self, inputs_shape=None):
        vectors = (None, None, self.units)
        self.fact_scorer.build()
        self.answer_scorer.build()
        self.hop.build((None, self.units), vectors)
        for layer in (self.candidate_time, self.fact_time):
            if layer is not None:
                layer.build(vectors)
        self.answer_stop = None
        if self.max_answer_words > 1:
            self.answer_stop = self.add_weight(
                shape=(self.units,),
                initializer=self.initializer.clone(),
                name="answer_stop",
            )

    def call(self, inputs, training=False):
        story = compact_story(inputs)
        question = ops.cast(inputs["question"], "int32")
        memory = ops.take(
            self.fact_scorer.candidate(story.sentences), story.numbers, axis=0
        )
        if self.candidate_time is not None:
            memory = self.candidate_time(memory, memory_mask=story.mask)
        if training and "support" in inputs:
            return self._supervised(inputs, story, question, memory)
        found, index = self._read(story, question, memory)
        return {"answer": self._answer(question, found), "hops": index}

    def compute_output_spec(self, inputs, training=False):
        batch = inputs["question"].shape[0]
        return {
            "answer": keras.KerasTensor(
                (batch, self.max_answer_words, self.answer_size), "float32"
            ),
            "hops": keras.KerasTensor((batch, self.hops), "int32"),
        }

    def _supervised(self, inputs, story, question, memory):
        """Scores of all steps at once, as facts and words are known."""
        support = ops.cast(inputs["support"], "int32")[:, : self.hops]
        if not self.use_stop and self.allow_repeat:
            support = self._repeated(support)
        places, targets, times = self._steps(support, ops.shape(memory)[1])
        facts = self._facts(
            self.fact_scorer.fact(story.sentences), story, support, timed=True
        )
        before = _sums_before(facts)[:, : ops.shape(targets)[1]]
        query = self.fact_scorer.query(
            self.fact_scorer.question(question)[:, None] + before
        )
        mask = self._unread(story.mask, support, ops.shape(targets)[1])
        found = self._hop(query, memory, mask, places, times)
        facts = self._facts(
            self.answer_scorer.fact(story.sentences), story, support
        )
        return {
            "answer": self._answer(
                question,
                ops.sum(facts, axis=1),
                ops.cast(inputs["answer"], "int32"),
            ),
            "hops": targets,
            "hop_scores": found["scores"],
        }

    def _repeated(self, support):
        """Fewer facts than hops: the last one is read again."""
        count = ops.sum(ops.cast(support >= 0, "int32"), axis=1, keepdims=True)
        last = ops.take_along_axis(support, ops.maximum(count - 1, 0), axis=1)
        missing = self.hops - ops.shape(support)[1]
        support = ops.concatenate(
            [support, ops.repeat(ops.full_like(last, -1), missing, axis=1)],
            axis=1,
        )
        return ops.where(support < 0, last, support)

    def _steps(self, support, size):
        """What is read, what counts as right, and `x`'s time, of each step."""
        none = ops.full_like(support[:, :1], -1)
        now = ops.full_like(none, size)
        times = ops.concatenate([now, support], axis=1)
        if not self.use_stop:
            return support, support, times[:, :-1]
        places = ops.concatenate([support, none], axis=1)
        before = ops.concatenate([ops.zeros_like(none), support], axis=1)
        # The first step without a fact has to stop; those behind it are none.
        stops = ops.logical_and(places < 0, before >= 0)
        targets = ops.where(stops, size, places)
        return tuple(x[:, : self.hops] for x in (places, targets, times))

    def _unread(self, mask, support, steps):
        """The statements that each step may choose from."""
        if self.allow_repeat:
            return mask
        places = ops.arange(ops.shape(mask)[1])
        read = ops.cast(ops.equal(support[..., None], places), "int32")
        unread = ops.equal(_sums_before(read)[:, :steps], 0)
        return ops.logical_and(mask[:, None], unread)

    def _facts(self, vectors, story, index, timed=False):
        """Parts of a query, `(B, K, n)`, of the statements of an index."""
        roles = ops.convert_to_tensor(self.roles[: self.hops])
        roles = roles[: ops.shape(index)[1]]
        return self._fact(vectors, story, index, roles, timed)

    def _fact(self, vectors, story, index, roles, timed):
        there = ops.expand_dims(index >= 0, -1)
        number = ops.take_along_axis(
            story.numbers, ops.maximum(index, 0), axis=1
        )
        facts = ops.take(vectors, number, axis=0)
        if timed and self.fact_time is not None:
            facts = self.fact_time(facts, memory_mask=story.mask, places=index)
        return (
            facts * ops.cast(roles, facts.dtype) * ops.cast(there, facts.dtype)
        )

    def _read(self, story, question, memory):
        """The sum of facts found, for the answer, and their places."""
        vectors = self.fact_scorer.fact(story.sentences)
        roles = ops.convert_to_tensor(self.roles[: self.hops])
        none = ops.full_like(question[:, 0], -1)

        def step(number, going, time, parts, mask, places):
            query = self.fact_scorer.query(parts)
            found = self._hop(query, memory, mask, None, time)
            going = ops.logical_and(going, found["index"] >= 0)
            place = ops.where(going, found["index"], -1)
            role = ops.take(roles, number, axis=0)
            fact = self._fact(vectors, story, place[:, None], role, timed=True)
            here = ops.equal(ops.arange(self.hops), number)
            return (
                number + 1,
                going,
                ops.where(going, place, time),
                parts + fact[:, 0],
                found.get("memory_mask", mask),
                ops.where(here, place[:, None], places),
            )

        *_, places = ops.while_loop(
            lambda number, going, *_: ops.any(going),
            step,
            (
                ops.convert_to_tensor(0, dtype="int32"),
                ops.ones_like(none, dtype="bool"),
                none + 1 + ops.shape(memory)[1],
                self.fact_scorer.question(question),
                story.mask,
                ops.repeat(none[:, None], self.hops, axis=1),
            ),
            maximum_iterations=self.hops,
        )
        facts = self._facts(
            self.answer_scorer.fact(story.sentences), story, places
        )
        return ops.sum(facts, axis=1), places

    def _answer(self, question, facts, words=None):
        """Scores of the words, `(B, A, answer_size)`."""
        scorer, dtype = self.answer_scorer, facts.dtype
        parts = scorer.question(question) + facts
        candidates = self._answer_candidates()
        roles = ops.cast(self.roles[self.hops :], dtype)
        ended = ops.zeros_like(question[:, :1], "bool")
        all_scores = []
        for step in range(self.max_answer_words):
            query = scorer.query(parts)
            scores = ops.matmul(query, ops.transpose(candidates))
            scores = self._possible(ops.cast(scores, "float32"), ended)
            all_scores.append(scores)
            if words is None:
                word = ops.argmax(scores, axis=-1)[:, None]
                ended = ops.equal(word, 0)
            else:
                word = words[:, step : step + 1]
            parts = parts + roles[step] * scorer.fact(word)
        return ops.stack(all_scores, axis=1)

    def _answer_candidates(self):
        ids = ops.arange(self.answer_size, dtype="int32")[:, None]
        candidates = self.answer_scorer.candidate(ids)
        if self.answer_stop is None:
            return candidates
        stop = ops.cast(self.answer_stop[None], candidates.dtype)
        return ops.concatenate([stop, candidates[1:]], axis=0)

    def _possible(self, scores, ended):
        """Takes away what is no answer; behind the end there is only 0."""
        ids = ops.arange(self.answer_size)[None]
        possible = ops.not_equal(ids, UNKNOWN)
        if self.answer_stop is None:
            possible = ops.logical_and(possible, ops.not_equal(ids, 0))
        possible = ops.where(ended, ops.equal(ids, 0), possible)
        return ops.where(possible, scores, masked_score("float32"))

    def _make_hop(self, time):
        arguments = {
            "allow_repeat": self.allow_repeat,
            "use_stop": self.use_stop,
            "stop_initializer": self.initializer.clone(),
            "name": "hop",
            "dtype": self.dtype_policy,
        }
        if time == "pairwise":
            return PairwiseHop(
                time_initializer=self.initializer.clone(), **arguments
            )
        return MemoryHop(**arguments)

    def _hop(self, query, memory, mask, target, time):
        arguments = {"memory_mask": mask, "target": target}
        if isinstance(self.hop, PairwiseHop):
            arguments["query_time"] = time
        return self.hop(query, memory, **arguments)


def _sums_before(facts):
    """Sums of the facts in front of each step, `(B, K + 1, n)`."""
    sums = ops.cumsum(facts, axis=1)
    return ops.concatenate([ops.zeros_like(sums[:, :1]), sums], axis=1)
