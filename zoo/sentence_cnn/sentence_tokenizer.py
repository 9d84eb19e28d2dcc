"""The word tokenizer of sentence classifiers."""

import keras

from zoo.word_tokenizer import WordTokenizer


@keras.saving.register_keras_serializable(package="keras_tpr")
class SentenceClassifierTokenizer(WordTokenizer):
    """Maps words to ids; see `WordTokenizer`.

    Id 0 is padding and, with `oov="unk"`, 1 an unknown word. Sentences are
    split by the preprocessor; a text given to the tokenizer itself is split at
    white space.

    Example:

    >>> from zoo.sentence_cnn.sentence_tokenizer import (
    ...     SentenceClassifierTokenizer,
    ... )
    >>> tokenizer = SentenceClassifierTokenizer(["a", "dog", "?"])
    >>> tokenizer([["a", "cat", "?"]])
    [[2, 1, 4]]
    """

    def __init__(
        self,
        vocabulary=None,
        oov="unk",
        standardize=None,
        special=("<pad>",),
        vocabulary_hash=None,
        dtype="int32",
        **kwargs,
    ):
        super().__init__(
            vocabulary,
            oov=oov,
            standardize=standardize,
            special=special,
            vocabulary_hash=vocabulary_hash,
            dtype=dtype,
            **kwargs,
        )
