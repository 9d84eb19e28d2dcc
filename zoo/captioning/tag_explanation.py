"""The tags found in an image."""

import dataclasses
import html

import numpy as np


@dataclasses.dataclass
class TagExplanation:
    """The most probable tags of an image, best first.

    Attributes:
        tags: the tags.
        probabilities: of each.
    """

    tags: list
    probabilities: np.ndarray

    def to_dict(self):
        """Plain lists, numbers and words."""
        return {
            "tags": list(self.tags),
            "probabilities": self.probabilities.tolist(),
        }

    def to_html(self):
        """A table."""
        rows = "".join(
            f"<tr><td>{html.escape(tag)}</td><td>{probability:.3f}</td></tr>"
            for tag, probability in zip(
                self.tags, self.probabilities, strict=True
            )
        )
        return f"<table><tr><th>tag</th><th>probability</th></tr>{rows}</table>"

    def plot(self):
        """A matplotlib figure: a bar for each tag."""
        from matplotlib.figure import Figure

        figure = Figure(
            figsize=(5.0, 1.0 + 0.3 * len(self.tags)), layout="constrained"
        )
        axis = figure.subplots()
        axis.barh(self.tags, self.probabilities)
        axis.invert_yaxis()
        axis.set_xlim(0, 1)
        axis.set_xlabel("probability")
        return figure
