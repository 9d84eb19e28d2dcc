"""Reader of CoNLL-U, the format of Universal Dependencies."""

import dataclasses

from keras_tpr.trees.parents import from_parents
from keras_tpr.trees.tree_format_error import TreeFormatError

_NUM_FIELDS = 10


@dataclasses.dataclass(frozen=True)
class ConlluSentence:
    """A sentence of a CoNLL-U file: one entry for each syntactic word.

    Args:
        words: The words, such as `do` and `n't`. Empty nodes of enhanced
            graphs are not among them.
        lemmas: The base form of each word; None where the file has `_`.
        upos: The universal part of speech of each word; None for `_`.
        xpos: The treebank's own part of speech; None for `_`.
        heads: The number of each word's head, from 1, 0 for the root; None
            for `_`.
        relations: The relation of each word to its head; None for `_`.
        multiword_tokens: For each token of several words, the numbers of its
            first and its last word, and its text: `(3, 4, "don't")`.
        comments: A dict from names to values, such as `sent_id` and `text`;
            a comment without `=` has the value None.
    """

    words: tuple
    lemmas: tuple
    upos: tuple
    xpos: tuple
    heads: tuple
    relations: tuple
    multiword_tokens: tuple = ()
    comments: dict = dataclasses.field(default_factory=dict)

    def tokens(self):
        """A list of the tokens as they are written, `don't` being one."""
        spans = {first: span for first, *span in self.multiword_tokens}
        tokens, number = [], 1
        while number <= len(self.words):
            last, text = spans.get(number, (number, self.words[number - 1]))
            tokens.append(text)
            number = last + 1
        return tokens

    def tree(self, labels=None):
        """The dependency tree.

        Args:
            labels: A label for each word; by default `relations`.

        Returns:
            A `Tree`.

        Raises:
            TreeFormatError: If a word has no head, or heads make no tree.
        """
        if None in self.heads:
            number = self.heads.index(None) + 1
            raise TreeFormatError(
                f"Word {number}, {self.words[number - 1]!r}, has no head: the "
                "sentence is not annotated with a tree."
            )
        labels = self.relations if labels is None else labels
        return from_parents(self.heads, self.words, labels)


def read_conllu(lines):
    r"""Reads sentences in CoNLL-U.

    Sentences are read when asked for, so that files need not fit into memory.

    Args:
        lines: The lines of a file or another iterable of strings, or one
            string.

    Yields:
        `ConlluSentence` objects.

    Raises:
        TreeFormatError: If a line is malformed; it names line and sentence.

    Example:

    >>> from keras_tpr.trees import read_conllu
    >>> rows = [
    ...     ["1", "Dogs", "dog", "NOUN", "NNS", "_", "2", "nsubj", "_", "_"],
    ...     ["2", "bark", "bark", "VERB", "VBP", "_", "0", "root", "_", "_"],
    ... ]
    >>> (sentence,) = read_conllu("\t".join(row) for row in rows)
    >>> sentence.upos, sentence.tree().word
    (('NOUN', 'VERB'), 'bark')

    Reference:
        Nivre et al., Universal Dependencies v2, LREC 2020.
    """
    # Not `splitlines`, as words may hold separators of Unicode.
    lines = lines.split("\n") if isinstance(lines, str) else lines
    sentence = _SentenceReader(1)
    for line_number, line in enumerate(lines, start=1):
        line = line.rstrip("\r\n")
        if line.strip(" \t"):
            sentence.add(line_number, line)
        elif sentence.rows:
            yield sentence.finish()
            sentence = _SentenceReader(sentence.number + 1)
        else:
            sentence = _SentenceReader(sentence.number)
    if sentence.rows:
        yield sentence.finish()


class _SentenceReader:
    """Lines of one sentence."""

    def __init__(self, number):
        self.number = number
        self.rows = []  # fields of its words
        self.multiword_tokens = []
        self.comments = {}

    def add(self, line_number, line):
        self.line_number, self.line = line_number, line
        if line.startswith("#"):
            name, separator, value = line[1:].partition("=")
            self.comments[name.strip()] = value.strip() if separator else None
            return
        fields = line.split("\t")
        if len(fields) != _NUM_FIELDS:
            raise self._error(
                f"expected {_NUM_FIELDS} fields separated by tabs, found "
                f"{len(fields)}"
            )
        number, form = fields[:2]
        if number.isdecimal():
            self._word(int(number), fields)
        elif "-" in number:
            self._multiword_token(number, form)
        elif "." not in number:
            raise self._error(
                f"{number!r} is no number of a word (3), of several (3-4) or "
                "of an empty node (3.1)"
            )

    def finish(self):
        last = max((last for _, last, _ in self.multiword_tokens), default=0)
        if last > len(self.rows):
            raise self._error(
                f"a token ends with word {last}, but the sentence has "
                f"{len(self.rows)} words"
            )
        columns = list(zip(*self.rows, strict=True))
        return ConlluSentence(
            *columns, tuple(self.multiword_tokens), self.comments
        )

    def _word(self, number, fields):
        if number != len(self.rows) + 1:
            raise self._error(
                f"word {number} where word {len(self.rows) + 1} was expected"
            )
        _, form, lemma, upos, xpos, _, head, relation, _, _ = fields
        # An underscore is a word of its own, and means nothing elsewhere.
        lemma = lemma if form == "_" else _given(lemma)
        self.rows.append(
            (
                form,
                lemma,
                _given(upos),
                _given(xpos),
                self._head(head),
                _given(relation),
            )
        )

    def _head(self, head):
        if head == "_":
            return None
        if not head.isdecimal():
            raise self._error(f"the head {head!r} is no number")
        return int(head)

    def _multiword_token(self, numbers, form):
        first, _, last = numbers.partition("-")
        expected = len(self.rows) + 1
        if not (first.isdecimal() and last.isdecimal()):
            raise self._error(f"{numbers!r} is no range of words such as 3-4")
        first, last = int(first), int(last)
        if first != expected or last < first:
            raise self._error(
                f"the token {numbers} where one that begins with word "
                f"{expected} was expected"
            )
        self.multiword_tokens.append((first, last, form))

    def _error(self, problem):
        return TreeFormatError(
            f"Line {self.line_number}, sentence {self.number}: {problem}. "
            f"The line: {self.line[:80]!r}.",
            line=self.line_number,
            tree=self.number,
        )


def _given(value):
    return None if value == "_" else value
