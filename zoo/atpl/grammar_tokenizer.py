"""The word tokenizer of the models of grammar."""

import keras

from keras_tpr.trees.bracket_escapes import unescape_word
from zoo.atpl.word_signature import SIGNATURES, word_signature
from zoo.text_rows import in_graph, text_rows
from zoo.word_tokenizer import WordTokenizer


@keras.saving.register_keras_serializable(package="keras_tpr")
class GrammarTokenizer(WordTokenizer):
    """Maps words to ids, and unknown ones to classes of their looks.

    Id 0 is END and fills up, then come an id for words without a class of
    their own, those of `word_signature`, and the words. Escapes of treebanks
    are read: `-LRB-` and `(` are one word.

    Args:
        vocabulary: words, most frequent first, not escaped.
        extra_words: number of words at the end of the vocabulary of which
            nothing but a vector is known. They have a `vector_id`; their
            `word_id` is that of their class.
        special, oov, standardize, **kwargs: of `WordTokenizer`, with other
            defaults.

    Example:

    >>> from zoo.atpl.grammar_tokenizer import GrammarTokenizer
    >>> tokenizer = GrammarTokenizer(["the", "dog", "zebra"], extra_words=1)
    >>> names = tokenizer.get_vocabulary()
    >>> [names[tokenizer.word_id(w)] for w in ("dog", "Zebras", "zebra")]
    ['dog', '<capital_s>', '<lower_>']
    >>> names[tokenizer.vector_id("Zebra")]
    'zebra'
    """

    def __init__(
        self,
        vocabulary=None,
        extra_words=0,
        oov="unk",
        standardize=None,
        special=("<end>", *SIGNATURES),
        **kwargs,
    ):
        super().__init__(
            vocabulary,
            oov=oov,
            standardize=standardize,
            special=special,
            **kwargs,
        )
        self.extra_words = extra_words

    @property
    def num_word_ids(self):
        """The number of ids that `word_id` gives."""
        return self.vocabulary_size() - self.extra_words

    def word_id(self, word):
        """The id of a word, or of the class of its looks."""
        word = unescape_word(word)
        ids = self._loaded_vocabulary().ids
        number = ids.get(word)
        if number is not None and number < self.num_word_ids:
            return number
        return ids.get(word_signature(word), self.unk_token_id)

    def vector_id(self, word):
        """The id of a word, or else of its lower case, or of its class."""
        word = unescape_word(word)
        ids = self._loaded_vocabulary().ids
        number = ids.get(word, ids.get(word.lower()))
        return self.word_id(word) if number is None else number

    def tokenize(self, inputs):
        if in_graph():
            raise TypeError(
                "Words are looked up outside of a `tf.data` pipeline: give "
                "texts as a list."
            )
        rows, batched = text_rows(inputs)
        found = [[self.word_id(w) for w in self._words(row)] for row in rows]
        return found if batched else found[0]

    def get_config(self):
        return {**super().get_config(), "extra_words": self.extra_words}
