"""The data of a recipe of sentence classifiers, ready for its model."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class SentenceData:
    """Sentences of each split, and the words that the model knows.

    Args:
        splits: Dict from `train`, `validation` and `test` to
            `LabelledSentences`.
        vocabulary: Words, most frequent first.
        vectors: Fixed word vectors, or `None` for none.
        notes: Sentences for the reader of the scores.
        details: Facts for the report.
    """

    splits: dict
    vocabulary: list
    vectors: object = None
    notes: list = dataclasses.field(default_factory=list)
    details: dict = dataclasses.field(default_factory=dict)

    @property
    def class_names(self):
        """Names of the classes in the order of their numbers."""
        return self.splits["train"].class_names
