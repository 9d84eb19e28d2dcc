"""The word tokenizer of this family."""

import keras

from zoo.word_tokenizer import WordTokenizer


@keras.saving.register_keras_serializable(package="keras_tpr")
class SentenceTokenizer(WordTokenizer):
    """Maps words to ids as they are; see `WordTokenizer`.

    Id 0 is no word, and fills up. A model has a subclass of its own, which
    names its backbone, so that a preset's tokenizer is found.

    Args:
        vocabulary, oov, standardize, special, **kwargs: of `WordTokenizer`,
            with other defaults.

    Example:

    >>> from zoo.tree_lstm.sentence_tokenizer import SentenceTokenizer
    >>> tokenizer = SentenceTokenizer(["a", "Gem"])
    >>> tokenizer("a Gem !"), tokenizer.word_id("gem")
    ([2, 3, 1], 1)
    """

    def __init__(
        self,
        vocabulary=None,
        oov="unk",
        standardize=None,
        special=("<pad>",),
        **kwargs,
    ):
        super().__init__(
            vocabulary,
            oov=oov,
            standardize=standardize,
            special=special,
            **kwargs,
        )

    def word_id(self, word):
        """The id of one word; 0 if it is unknown and `oov` is `"drop"`."""
        unknown = self.unk_token_id or 0
        return self._loaded_vocabulary().text_ids.get(word, unknown)
