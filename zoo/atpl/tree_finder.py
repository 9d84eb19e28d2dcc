"""From the scores of a sentence to its tree."""

import numpy as np

from keras_tpr.trees import (
    collapse_unary,
    decode_rows,
    encode_rows,
    expand_unary,
)
from zoo.atpl.grown_rows import part_ends, row_parts, rows_of_tree
from zoo.atpl.parse_explanation import ParseExplanation
from zoo.atpl.parse_rows import (
    rows_of_scores,
    rows_with_gold_null,
    tree_of_spans,
)

ROWS = ("predicted", "gold", "gold_null")


class TreeFinder:
    """Decides what the scores of an `ATPLParser` mean.

    Args:
        tags: its `TagClasses`.
        classes: its `LabelClasses`.
        options: its backbone, for `label_mode`, `bit_encoding`, `max_layers`.
        root_label: of what is left in pieces.
    """

    def __init__(self, tags, classes, options, root_label):
        self.tags = tags
        self.classes = classes
        self.options = options
        self.root_label = root_label

    def tags_of(self, scores):
        """The names of the most probable parts of speech."""
        return [self.tags.names[n] for n in scores["pos"].argmax(axis=-1)]

    def tree(self, sentence, scores, rows="predicted"):
        """The tree of one sentence; None if it is empty.

        Args:
            sentence: what `read_sentence` gave.
            scores: of the sentence, a dict.
            rows: one of `ROWS`; see `ATPLParser.parse`.
        """
        if not sentence.words:
            return None
        gold = None if rows == "predicted" else _gold_rows(sentence, rows)
        find = self._of_spans if "spans" in scores else self._of_rows
        return expand_unary(
            find(sentence.words, scores, gold, rows == "gold_null")
        )

    def explanation(self, sentence, scores):
        """How the tree of a sentence grew, a `ParseExplanation`."""
        words, tags = sentence.words, self.tags_of(scores)
        if "spans" in scores:
            tree, chances = tree_of_spans(
                scores["spans"], words, tags, self.classes, self.root_label
            )
            grown = rows_of_tree(tree, chances)
        else:
            rows, shares = rows_of_scores(
                scores, words, tags, self.classes, self.options
            )
            tree = decode_rows(rows, self.root_label)
            grown = [
                row_parts(
                    words, bits, labels, lambda first, _, s=share: s[first]
                )
                for bits, labels, share in zip(
                    rows.bits, rows.labels, shares, strict=True
                )
            ]
        chances = scores["pos"].max(axis=-1)
        return ParseExplanation(
            expand_unary(tree), list(zip(tags, chances, strict=True)), grown
        )

    def _of_rows(self, words, scores, gold, gold_null):
        rows, _ = rows_of_scores(
            scores,
            words,
            self.tags_of(scores),
            self.classes,
            self.options,
            None if gold is None else gold.bits,
        )
        if gold_null:
            rows = rows_with_gold_null(
                rows, gold, scores["labels"], self.classes
            )
        return decode_rows(rows, self.root_label)

    def _of_spans(self, words, scores, gold, gold_null):
        phrases = None
        if gold is not None:
            phrases = _gold_phrases(gold, scores["spans"], gold_null)
        tree, _ = tree_of_spans(
            scores["spans"],
            words,
            self.tags_of(scores),
            self.classes,
            self.root_label,
            phrases,
        )
        return tree


def _gold_rows(sentence, rows):
    if sentence.tree is None:
        raise ValueError(
            f"`rows={rows!r}` needs trees as `x`. Received "
            f"{' '.join(sentence.words)[:60]!r}."
        )
    return encode_rows(collapse_unary(sentence.tree))


def _gold_phrases(gold, scores, gold_null):
    """Phrases of gold rows, of single words those that seem to have a label.

    Bits do not tell single words with a label from those without, unless their
    missing labels are gold, too.
    """
    phrases = set()
    for bits, labels in zip(gold.bits, gold.labels, strict=True):
        for first, end in part_ends(bits):
            labelled = gold_null and labels[first] is not None
            if end - first > 1 or labelled:
                phrases.add((first, end - 1))
    if not gold_null:
        single = np.arange(len(scores))
        has_label = scores[single, single].argmax(axis=-1) > 0
        phrases |= {(int(i), int(i)) for i in single[has_label]}
    return phrases
