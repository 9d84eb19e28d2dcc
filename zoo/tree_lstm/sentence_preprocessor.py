"""Sentences as people have them, encoded for a model."""

import keras
import keras_hub
import numpy as np

from keras_tpr.trees import Tree
from zoo.text_rows import in_graph
from zoo.tree_lstm.encoded_arrays import as_array
from zoo.tree_lstm.read_tree import is_nltk_tree
from zoo.word_tokenizer import WordTokenizer


class SentencePreprocessor(keras_hub.models.TextClassifierPreprocessor):
    """Turns sentences into the encoded input of a model, and checks them.

    Subclasses say what a row is made of, by `encode`. Inputs that are encoded
    already are passed on.

    Args:
        tokenizer: a `SentenceTokenizer`.
        reader: a `TreeReader` or a `TextReader`.
        lowercase: whether words are looked up in lower case.

    Call arguments:
        x: a list of sentences; in a `tf.data` pipeline a string tensor.
        y: targets, or None.
        sample_weight: a weight for each sentence, or None.
        labelled: whether there shall be targets, of the labels in `x` if `y`
            is None. Errors are raised if there are not.
    """

    def __init__(self, tokenizer, reader, lowercase=False, **kwargs):
        if not isinstance(tokenizer, WordTokenizer):
            raise TypeError(
                f"`tokenizer` must be a `SentenceTokenizer`. Received "
                f"{type(tokenizer).__name__}. Words alone make one: "
                "`SentenceTokenizer(vocabulary=words)`."
            )
        super().__init__(tokenizer, **kwargs)
        self.reader = reader
        self.lowercase = lowercase
        # The base class would make a packer, for start and end tokens.
        self.built = True

    @property
    def row_kind(self):
        """What rows are: see `TreeRows`."""
        return self.reader.row_kind

    def encode(self, x, y=None, labelled=False):
        """Turns sentences into rows.

        Args:
            x: a list of sentences.
            y: targets, or None.
            labelled: whether there shall be targets.

        Returns:
            `(rows, targets)`: a list, and an array or None.

        Raises:
            TypeError, ValueError: for sentences or targets that are malformed;
                the message begins with their place.
        """
        raise NotImplementedError

    def word_id(self, word):
        """The id of a word, 0 if it is unknown and such words are dropped."""
        return self.tokenizer.word_id(word.lower() if self.lowercase else word)

    def call(self, x, y=None, sample_weight=None, labelled=True):
        if isinstance(x, dict) and "token_ids" in x:
            return keras.utils.pack_x_y_sample_weight(x, y, sample_weight)
        if in_graph():
            x, y = self._encode_in_graph(x, y, labelled)
        else:
            rows, targets = self.encode(x, y, labelled)
            kind = self.row_kind
            x, labels = kind.stack(rows, kind.slots(rows), schedule=False)
            y = labels if targets is None and labelled else targets
        return keras.utils.pack_x_y_sample_weight(x, y, sample_weight)

    def get_config(self):
        config = super().get_config()
        # Of the base class's packer.
        del config["sequence_length"], config["truncate"]
        return {**config, "lowercase": self.lowercase}

    def _encode_in_graph(self, x, y, labelled):
        import tensorflow as tf

        kind = self.row_kind
        given = (x,) if y is None else (x, y)

        def encode(*arrays):
            lists = list(map(_to_lists, arrays))
            lists = tf.nest.pack_sequence_as(given, lists)
            rows, targets = self.encode(*lists, labelled=labelled)
            batch, labels = kind.stack(rows, kind.slots(rows), schedule=False)
            targets = labels if targets is None else targets
            if targets is None:  # which the graph must have, to ignore it
                targets = np.zeros(len(rows), self.target_dtype)
            return [*(batch[name] for name in kind.names), targets]

        dtypes = ["bool" if "mask" in n else "int32" for n in kind.names]
        tensors = tf.numpy_function(
            encode,
            tf.nest.flatten(given),
            [*dtypes, self.target_dtype],
            stateful=False,
        )
        ranks = (*kind.ranks, kind.target_rank)
        for tensor, rank in zip(tensors, ranks, strict=True):
            tensor.set_shape([None] * rank)
        *encoded, targets = tensors
        encoded = dict(zip(kind.names, encoded, strict=True))
        return encoded, targets if labelled else None


def sentence_list(x, name="x"):
    """Checks that there is a list of sentences, and returns it.

    Raises:
        TypeError: if `x` is a single sentence, or nothing that holds any.
        ValueError: if it is empty.
    """
    if isinstance(x, (str, bytes, Tree, dict)) or is_nltk_tree(x):
        raise TypeError(
            f"`{name}` must be a list of sentences. Received a single "
            f"{type(x).__name__}: put it into a list."
        )
    if keras.ops.is_tensor(x) or isinstance(x, np.ndarray):
        x = as_array(x).tolist()
    if not isinstance(x, (list, tuple)):
        raise TypeError(
            f"`{name}` must be a list of sentences. Received "
            f"{type(x).__name__}."
        )
    if not len(x):
        raise ValueError(f"`{name}` is empty: there is no sentence.")
    return list(x)


def target_list(y, count):
    """The targets of so many sentences, as a list, of None if there are none.

    Raises:
        TypeError: if `y` is no list.
        ValueError: if there are more or fewer.
    """
    if y is None:
        return [None] * count
    if keras.ops.is_tensor(y):
        y = as_array(y)
    if isinstance(y, (str, bytes)) or not hasattr(y, "__len__"):
        raise TypeError(
            "`y` must be a list with a target for each sentence. Received "
            f"{type(y).__name__}: {y!r:.80}."
        )
    y = list(y)
    if len(y) != count:
        raise ValueError(
            f"`y` must have a target for each sentence. Received {len(y)} "
            f"targets and {count} sentences."
        )
    return y


def at_place(place, error):
    """The same error, with the place of the sentence in its message."""
    kind = TypeError if isinstance(error, TypeError) else ValueError
    return kind(f"`{place}`: {error}")


def _to_lists(array):
    """Arrays of bytes, as TensorFlow has them, as lists of strings."""
    if array.dtype != object:
        return array
    return [text.decode("utf-8") for text in array.tolist()]
