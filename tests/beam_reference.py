"""Beam search in plain Python, one sentence and one hypothesis at a time."""

END = 0


def beam_search(
    log_probabilities,
    num_beams,
    max_length,
    length_penalty=0.0,
    no_repeat_ngram_size=0,
    forbid_repeat=False,
    suppress_tokens=(),
):
    """The best sentences and their scores, best first.

    Args:
        log_probabilities: words -> log-probabilities of all next words.
        num_beams, ...: as for `zoo.BeamSampler`.

    Returns:
        A list of at most `num_beams` pairs `(words, score)`.
    """

    def rank(hypothesis):
        words, score = hypothesis
        return score / max(len(words), 1) ** length_penalty

    def allowed(words, word):
        if word in suppress_tokens:
            return False
        if forbid_repeat and words and words[-1] == word:
            return False
        return not repeats_ngram((*words, word), no_repeat_ngram_size)

    pool = [((), 0.0)]
    for _ in range(max_length):
        candidates = []
        for words, score in pool:
            if words and words[-1] == END:
                candidates.append((words, score))
                continue
            for word, log_p in enumerate(log_probabilities(words)):
                if allowed(words, word):
                    candidates.append(((*words, word), score + log_p))
        pool = sorted(candidates, key=rank, reverse=True)[:num_beams]
    return pool


def repeats_ngram(words, size):
    """Whether the last n-gram occurs before."""
    if not size or len(words) <= size:
        return False
    last = words[-size:]
    return any(words[i : i + size] == last for i in range(len(words) - size))
