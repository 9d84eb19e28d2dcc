"""Which words would repeat what a sentence has said already."""

from keras import ops


def repeated_words(words, prompt, index, start, forbid_repeat, ngram_size):
    """Whether each candidate would repeat the last word, or an n-gram.

    Args:
        words: candidates for position `index` of each row, `(N, n)`.
        prompt: integers `(N, L)`, `L` static, written from `start` to `index`.
        index, start: integers.
        forbid_repeat: whether the same word twice in a row counts.
        ngram_size: size of the n-grams that count; 0 for none.

    Returns:
        Booleans `(N, n)`.
    """
    prompt = ops.cast(prompt, "int32")
    result = ops.zeros(ops.shape(words), "bool")
    if forbid_repeat:
        last = ops.take(prompt, ops.maximum(index - 1, 0), axis=1)
        result = (words == last[:, None]) & (index > start)
    if not ngram_size:
        return result
    # matches[:, p]: the ngram_size - 1 words before p are also the last ones.
    places = ops.arange(prompt.shape[1], dtype="int32")
    matches = ops.broadcast_to(
        (places >= start + ngram_size - 1) & (places < index),
        ops.shape(prompt),
    )
    for back in range(1, ngram_size):
        last = ops.take(prompt, ops.maximum(index - back, 0), axis=1)
        matches = matches & (ops.roll(prompt, back, axis=1) == last[:, None])
    same = words[:, :, None] == prompt[:, None]
    return result | ops.any(same & matches[:, None], axis=-1)
