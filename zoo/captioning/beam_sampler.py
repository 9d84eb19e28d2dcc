"""Beam search whose scores are true log-probabilities."""

import keras
import keras_hub
import numpy as np
from keras import ops

from zoo.captioning.repeated_words import repeated_words
from zoo.captioning.top_words import top_words

DEAD = -1e30  # the score of a hypothesis that does not exist


@keras.saving.register_keras_serializable(package="keras_tpr")
class BeamSampler(keras_hub.samplers.Sampler):
    """Beam search in which finished hypotheses keep their score.

    Keras-hub's own beam search goes on adding the log-probabilities of words
    after the end of a sentence. Here a finished hypothesis is frozen, stays in
    the pool and competes; the best score wins, even if unfinished.

    Args:
        num_beams: number of hypotheses kept for each sentence.
        length_penalty: hypotheses are ranked by their log-probability divided
            by `length ** length_penalty`; 0 (as published for captions) ranks
            by the log-probability itself. END counts as a word.
        no_repeat_ngram_size: forbid a sentence to repeat an n-gram of this
            size; 1 forbids to repeat any word, 0 forbids nothing.
        forbid_repeat: forbid the same word twice in a row.
        suppress_tokens: ids that are never produced.
        temperature: divides the logits; scores are those of the result.

    Call arguments:
        next: `(prompt, cache, index) -> (logits, hidden, cache)`.
        prompt: `(B, L)` integers, `L` static; positions from `index` on are
            filled in.
        cache: structure of tensors with leading axis `B`.
        stop_token_ids: ids that end a sentence.

    Shapes:
        A call gives the best sentence `(B, L)`; `search` gives all beams, best
        first, `(B, num_beams, L)`, with their scores `(B, num_beams)`, the
        log-probabilities, free of the length penalty. A hypothesis that does
        not exist, as there are fewer sentences than beams, scores -1e30.

    Example:

    >>> from zoo.captioning.beam_sampler import BeamSampler
    >>> BeamSampler(num_beams=3, length_penalty=0.7).num_beams
    3
    """

    def __init__(
        self,
        num_beams=5,
        length_penalty=0.0,
        no_repeat_ngram_size=0,
        forbid_repeat=False,
        suppress_tokens=(),
        temperature=1.0,
    ):
        super().__init__(temperature=temperature)
        _check_integer("num_beams", num_beams, 1)
        _check_integer("no_repeat_ngram_size", no_repeat_ngram_size, 0)
        if temperature <= 0:
            raise ValueError(
                "`temperature` must be positive. Received: "
                f"temperature={temperature!r}."
            )
        self.num_beams = num_beams
        self.length_penalty = length_penalty
        self.no_repeat_ngram_size = no_repeat_ngram_size
        self.forbid_repeat = forbid_repeat
        self.suppress_tokens = tuple(int(i) for i in suppress_tokens)

    def __call__(
        self,
        next,
        prompt,
        cache=None,
        index=0,
        mask=None,
        stop_token_ids=None,
        hidden_states=None,
        model=None,
        **kwargs,
    ):
        tokens, _ = self.search(
            next, prompt, cache, index, stop_token_ids, model
        )
        return tokens[:, 0]

    def search(
        self, next, prompt, cache, index=0, stop_token_ids=None, model=None
    ):
        """All beams and their scores, best first; see the class."""
        length = prompt.shape[1]
        start = ops.cast(index, "int32")
        cache = () if cache is None else cache
        batch = ops.shape(prompt)[0]
        # The first step has one hypothesis a sentence, the empty one.
        state = self._advance(
            next,
            start,
            stop_token_ids,
            prompt,
            cache,
            start,
            ops.zeros((batch, 1)),
            ops.zeros((batch, 1), "bool"),
            ops.zeros((batch, 1)),
        )

        def cond(prompt, cache, index, scores, finished, lengths):
            return ops.logical_not(ops.all(finished))

        def body(*state):
            return self._advance(next, start, stop_token_ids, *state)

        prompt, _, _, scores, _, _ = self.run_loop(
            cond,
            body,
            loop_vars=state,
            maximum_iterations=length - start - 1,
            model=model,
        )
        return ops.reshape(prompt, (-1, self.num_beams, length)), scores

    def get_config(self):
        return {
            **super().get_config(),
            "num_beams": self.num_beams,
            "length_penalty": self.length_penalty,
            "no_repeat_ngram_size": self.no_repeat_ngram_size,
            "forbid_repeat": self.forbid_repeat,
            "suppress_tokens": self.suppress_tokens,
        }

    def _advance(
        self,
        next,
        start,
        stop_token_ids,
        prompt,
        cache,
        index,
        scores,
        finished,
        lengths,
    ):
        """Writes one word: `(B, W)` hypotheses become `(B, num_beams)`."""
        width = scores.shape[1]
        logits, _, cache = next(prompt, cache, index)
        words, log_probs = self._candidates(logits, prompt, index, start)
        kept = words.shape[-1]
        words = ops.reshape(words, (-1, width, kept))
        log_probs = ops.reshape(log_probs, (-1, width, kept))
        # A finished hypothesis goes on as itself, once.
        itself = ops.arange(kept, dtype="int32") == 0
        stays = ops.where(itself, 0.0, DEAD)
        log_probs = ops.where(finished[..., None], stays, log_probs)
        totals = ops.maximum(scores[..., None] + log_probs, DEAD)
        lengths = lengths + ops.cast(~finished, "float32")
        ranks = self._rank(totals, lengths[..., None])
        missing = max(self.num_beams - width * kept, 0)
        ranks, totals, words = (
            ops.pad(
                ops.reshape(x, (-1, width * kept)),
                [[0, 0], [0, missing]],
                constant_values=fill,
            )
            for x, fill in ((ranks, 2 * DEAD), (totals, DEAD), (words, 0))
        )
        _, chosen = ops.top_k(ranks, self.num_beams)
        chosen = ops.cast(chosen, "int32")
        parents = ops.minimum(chosen // kept, width - 1)

        def pick(x, places):
            return ops.take_along_axis(x, places, axis=1)

        scores, word = pick(totals, chosen), pick(words, chosen)
        was_finished, lengths = pick(finished, parents), pick(lengths, parents)
        finished = was_finished | _is_any(word, stop_token_ids)
        rows = _rows(parents, width)
        prompt = ops.take(prompt, rows, axis=0)
        cache = keras.tree.map_structure(
            lambda x: ops.take(x, rows, axis=0), cache
        )
        # What a finished sentence has at this place stays as it was.
        old = ops.reshape(prompt[:, index], (-1, self.num_beams))
        word = ops.where(was_finished, old, ops.cast(word, prompt.dtype))
        prompt = ops.slice_update(
            prompt, [0, index], ops.reshape(word, (-1, 1))
        )
        return prompt, cache, index + 1, scores, finished, lengths

    def _rank(self, scores, lengths):
        if not self.length_penalty:
            return scores
        return scores / ops.maximum(lengths, 1.0) ** self.length_penalty

    def _candidates(self, logits, prompt, index, start):
        """The words worth considering of each hypothesis, `(B * K, n)`.

        The best `num_beams` words of a hypothesis suffice, and as many more as
        can be forbidden, so that the softmax over the vocabulary is never made.
        """
        logits = ops.cast(logits, "float32") / self.temperature
        norm = ops.logsumexp(logits, axis=-1, keepdims=True)
        if self.suppress_tokens:
            logits = logits + _penalties(self.suppress_tokens, logits.shape[-1])
        spare = 0
        if self.no_repeat_ngram_size:
            spare = prompt.shape[1]
        elif self.forbid_repeat:
            spare = 1
        count = min(self.num_beams + spare, logits.shape[-1])
        values, words = top_words(logits, count)
        log_probs = values - norm
        if spare:
            forbidden = repeated_words(
                words,
                prompt,
                index,
                start,
                self.forbid_repeat,
                self.no_repeat_ngram_size,
            )
            log_probs = ops.where(forbidden, DEAD, log_probs)
        return words, log_probs


def _penalties(suppress_tokens, vocabulary_size):
    penalties = np.zeros(vocabulary_size, "float32")
    for token in suppress_tokens:
        if not 0 <= token < vocabulary_size:
            raise ValueError(
                "`suppress_tokens` must be ids of the vocabulary, 0 to "
                f"{vocabulary_size - 1}. Received: {token}."
            )
        penalties[token] = DEAD
    return penalties


def _rows(places, width):
    """Places `(B, n)` among `width` hypotheses as rows of all `(B * n,)`."""
    first = ops.arange(ops.shape(places)[0], dtype="int32") * width
    return ops.reshape(places + first[:, None], (-1,))


def _is_any(words, ids):
    result = ops.zeros(ops.shape(words), "bool")
    for i in ids or ():
        result = result | (words == i)
    return result


def _check_integer(name, value, least):
    if not isinstance(value, (int, np.integer)) or value < least:
        raise ValueError(
            f"`{name}` must be an integer of at least {least}. Received: "
            f"{name}={value!r}."
        )
