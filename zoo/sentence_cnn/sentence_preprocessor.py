"""Sentences as people have them, encoded for a classifier."""

import keras
import keras_hub
import numpy as np

from zoo.captioning.check_positive import check_positive
from zoo.sentence_cnn.sentence_words import SPLITTINGS, sentence_words
from zoo.text_rows import in_graph, text_rows
from zoo.word_tokenizer import WordTokenizer


@keras.saving.register_keras_serializable(package="keras_tpr")
class SentenceClassifierPreprocessor(
    keras_hub.models.TextClassifierPreprocessor
):
    """Turns texts, or lists of words, into token ids.

    Works in plain Python, where TensorFlow is not needed, and in a traced
    `tf.data` map. Inputs that are encoded already are passed on.

    Args:
        tokenizer: a `SentenceClassifierTokenizer`.
        splitting: how texts are split; see `sentence_words`. Lists of words
            are never split again.
        lowercase: whether words are looked up in lower case.
        sequence_length: number of words that sentences are cut to; None for
            no limit.

    Call arguments:
        x: a text, or a list of texts or of lists of words.
        y: targets, passed on, or None.
        sample_weight: weights, passed on, or None.

    Shapes:
        `token_ids`, int32 `(B, T)` as wide as the longest sentence, 0 behind
        its words; `(T,)` of a single text.

    Raises:
        TypeError: if `x` is neither of these, or lists hold whole texts.

    Example:

    >>> from zoo.sentence_cnn.sentence_preprocessor import (
    ...     SentenceClassifierPreprocessor,
    ... )
    >>> from zoo.sentence_cnn.sentence_tokenizer import (
    ...     SentenceClassifierTokenizer,
    ... )
    >>> preprocessor = SentenceClassifierPreprocessor(
    ...     SentenceClassifierTokenizer(["who", "wrote", "?"])
    ... )
    >>> preprocessor(["Who wrote Hamlet?", "Who?"])["token_ids"].tolist()
    [[2, 3, 1, 4], [2, 4, 0, 0]]
    """

    def __init__(
        self,
        tokenizer,
        splitting="treebank",
        lowercase=True,
        sequence_length=None,
        **kwargs,
    ):
        if not isinstance(tokenizer, WordTokenizer):
            raise TypeError(
                "`tokenizer` must be a `SentenceClassifierTokenizer`. Received "
                f"{type(tokenizer).__name__}. Words alone make one: "
                "`SentenceClassifierTokenizer(vocabulary=words)`."
            )
        if splitting not in SPLITTINGS:
            raise ValueError(
                f"`splitting` must be one of {SPLITTINGS}. Received: "
                f"splitting={splitting!r}."
            )
        if not isinstance(lowercase, bool):
            raise ValueError(
                f"`lowercase` must be True or False. Received: {lowercase!r}."
            )
        if sequence_length is not None:
            check_positive("sequence_length", sequence_length)
        super().__init__(tokenizer, sequence_length, **kwargs)
        self.splitting = splitting
        self.lowercase = lowercase
        # The base class would make a packer, for start and end tokens.
        self.built = True

    def call(self, x, y=None, sample_weight=None):
        if isinstance(x, dict) and "token_ids" in x:
            return keras.utils.pack_x_y_sample_weight(x, y, sample_weight)
        if in_graph():
            token_ids = self._encode_in_graph(x)
        else:
            rows, batched = self.token_rows(x)
            token_ids = filled_up(rows)
            token_ids = token_ids if batched else token_ids[0]
        x = {"token_ids": token_ids}
        return keras.utils.pack_x_y_sample_weight(x, y, sample_weight)

    def words(self, x, name="inputs"):
        """The words of sentences, as they are looked up.

        Args:
            x: as for a call.
            name: what errors call them.

        Returns:
            `(rows, batched)`: a list of lists of words, and whether `x` was
            more than a single text.
        """
        rows, batched = text_rows(x, name)
        _refuse_texts_in_lists(rows, name)
        return [self._words(row) for row in rows], batched

    def token_rows(self, x, name="inputs"):
        """The ids of sentences: `(rows, batched)` as of `words`."""
        rows, batched = self.words(x, name)
        return self.tokenizer(rows) if rows else [], batched

    def get_config(self):
        config = super().get_config()
        # Of the base class's packer.
        del config["truncate"]
        return {
            **config,
            "splitting": self.splitting,
            "lowercase": self.lowercase,
        }

    def _words(self, row):
        if isinstance(row, str):
            row = sentence_words(row, self.splitting)
        if self.lowercase:
            row = [word.lower() for word in row]
        return [word for word in row if word][: self.sequence_length]

    def _encode_in_graph(self, x):
        import tensorflow as tf

        if isinstance(x, tf.RaggedTensor):
            x = x.to_tensor("")
        single = x.shape.rank == 0

        def encode(array):
            rows, _ = self.token_rows(_strings(array))
            return filled_up(rows)

        batch = x[tf.newaxis] if single else x
        token_ids = tf.numpy_function(encode, [batch], "int32", stateful=False)
        token_ids.set_shape((batch.shape[0], None))
        return token_ids[0] if single else token_ids


def _refuse_texts_in_lists(rows, name):
    """A column of a table, say, whose texts would be words nobody knows."""
    for place, row in enumerate(rows):
        if isinstance(row, list) and len(row) == 1 and " " in row[0].strip():
            raise TypeError(
                f"`{name}[{place}]` is a list of one text, {row[0]!r:.80}, "
                "where words are expected: give texts as they are, in one list "
                "(B,), or split them into words."
            )


def filled_up(rows, multiple=1):
    """Rows of ids as one int32 array `(B, T)`, filled up with 0.

    Args:
        rows: list of lists of ids.
        multiple: of which `T`, at least 1, is one.
    """
    longest = max([1, *map(len, rows)])
    longest = -(-longest // multiple) * multiple
    token_ids = np.zeros((len(rows), longest), "int32")
    for place, row in enumerate(rows):
        token_ids[place, : len(row)] = row
    return token_ids


def _strings(array):
    """Texts (B,), or words (B, T) filled up with empty ones, as lists."""
    if array.ndim == 2:
        return [[w.decode("utf-8") for w in row if w] for row in array]
    return [text.decode("utf-8", errors="replace") for text in array]
