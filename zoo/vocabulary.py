"""An immutable vocabulary: tokens in the order of their ids."""

import hashlib


class Vocabulary:
    """Special tokens followed by words, most frequent word first.

    The hash identifies the order as well as the words, so weights trained
    with one vocabulary are never used with another.

    Args:
        words: Iterable of words without special tokens.
        special: Special tokens; they take the first ids.
        unknown: The special token for words that are not listed, or `None`.

    Attributes:
        tokens: Tuple of all tokens in the order of their ids.
        ids: Dict from token to id.
        text_ids: Dict from what may stand in a text to its id: the words and
            `unknown`, but no other special token.
        hash: SHA-256 of the tokens joined by new lines, in hexadecimal.

    Raises:
        TypeError: If `words` is not an iterable of strings.
        ValueError: If there is no word, or a word is empty, is repeated,
            contains white space, or is a special token.

    Example:

    >>> from zoo.vocabulary import Vocabulary
    >>> Vocabulary(["a", "dog"], special=["<end>"]).tokens
    ('<end>', 'a', 'dog')
    """

    def __init__(self, words, special=("<end>",), unknown=None):
        words = _as_strings(words, "vocabulary")
        special = _as_strings(special, "special")
        if not words:
            raise ValueError(
                "`vocabulary` is empty. Pass a list of words, most frequent "
                "first, or `None` to load it later from a preset."
            )
        self.tokens = (*special, *words)
        _check_tokens(self.tokens, len(special))
        self.ids = {token: index for index, token in enumerate(self.tokens)}
        self.text_ids = {
            token: self.ids[token] for token in self.tokens[len(special) :]
        }
        if unknown is not None:
            self.text_ids[unknown] = self.ids[unknown]
        self.hash = hash_tokens(self.tokens)
        self._table = None

    def __len__(self):
        return len(self.tokens)

    def lookup_in_graph(self, words, missing):
        """Maps a string tensor to ids by `text_ids`, in TensorFlow.

        Args:
            words: String tensor of any shape.
            missing: The id of a word that is not listed.

        Returns:
            An int64 tensor of the same shape.
        """
        import tensorflow as tf

        if self._table is None:
            # Tables live outside the function that is being traced.
            with tf.init_scope():
                entries = tf.lookup.KeyValueTensorInitializer(
                    list(self.text_ids),
                    list(self.text_ids.values()),
                    tf.string,
                    tf.int64,
                )
                self._table = tf.lookup.StaticHashTable(entries, -1)
        ids = self._table.lookup(words)
        return tf.where(ids < 0, tf.constant(missing, tf.int64), ids)


def hash_tokens(tokens):
    """Returns the SHA-256 of the tokens, one a line, in hexadecimal."""
    return hashlib.sha256("\n".join(tokens).encode("utf-8")).hexdigest()


def _as_strings(values, argument):
    if isinstance(values, (str, bytes)):
        raise TypeError(
            f"`{argument}` must be a list of words; received the string "
            f"{values!r}. To use a file, pass its lines: "
            "`pathlib.Path(...).read_text().split()`."
        )
    if isinstance(values, (set, frozenset)):
        raise TypeError(
            f"`{argument}` is a set, whose order differs from process to "
            "process; ids follow the order. Give a list, most frequent first."
        )
    values = list(values)
    for position, value in enumerate(values):
        if not isinstance(value, str):
            raise TypeError(
                f"`{argument}` must hold strings; received {value!r} of type "
                f"{type(value).__name__} at position {position}."
            )
    # NumPy's strings become plain ones.
    return [str(value) for value in values]


def _check_tokens(tokens, num_special):
    positions = {}
    for index, token in enumerate(tokens):
        position = index - num_special
        place = (
            f"`vocabulary[{position}]`"
            if position >= 0
            else f"`special[{index}]`"
        )
        if not token:
            raise ValueError(f"{place} is empty. Leave empty words out.")
        if any(character.isspace() for character in token):
            raise ValueError(
                f"{place} contains white space: {token!r}. A word may not, "
                "since texts are split there."
            )
        if positions.get(token, num_special) < num_special:
            raise ValueError(
                f"{place} is the special token {token!r}. Leave special "
                "tokens out of `vocabulary`; they are added."
            )
        if token in positions:
            raise ValueError(
                f"{place} repeats {token!r} of position "
                f"{positions[token] - num_special}. Every word must occur "
                "once."
            )
        positions[token] = index
