"""Whether captions hold words that a captioner knows."""

import warnings

import numpy as np

END = 0
SHOWN = 5
# By chance a batch of fewer captions may hold no known word.
ENOUGH = 32
_REMEDY = (
    "They teach the model to end at once. Give a `vocabulary` of these "
    "captions' words, or leave the captions out."
)


def check_known_words(captions, token_ids, tokenizer, enough=ENOUGH):
    """Says so if captions lose all their words.

    Args:
        captions: texts or lists of tokens.
        token_ids: their ids `(B, T)`.
        tokenizer: the `WordTokenizer` that made them.
        enough: number of captions from which on it is an error that none has
            a known word.

    Returns:
        Whether a warning was given.

    Raises:
        ValueError: if no caption has a known word.

    Warns:
        UserWarning: if some have none.
    """
    wordless = np.flatnonzero(token_ids[:, 0] == END)
    if not len(wordless):
        return False
    unknown = tokenizer.unknown_words([captions[i] for i in wordless])
    first = [captions[i] for i in wordless[:SHOWN]]
    message = (
        f"{len(wordless)} of {len(captions)} captions have no word of the "
        f"vocabulary; the first are {first}. "
    )
    if unknown:
        message += f"Unknown words: {listed(unknown)}. "
    if len(wordless) == len(captions) >= enough:
        raise ValueError(message + _REMEDY)
    warnings.warn(message + _REMEDY, stacklevel=3)
    return True


def check_known_words_in_graph(captions, token_ids):
    """The TensorFlow form of `check_known_words`, without the warning.

    Args:
        captions: string tensor `(B,)`, or ragged `(B, words)`.
        token_ids: tensor `(B, T)`.

    Returns:
        `token_ids`, which depend on the check.
    """
    import tensorflow as tf

    if isinstance(captions, tf.RaggedTensor):
        captions = captions.flat_values
    few = tf.shape(token_ids)[0] < ENOUGH
    known = tf.reduce_any(token_ids[:, 0] != END)
    message = (
        "No caption of a batch has a word of the vocabulary; the first are"
    )
    first = tf.reshape(captions, (-1,))[:SHOWN]
    check = tf.debugging.Assert(few | known, [message, first, _REMEDY])
    with tf.control_dependencies([check]):
        return tf.identity(token_ids)


def refuse_unknown_words(captions, tokenizer, name="captions"):
    """Raises a `ValueError` if words would be left out of captions.

    Args:
        captions: texts or lists of tokens.
        tokenizer: the `WordTokenizer` that reads them; one with an id for
            unknown words leaves none out.
        name: what errors call the captions.
    """
    if tokenizer.unk_token_id is not None:
        return
    unknown = tokenizer.unknown_words(captions)
    if unknown:
        raise ValueError(
            f"`{name}` has words that are not in the vocabulary of "
            f"{tokenizer.vocabulary_size()} words: {listed(unknown)}. Leave "
            'them out, or make the captioner with `oov="unk"`.'
        )


def listed(words):
    """The first words, quoted, and how many there are."""
    shown = ", ".join(map(repr, words[:SHOWN]))
    more = f", ... ({len(words)} in all)" if len(words) > SHOWN else ""
    return shown + more
