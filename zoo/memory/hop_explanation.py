"""Which facts an answer comes from, hop by hop."""

import dataclasses
import html

import numpy as np

from zoo.memory.fact_explanation import FactExplanation


@dataclasses.dataclass
class HopExplanation(FactExplanation):
    """A `FactExplanation` with what each hop made of each statement.

    Attributes:
        hop_weights: for each hop how much it attends to each statement,
            `(H, S)`: 1 for a fact found and 0 for others; or shares.
        forgotten: number of statements in front of those, which the memory has
            no place for; places are counted from behind them.
    """

    hop_weights: np.ndarray
    forgotten: int = 0

    def to_dict(self):
        """Plain lists, numbers and words."""
        return {
            **super().to_dict(),
            "hop_weights": np.asarray(self.hop_weights).tolist(),
        }

    def to_html(self):
        """A self-contained fragment: the story, a column a hop, the answer."""
        hops = range(1, len(self.hop_weights) + 1)
        head = "".join(f"<th>hop {hop}</th>" for hop in hops)
        rows = "".join(
            f"<tr><td>{html.escape(text)}</td>"
            + "".join(map(_cell, self.hop_weights[:, place]))
            + "</tr>"
            for place, text in enumerate(self.statements)
        )
        note = ""
        if self.forgotten:
            note = f"<p>{self.forgotten} earlier statements are forgotten.</p>"
        return (
            f"{note}<table><tr><th>story</th>{head}</tr>{rows}</table>"
            f"<p>{html.escape(self.question)} "
            f"<b>{html.escape(self.answer)}</b></p>"
        )

    def plot(self):
        """A matplotlib figure: how much each hop attends to each statement."""
        from matplotlib.figure import Figure

        hops, size = len(self.hop_weights), len(self.statements)
        figure = Figure(
            figsize=(4.0 + 0.4 * hops, 1.2 + 0.25 * size),
            layout="constrained",
        )
        axes = figure.subplots()
        axes.set_title(f"{self.question} {self.answer}", fontsize=9)
        if size and hops:
            axes.imshow(
                np.asarray(self.hop_weights).T,
                aspect="auto",
                cmap="Blues",
                vmin=0,
                vmax=1,
            )
        axes.set_yticks(range(size), self.statements)
        axes.set_xticks(range(hops), [f"hop {hop + 1}" for hop in range(hops)])
        return figure


def _cell(weight):
    color = f"rgba(31, 119, 180, {float(weight):.3f})"
    text = f"{float(weight):.2f}" if weight >= 0.005 else ""
    return f'<td style="background:{color}">{text}</td>'
