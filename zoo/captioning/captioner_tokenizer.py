"""The word tokenizer of captioners."""

import keras

from zoo.word_tokenizer import WordTokenizer


@keras.saving.register_keras_serializable(package="keras_tpr")
class CaptionerTokenizer(WordTokenizer):
    """Maps captions to word ids; see `WordTokenizer`.

    Captions are lower-cased and stripped of punctuation, and words that are
    not in the vocabulary are left out, as published. A captioner has a
    subclass of its own, which names its backbone, so that a preset's tokenizer
    is found.

    Example:

    >>> from zoo.captioning.captioner_tokenizer import CaptionerTokenizer
    >>> tokenizer = CaptionerTokenizer(["a", "dog", "runs"])
    >>> tokenizer("A brown dog runs.")
    [1, 2, 3]
    """
