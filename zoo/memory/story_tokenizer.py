"""Words and n-grams of stories, and their ids."""

import keras

from zoo.memory.story_ngrams import JOINT, ngrams_of
from zoo.memory.story_words import story_words
from zoo.word_tokenizer import WordTokenizer


@keras.saving.register_keras_serializable(package="keras_tpr")
class StoryTokenizer(WordTokenizer):
    """Maps words, and n-grams whose words are joined by `_`, to ids.

    Id 0 is that of no word, and ends an answer; 1 is an unknown word. Then
    come words and answers, among them those of several words in one, as
    `"n,s"`; behind them n-grams. See `story_vocabulary`. N-grams that are not
    in the vocabulary are left out, as their words are there anyway.

    Args:
        vocabulary, oov, standardize, special, vocabulary_hash, dtype: see
            `WordTokenizer`.

    Raises:
        ValueError: if a word comes behind an n-gram.

    Example:

    >>> from zoo.memory.story_tokenizer import StoryTokenizer
    >>> tokenizer = StoryTokenizer(["ann", "sat", "ann_sat"])
    >>> tokenizer.sentence_ids("Ann sat down.", ngrams=2)
    [2, 3, 1, 4]
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

    @property
    def num_words(self):
        """The number of ids below those of n-grams."""
        return sum(JOINT not in token for token in self.get_vocabulary())

    @property
    def longest_ngram(self):
        """The number of words of the longest n-gram."""
        tokens = self.get_vocabulary()
        return 1 + max(token.count(JOINT) for token in tokens)

    def sentence_ids(self, text, ngrams=1):
        """The ids of the words of a text, then of its n-grams.

        Args:
            text: A string.
            ngrams: Length of the longest n-grams.

        Returns:
            A list of ids.
        """
        ids = self._loaded_vocabulary().text_ids
        words = story_words(text)
        found = [ids.get(word, self.unk_token_id) for word in words]
        longer = ngrams_of(words, ngrams)[len(words) :]
        found += [ids.get(ngram) for ngram in longer]
        return [number for number in found if number is not None]

    def _set_words(self, words):
        super()._set_words(words)
        behind = self.get_vocabulary()[self.num_words :]
        for token in behind:
            if JOINT not in token:
                raise ValueError(
                    f"`vocabulary` has the word {token!r} behind n-grams. "
                    "Words and answers come first; see `zoo.story_vocabulary`."
                )
