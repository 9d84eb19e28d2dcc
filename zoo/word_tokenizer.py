"""A tokenizer over a closed vocabulary of whole words."""

import os

import keras
import keras_hub

from zoo.atomic_file import atomic_file
from zoo.text_rows import in_graph, text_rows, to_python
from zoo.vocabulary import Vocabulary
from zoo.word_splitting import (
    MODES,
    lower_case,
    split_words,
    words_in_graph,
)

UNKNOWN = "<unk>"
ASSET = "vocabulary.txt"


@keras.saving.register_keras_serializable(package="keras_tpr")
class WordTokenizer(keras_hub.tokenizers.Tokenizer):
    """Maps words to ids, over a closed vocabulary given as a list of words.

    Id 0 is the end token, which is also the fill value; with `oov="unk"` id 1
    is `"<unk>"`; then come the words, in the order given. The same ids come
    out of plain Python (no TensorFlow needed) and of a traced `tf.data` map.
    Special tokens other than `"<unk>"` are not recognised inside a text.

    Args:
        vocabulary: Words, most frequent first, without special tokens.
            `None` leaves them to `load_assets`, as presets do.
        oov: `"drop"` leaves unknown words out, `"unk"` maps them to id 1.
        standardize: `"caption"` lower-cases and strips punctuation as
            `zoo.word_splitting.split_words` says; `None` splits on white
            space only.
        special: Special tokens; the first one is the end token.
        vocabulary_hash: The hash the vocabulary must have, or `None`.
        dtype: An integer type, used inside a graph.

    Call arguments:
        inputs: A text, a list or array of texts (B,), or a list of lists of
            tokens. Tokens are taken as they are, never split again; empty
            ones are left out. Inside a graph: a string tensor of rank 0 or 1,
            or, for tokens, a ragged or `""`-padded tensor of rank 2.

    Shapes:
        Lists of ids of different lengths, one list for a single text. Inside
        a graph a `tf.RaggedTensor` (B, T), a tensor (T,) for a single text.

    Raises:
        TypeError: If `vocabulary` or the inputs are not strings.
        ValueError: If an argument is not one of the above, if a word is
            empty, repeated, special, contains white space, or has capitals
            that texts lose, if the vocabulary does not have
            `vocabulary_hash`, or if the tokenizer is used before it has a
            vocabulary.

    Example:

    >>> from zoo import WordTokenizer
    >>> tokenizer = WordTokenizer(["a", "dog", "runs"])
    >>> tokenizer(["A dog runs.", "a cat"])
    [[1, 2, 3], [1]]
    >>> tokenizer([["dog", "a"]])
    [[2, 1]]
    >>> tokenizer.detokenize([1, 2, 0, 0])
    'a dog'
    """

    def __init__(
        self,
        vocabulary=None,
        oov="drop",
        standardize="caption",
        special=("<end>",),
        vocabulary_hash=None,
        dtype="int32",
        **kwargs,
    ):
        if oov not in ("drop", "unk"):
            raise ValueError(
                f'`oov` must be "drop" or "unk"; received {oov!r}.'
            )
        if standardize not in MODES:
            raise ValueError(
                '`standardize` must be "caption" or None; received '
                f"{standardize!r}."
            )
        if isinstance(special, str) or not special:
            raise ValueError(
                "`special` must be a list that begins with the end token; "
                f"received {special!r}."
            )
        super().__init__(dtype=dtype, **kwargs)
        if "int" not in self.compute_dtype:
            raise ValueError(
                f"`dtype` must be an integer type; received {dtype!r}."
            )
        self.oov = oov
        self.standardize = standardize
        self.special = list(special)
        self.end_token_id = self.pad_token_id = 0
        self.unk_token_id = 1 if oov == "unk" else None
        self.file_assets = [ASSET]
        self._expected_hash = vocabulary_hash
        self._vocabulary = None
        if vocabulary is not None:
            self._set_words(vocabulary)

    def call(self, inputs, training=None):
        return self.tokenize(inputs)

    def tokenize(self, inputs):
        """Maps texts or lists of tokens to ids; see the class."""
        vocabulary = self._loaded_vocabulary()
        if in_graph():
            return self._tokenize_in_graph(inputs)
        rows, batched = text_rows(inputs)
        ids = vocabulary.text_ids
        unknown = self.unk_token_id
        outputs = []
        for row in rows:
            found = (ids.get(word, unknown) for word in self._words(row))
            outputs.append([i for i in found if i is not None])
        return outputs if batched else outputs[0]

    def unknown_words(self, inputs):
        """Returns the words that are not in the vocabulary.

        Args:
            inputs: A text, a list of texts, or a list of lists of tokens.

        Returns:
            A list of words, each once, in the order in which they occur.
        """
        known = self._loaded_vocabulary().text_ids
        rows, _ = text_rows(inputs)
        words = (word for row in rows for word in self._words(row))
        return list(dict.fromkeys(word for word in words if word not in known))

    def detokenize(self, inputs):
        """Joins the words up to the end token.

        Args:
            inputs: Ids (T,) or (B, T), as a tensor, array or lists.

        Returns:
            A text, or a list of texts.
        """
        tokens = self._loaded_vocabulary().tokens
        inputs = to_python(inputs)
        batched = bool(inputs) and isinstance(inputs[0], list)
        texts = []
        for row in inputs if batched else [inputs]:
            words = []
            for index in row:
                if index == self.end_token_id:
                    break
                words.append(self._token(tokens, index))
            texts.append(" ".join(words))
        return texts if batched else texts[0]

    def get_vocabulary(self):
        """Returns all tokens, special ones included, in order of their ids."""
        return list(self._loaded_vocabulary().tokens)

    def vocabulary_size(self):
        """Returns the number of ids, special tokens included."""
        return len(self._loaded_vocabulary())

    @property
    def vocabulary_hash(self):
        """SHA-256 of `get_vocabulary()` joined by new lines, or `None`."""
        if self._vocabulary is None:
            return self._expected_hash
        return self._vocabulary.hash

    @property
    def special_tokens(self):
        """The special tokens in the order of their ids."""
        unknown = [] if self.unk_token_id is None else [UNKNOWN]
        return [self.special[0], *unknown, *self.special[1:]]

    @property
    def special_token_ids(self):
        """The ids of the special tokens."""
        return list(range(len(self.special_tokens)))

    def id_to_token(self, id):
        """Returns the token of an id."""
        return self._token(self._loaded_vocabulary().tokens, id)

    def token_to_id(self, token):
        """Returns the id of a token; unknown ones follow `oov`."""
        vocabulary = self._loaded_vocabulary()
        index = vocabulary.ids.get(token, self.unk_token_id)
        if index is None:
            raise ValueError(
                f"`token` {token!r} is not in the vocabulary of "
                f"{len(vocabulary)} tokens."
            )
        return index

    def save_assets(self, dir_path):
        """Writes the vocabulary into a directory, one token a line."""
        with atomic_file(os.path.join(dir_path, ASSET)) as file:
            file.writelines(f"{token}\n" for token in self.get_vocabulary())

    def load_assets(self, dir_path):
        """Reads the vocabulary that `save_assets` wrote, and checks it."""
        path = os.path.join(dir_path, ASSET)
        with open(path, encoding="utf-8", newline="\n") as file:
            tokens = file.read().split("\n")[:-1]
        special = self.special_tokens
        if tokens[: len(special)] != special:
            raise ValueError(
                f"{path} must begin with the special tokens {special}; it "
                f"begins with {tokens[: len(special)]}. The file belongs to "
                "a tokenizer with another `oov` or `special`."
            )
        self._set_words(tokens[len(special) :])

    def get_config(self):
        return {
            **super().get_config(),
            # The words are an asset; only their hash is part of the config.
            "vocabulary": None,
            "oov": self.oov,
            "standardize": self.standardize,
            "special": list(self.special),
            "vocabulary_hash": self.vocabulary_hash,
        }

    def _words(self, row):
        """The words of a text, or of a list of tokens."""
        if isinstance(row, str):
            return split_words(row, self.standardize)
        return [token for token in row if token]

    def _set_words(self, words):
        unknown = None if self.unk_token_id is None else UNKNOWN
        vocabulary = Vocabulary(words, self.special_tokens, unknown)
        if self.standardize == "caption":
            _check_case(vocabulary.tokens[len(self.special_tokens) :])
        expected = self._expected_hash
        if expected is not None and vocabulary.hash != expected:
            raise ValueError(
                "The vocabulary is not the one this tokenizer was saved with: "
                f"its hash is {vocabulary.hash}, `vocabulary_hash` is "
                f"{expected}. Restore the original {ASSET}."
            )
        self._vocabulary = vocabulary

    def _loaded_vocabulary(self):
        if self._vocabulary is None:
            raise ValueError(
                f"This {type(self).__name__} has no vocabulary yet. Pass "
                "`vocabulary=` (words, most frequent first), or load a preset "
                "with `from_preset`."
            )
        return self._vocabulary

    def _token(self, tokens, index):
        if not 0 <= index < len(tokens):
            raise ValueError(
                f"Token ids must be between 0 and {len(tokens) - 1}; "
                f"received {index}."
            )
        return tokens[index]

    def _tokenize_in_graph(self, inputs):
        import tensorflow as tf

        single = inputs.shape.rank == 0
        words = words_in_graph(inputs, self.standardize)
        missing = -1 if self.unk_token_id is None else self.unk_token_id
        ids = words.with_flat_values(
            self._vocabulary.lookup_in_graph(words.flat_values, missing)
        )
        ids = tf.cast(tf.ragged.boolean_mask(ids, ids >= 0), self.compute_dtype)
        return ids[0] if single else ids


def _check_case(words):
    for position, word in enumerate(words):
        if lower_case(word) != word:
            raise ValueError(
                f"`vocabulary[{position}]` is {word!r}, but texts are "
                f"lower-cased: it would never be found. Give "
                f"{lower_case(word)!r}, or `standardize=None` to keep the case "
                "of texts."
            )
