"""The preprocessor of the ATPL parser."""

import numpy as np

from keras_tpr.trees import collapse_unary, encode_rows
from keras_tpr.trees.bracket_escapes import (
    escape_round_brackets,
    unescape_word,
)
from zoo.atpl.atpl_parser_backbone import ATPLParserBackbone
from zoo.atpl.atpl_parser_tokenizer import ATPLParserTokenizer
from zoo.atpl.grammar_preprocessor import GrammarPreprocessor
from zoo.atpl.label_classes import LabelClasses
from zoo.atpl.parser_rows import ParserRow, ParserRows, spans_of_rows
from zoo.atpl.read_sentence import read_sentence
from zoo.atpl.tag_classes import TagClasses
from zoo.export import zoo_export


@zoo_export
class ATPLParserPreprocessor(GrammarPreprocessor):
    """Turns sentences and their trees into the encoded input.

    Chains of nodes with a single child become one node with a joint label, so
    that a part of one word is born in the first row only.

    Args:
        tokenizer: an `ATPLParserTokenizer`.
        affix_buckets: see `GrammarPreprocessor`.
        class_names: names of the tags; None for those of the Penn Treebank.
        labels: see `LabelClasses`.
        label_mode, max_layers, row_network: see `ATPLParserBackbone`.

    Call arguments:
        x: a list of trees, in brackets, as `Tree`s or as `nltk.Tree`s; without
            targets also of texts or of lists of words.
        y: None, or a tree for each sentence.
        sample_weight: a weight for each sentence, or None.
        labelled: whether there shall be targets.

    Shapes:
        `(x, y)`: `x` a dict as `ParserRows.stack` gives it; `y` `(B, T)`,
        parts of speech, -1 behind the words.
    """

    backbone_cls = ATPLParserBackbone
    tokenizer_cls = ATPLParserTokenizer

    def __init__(
        self,
        tokenizer,
        affix_buckets=None,
        class_names=None,
        labels=None,
        label_mode="null",
        max_layers=20,
        row_network="roles",
        **kwargs,
    ):
        super().__init__(tokenizer, affix_buckets, **kwargs)
        self.tags = TagClasses(class_names=class_names)
        self.classes = LabelClasses(labels, label_mode, self.tags.names)
        self.label_mode = label_mode
        self.max_layers = max_layers
        self.row_network = row_network

    @property
    def row_kind(self):
        targets = "rows" if self.row_network == "roles" else "spans"
        return ParserRows(self._features(), self.max_layers - 1, targets)

    def word_row(self, words):
        # As trees have them, so that `(` is the word that `-LRB-` is.
        words = [escape_round_brackets(word) for word in words]
        return ParserRow(super().word_row(words))

    def labelled(self, row, sentence, target):
        if target is not None:
            words = sentence.words
            sentence = read_sentence(target)
            if not _same_words(sentence.words, words):
                raise ValueError(
                    f"the tree in `y` has the words {sentence.words[:8]}, the "
                    f"sentence {words[:8]}"
                )
        if sentence.tree is None:
            raise ValueError(
                "the sentence has no tree. Give trees as `x`, or as `y`"
            )
        rows = encode_rows(collapse_unary(sentence.tree), self.label_mode)
        bits, labels = (
            np.array(values, np.int32).reshape(-1, len(rows.words))
            for values in (rows.bits, self._numbers(rows.labels))
        )
        return row._replace(
            pos=self.tags.numbers(rows.words, rows.pos),
            bits=bits,
            labels=labels,
            spans=spans_of_rows(bits, labels),
        )

    def get_config(self):
        return {
            **super().get_config(),
            "class_names": list(self.tags.names),
            "labels": list(self.classes.labels),
            "label_mode": self.label_mode,
            "max_layers": self.max_layers,
            "row_network": self.row_network,
        }

    def _numbers(self, labels):
        number = {None: 0}
        for row in labels:
            for label in row:
                if label not in number:
                    number[label] = self.classes.number(label)
        return [[number[label] for label in row] for row in labels]


def _same_words(words, others):
    """Whether they are equal but for escapes."""
    return [*map(unescape_word, words)] == [*map(unescape_word, others)]
