"""Sentences as people have them, encoded for a model of grammar."""

import keras
import keras_hub
import numpy as np

from zoo.atpl.grammar_tokenizer import GrammarTokenizer
from zoo.atpl.read_sentence import read_sentence
from zoo.atpl.word_affixes import NUM_AFFIXES, word_affixes
from zoo.atpl.word_rows import WordRow, WordRows
from zoo.text_rows import in_graph
from zoo.tree_lstm.sentence_preprocessor import (
    at_place,
    sentence_list,
    target_list,
)


class GrammarPreprocessor(keras_hub.models.TextClassifierPreprocessor):
    """Turns sentences into the encoded input of a model, and checks them.

    Inputs that are encoded already are passed on. Subclasses say what the
    targets of a sentence are, by `labelled`.

    Args:
        tokenizer: a `GrammarTokenizer`.
        affix_buckets: the number of affixes that the model knows; None if it
            reads none.

    Call arguments:
        x: a list of sentences, in any form that `read_sentence` takes.
        y: targets, or None for those that come with the sentences.
        sample_weight: a weight for each sentence, or None.
        labelled: whether there shall be targets.
    """

    # Places behind the longest sentence; see `WordRows`.
    room = 0

    def __init__(self, tokenizer, affix_buckets=None, **kwargs):
        if not isinstance(tokenizer, GrammarTokenizer):
            raise TypeError(
                f"`tokenizer` must be a `GrammarTokenizer`. Received "
                f"{type(tokenizer).__name__}. Words alone make one: "
                "`GrammarTokenizer(vocabulary=words)`."
            )
        super().__init__(tokenizer, **kwargs)
        self.affix_buckets = affix_buckets
        # The base class would make a packer, for start and end tokens.
        self.built = True

    @property
    def row_kind(self):
        """What rows are: see `WordRows`."""
        return WordRows(self._features(), self.room)

    def encode(self, x, y=None, labelled=False):
        """Turns sentences into rows.

        Args:
            x: a list of sentences.
            y: targets, or None for those that come with the sentences.
            labelled: whether there shall be targets.

        Returns:
            `(rows, None)`: targets are part of the rows.

        Raises:
            TypeError, ValueError: for sentences or targets that are malformed;
                the message begins with their place.
        """
        values = sentence_list(x)
        targets = target_list(y, len(values))
        rows = []
        for place, both in enumerate(zip(values, targets, strict=True)):
            try:
                rows.append(self.row(*both, labelled))
            except (TypeError, ValueError) as error:
                raise at_place(f"x[{place}]", error) from error
        return rows, None

    def row(self, value, target=None, labelled=False):
        """The row of one sentence; see `encode`."""
        sentence = read_sentence(value)
        row = self.word_row(sentence.words)
        if not labelled:
            return row
        if not sentence.words:
            raise ValueError("the sentence is empty. Leave it out")
        return self.labelled(row, sentence, target)

    def word_row(self, words):
        """The `WordRow` of a list of words, without labels."""
        features = self._features()
        tokenizer = self.tokenizer
        return WordRow(
            _array([tokenizer.word_id(word) for word in words]),
            _array([tokenizer.vector_id(word) for word in words])
            if "vector_ids" in features
            else None,
            _array(
                [word_affixes(w, self.affix_buckets) for w in words],
                NUM_AFFIXES,
            )
            if "affix_ids" in features
            else None,
        )

    def labelled(self, row, sentence, target):
        """The row with the targets of its sentence.

        Args:
            row: the row without.
            sentence: a `Sentence`.
            target: what was given as `y`, or None.
        """
        raise NotImplementedError

    def call(self, x, y=None, sample_weight=None, labelled=True):
        if isinstance(x, dict) and "token_ids" in x:
            return keras.utils.pack_x_y_sample_weight(x, y, sample_weight)
        if in_graph():
            raise TypeError(
                "Sentences are encoded outside of a `tf.data` pipeline: give "
                "them as a list, or batches of encoded inputs, as "
                "`model.preprocessor(sentences)` makes them."
            )
        rows, _ = self.encode(x, y, labelled)
        x, y = self.row_kind.stack(rows)
        return keras.utils.pack_x_y_sample_weight(x, y, sample_weight)

    def get_config(self):
        config = super().get_config()
        # Of the base class's packer.
        del config["sequence_length"], config["truncate"]
        return {**config, "affix_buckets": self.affix_buckets}

    def _features(self):
        vectors = ("vector_ids",) if self.tokenizer.extra_words else ()
        return vectors + (("affix_ids",) if self.affix_buckets else ())


def _array(values, width=None):
    shape = (len(values),) if width is None else (len(values), width)
    return np.array(values, np.int32).reshape(shape)
