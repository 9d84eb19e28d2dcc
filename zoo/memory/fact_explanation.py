"""Which facts an answer comes from."""

import dataclasses
import html

import numpy as np


@dataclasses.dataclass
class FactExplanation:
    """The answer to a question, and the facts behind it.

    Attributes:
        statements: The story.
        question: The question.
        answer: The answer of the highest score.
        facts: Places of the statements used, in the order of reasoning.
        answers: All answers the model knows.
        scores: Their scores, `(C,)`.
        unknown: Words that training did not show; they were left out.
    """

    statements: list
    question: str
    answer: str
    facts: list
    answers: list
    scores: np.ndarray
    unknown: list

    @property
    def fact_texts(self):
        """The statements used, in the order of reasoning."""
        return [self.statements[place] for place in self.facts]

    def to_dict(self):
        """Plain lists, numbers and words."""
        return {
            **dataclasses.asdict(self),
            "facts": [int(place) for place in self.facts],
            "scores": np.asarray(self.scores).tolist(),
        }

    def to_html(self):
        """A self-contained fragment: the story with its facts, the answer."""
        steps = {place: step for step, place in enumerate(self.facts, start=1)}
        rows = "".join(
            f"<tr><td>{steps.get(place, '')}</td><td>"
            + (f"<b>{text}</b>" if place in steps else text)
            + "</td></tr>"
            for place, text in enumerate(map(html.escape, self.statements))
        )
        return (
            f"<table><tr><th>fact</th><th>story</th></tr>{rows}</table>"
            f"<p>{html.escape(self.question)} "
            f"<b>{html.escape(self.answer)}</b></p>"
        )

    def plot(self):
        """A matplotlib figure: the scores of the answers."""
        from matplotlib.figure import Figure

        order = np.argsort(self.scores)
        figure = Figure(
            figsize=(5.0, 1.0 + 0.3 * len(order)), layout="constrained"
        )
        axes = figure.subplots()
        names = [self.answers[number] for number in order]
        axes.barh(range(len(order)), np.asarray(self.scores)[order])
        axes.set_yticks(range(len(order)), names)
        axes.set_xlabel("score")
        axes.set_title(self.question, fontsize=9)
        return figure
