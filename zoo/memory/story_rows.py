"""Encoded stories with questions, each different sentence kept once."""

import dataclasses

import numpy as np


@dataclasses.dataclass(frozen=True)
class StoryRows:
    """Stories with questions, in ids.

    Args:
        sentences: Lists of ids; the first is empty, that of no statement.
        stories: Lists of numbers of sentences.
        questions: Lists of ids.
        support: Lists of places of statements, or None.
        answers: Lists of ids of words, or None.
    """

    sentences: list
    stories: list
    questions: list
    support: list | None = None
    answers: list | None = None

    def __len__(self):
        return len(self.questions)

    def arrays(self, max_answer_words=None):
        """All rows as arrays.

        Args:
            max_answer_words: The width of `answer`; None leaves it out.

        Returns:
            A dict of `sentences` `(U, L)`, `story` `(B, S)`, which are numbers
            of sentences, `question` `(B, Lq)`, and maybe `support` `(B, K)`
            and `answer` `(B, A)`.
        """
        tables = {
            "sentences": _filled(self.sentences),
            "story": _filled(self.stories),
            "question": _filled(self.questions),
        }
        if self.support is not None:
            tables["support"] = _filled(self.support, fill=-1)
        if None not in (self.answers, max_answer_words):
            tables["answer"] = _filled(self.answers, max_answer_words)
        return tables

    def dense(self):
        """All rows as the arrays that people encode stories in.

        Returns:
            A dict of `story` `(B, S, L)`, `story_mask` `(B, S)`, `question`
            and maybe `support`.
        """
        tables = self.arrays()
        numbers = tables["story"]
        tables["story"] = tables.pop("sentences")[numbers]
        tables["story_mask"] = numbers > 0
        return tables


def _filled(rows, width=None, fill=0):
    if width is None:
        width = max([1, *map(len, rows)])
    table = np.full((len(rows), width), fill, "int32")
    for place, row in enumerate(rows):
        table[place, : len(row)] = row
    return table
