"""A small recurrent language, in float64 NumPy and as a sampler's `next`."""

import itertools

import keras
import numpy as np
from keras import ops

END = 0
UNWRITTEN = -1


class ToyLanguage:
    """Random sentences; the next word depends on all words before it.

    Args:
        vocabulary_size: number of words, END (0) included.
        sentences: number of sentences, each with a start of its own.
        seed: of the weights.
        size: of the state.
    """

    def __init__(self, vocabulary_size, sentences, seed=0, size=4):
        rng = np.random.default_rng(seed)
        self.vocabulary_size = vocabulary_size
        self.start = rng.normal(size=(sentences, size))
        self.words = rng.normal(size=(vocabulary_size, size))
        self.recurrent = rng.normal(size=(size, size))
        self.output = 1.5 * rng.normal(size=(size, vocabulary_size))

    def log_probabilities(self, sentence, words, temperature=1.0):
        """Of every next word, `(V,)`, after some words of a sentence."""
        state = self.start[sentence]
        for word in words:
            state = np.tanh(state @ self.recurrent + self.words[word])
        logits = state @ self.output / temperature
        return logits - np.log(np.exp(logits).sum())

    def score(self, sentence, words, temperature=1.0):
        """The log-probability of whole words."""
        return sum(
            self.log_probabilities(sentence, words[:t], temperature)[word]
            for t, word in enumerate(words)
        )

    def sampler_arguments(self, max_length):
        """What a sampler is called with."""
        count = len(self.start)
        return {
            "next": self.next,
            "prompt": ops.full((count, max_length + 1), UNWRITTEN, "int32"),
            "cache": (ops.convert_to_tensor(self.start.astype("float32")),),
            "index": 1,
            "stop_token_ids": (END,),
        }

    def next(self, prompt, cache, index):
        recurrent, words, output = (
            ops.convert_to_tensor(x.astype("float32"))
            for x in (self.recurrent, self.words, self.output)
        )
        (state,) = cache
        last = ops.maximum(ops.take(prompt, index - 1, axis=1), 0)
        moved = ops.tanh(state @ recurrent + ops.take(words, last, axis=0))
        state = ops.where(ops.equal(index, 1), state, moved)
        return state @ output, None, (state,)

    def all_sentences(self, max_length):
        """Every sentence: ended by END, or as long as can be."""
        words = range(1, self.vocabulary_size)
        for length in range(max_length):
            for begin in itertools.product(words, repeat=length):
                yield (*begin, END)
        yield from itertools.product(words, repeat=max_length)


def written(tokens):
    """The words in a row of a prompt, END included."""
    words = []
    for token in keras.ops.convert_to_numpy(tokens)[1:]:
        if token == UNWRITTEN:
            break
        words.append(int(token))
        if token == END:
            break
    return tuple(words)
