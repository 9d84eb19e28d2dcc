"""The network of a Memory Network.

Weston et al., Memory Networks, ICLR 2015; Towards AI-Complete Question
Answering, 2015, section 4.2.
"""

import keras
import keras_hub

from zoo.captioning.check_positive import check_positive
from zoo.export import zoo_export
from zoo.memory.check_initializer_range import check_initializer_range
from zoo.memory.memory_network import MemoryNetwork
from zoo.memory.story_graph import story_inputs_of_graph

ENCODINGS = ("bow", "multilinear")
TIMES = ("absolute", "pairwise", None)


@zoo_export
class MemNNBackbone(keras_hub.models.Backbone):
    """Finds facts in a story one after another, then says words.

    Each statement is scored against the question and the facts found so far,
    each word against the question, all facts and the words said so far, by
    `s(x, y) = query(x) . candidate(y)`; see `SentenceScorer`. The best is
    taken. As published, but for two things that the published figures need.
    Facts of different hops are told apart (`bind_hops`): of "Mary went to the
    hall" and "then she went to the office", the sum of words alone does not
    say which was last. And in the tournament of `time="pairwise"`, statements
    are compared in both orders; see `PairwiseHop`.

    Args:
        vocabulary_size: number of ids, that of no word included.
        answer_size: number of ids that may be an answer, the lowest ones; by
            default all.
        embedding_dim: size of the vectors.
        hops: number of facts; with `use_stop` the highest one.
        use_stop: whether a stop fact can end the search before that.
        max_answer_words: number of words of an answer at most; from 2 on, id 0
            ends an answer.
        encoding: `"bow"` or `"multilinear"`; see `SentenceEncoder`.
        nonlinear: whether both sides of a score go through layers of tanh.
        num_bins: of `"multilinear"`; not published.
        time: what is known of write times: `"pairwise"`, which of two
            statements is older, and whether the last fact found is older;
            `"absolute"`, a trained vector of how many statements ago, which
            has to be learned for each number; None for nothing.
        memory_size: number of statements that are remembered.
        allow_repeat: whether a statement can be found twice.
        bind_hops: see above; False adds the words of all facts up.
        initializer_range: standard deviation of the initial weights.
        vocabulary_hash: hash of the vocabulary that the weights belong to;
            None if unknown.
        dtype: of computations and weights.

    Shapes:
        Inputs: a dict of `story`, ids of words `(B, S, L)`, 0 for none;
        `question` `(B, Lq)`; and maybe `story_mask` `(B, S)`, False where
        there is no statement, by default where it has no word. In training
        also of `support` `(B, K)`, the places of the supporting facts in the
        order of reasoning, -1 for none, of which as many count as there are
        hops; without `use_stop` the last one fills hops up; and of `answer`
        `(B, A)`, ids of words, 0 behind the last one.
        Output: a dict of `answer`, scores of words `(B, A, answer_size)`,
        float32, and `hops`, the places of the statements found, int32
        `(B, H)`, -1 after stop.

    Masking:
        A statement that is not there is never found. In a story without any,
        `hops` are -1, and the answer is that to the question alone. What can
        be no answer has the score -1e9.
    """

    def __init__(
        self,
        vocabulary_size,
        answer_size=None,
        embedding_dim=100,
        hops=2,
        use_stop=False,
        max_answer_words=1,
        encoding="bow",
        nonlinear=False,
        num_bins=5,
        time="pairwise",
        memory_size=256,
        allow_repeat=True,
        bind_hops=True,
        initializer_range=0.03,
        vocabulary_hash=None,
        dtype=None,
        **kwargs,
    ):
        answer_size = vocabulary_size if answer_size is None else answer_size
        for name, value in (
            ("vocabulary_size", vocabulary_size),
            ("answer_size", answer_size),
            ("embedding_dim", embedding_dim),
            ("hops", hops),
            ("max_answer_words", max_answer_words),
            ("memory_size", memory_size),
        ):
            check_positive(name, value)
        check_initializer_range(initializer_range)
        _check(encoding, nonlinear, time, answer_size, vocabulary_size)

        # Layers
        network = MemoryNetwork(
            vocabulary_size=vocabulary_size,
            answer_size=answer_size,
            embedding_dim=embedding_dim,
            hops=hops,
            use_stop=use_stop,
            max_answer_words=max_answer_words,
            encoding=encoding,
            nonlinear=nonlinear,
            num_bins=num_bins,
            time=time,
            memory_size=memory_size,
            allow_repeat=allow_repeat,
            bind_hops=bind_hops,
            initializer=keras.initializers.RandomNormal(
                stddev=initializer_range
            ),
            name="network",
            dtype=dtype,
        )

        # Graph
        inputs = story_inputs_of_graph()
        super().__init__(
            inputs=inputs, outputs=network(inputs), dtype=dtype, **kwargs
        )
        # What may be left out is none of the graph's business.
        self.input_spec = None

        # Config
        self.network = network
        self.vocabulary_size = vocabulary_size
        self.answer_size = answer_size
        self.embedding_dim = embedding_dim
        self.hops = hops
        self.use_stop = use_stop
        self.max_answer_words = max_answer_words
        self.encoding = encoding
        self.nonlinear = nonlinear
        self.num_bins = num_bins
        self.time = time
        self.memory_size = memory_size
        self.allow_repeat = allow_repeat
        self.bind_hops = bind_hops
        self.initializer_range = initializer_range
        self.vocabulary_hash = vocabulary_hash

    def call(self, inputs, training=None, mask=None):
        return self.network(inputs, training=bool(training))

    def get_config(self):
        return {
            **super().get_config(),
            "vocabulary_size": self.vocabulary_size,
            "answer_size": self.answer_size,
            "embedding_dim": self.embedding_dim,
            "hops": self.hops,
            "use_stop": self.use_stop,
            "max_answer_words": self.max_answer_words,
            "encoding": self.encoding,
            "nonlinear": self.nonlinear,
            "num_bins": self.num_bins,
            "time": self.time,
            "memory_size": self.memory_size,
            "allow_repeat": self.allow_repeat,
            "bind_hops": self.bind_hops,
            "initializer_range": self.initializer_range,
            "vocabulary_hash": self.vocabulary_hash,
        }


def _check(encoding, nonlinear, time, answer_size, vocabulary_size):
    if encoding not in ENCODINGS:
        raise ValueError(
            f"`encoding` must be one of {ENCODINGS}. Received: "
            f"encoding={encoding!r}."
        )
    if nonlinear and encoding == "multilinear":
        raise ValueError(
            '`nonlinear` goes with `encoding="bow"`; "multilinear" has a tanh '
            "of its own."
        )
    if time not in TIMES:
        raise ValueError(
            f"`time` must be one of {TIMES}. Received: time={time!r}."
        )
    if not 3 <= answer_size <= vocabulary_size:
        raise ValueError(
            "`answer_size` must be at least 3, as ids 0 and 1 are no words, "
            f"and at most `vocabulary_size={vocabulary_size}`. Received: "
            f"answer_size={answer_size}."
        )
