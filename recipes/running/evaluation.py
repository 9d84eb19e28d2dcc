"""What a recipe finds out about a trained model."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Section:
    """A part of the report: a heading and a fragment of HTML.

    Pictures belong inside it as data, so that the report is one file.
    """

    title: str
    html: str


@dataclasses.dataclass(frozen=True)
class Evaluation:
    """Scores of a model and what to show for them.

    Args:
        scores: Dict from a data split to a dict of scores.
        notes: Sentences a reader of the scores has to know, such as why one
            is missing.
        sections: `Section`s of the report.
        outputs: Dict from file names to values to be written there as JSON.
        details: Dict of further facts, such as the size of the vocabulary.
    """

    scores: dict
    notes: list = dataclasses.field(default_factory=list)
    sections: list = dataclasses.field(default_factory=list)
    outputs: dict = dataclasses.field(default_factory=dict)
    details: dict = dataclasses.field(default_factory=dict)
