"""How a parse grew, row by row."""

import dataclasses
import html

import numpy as np

from keras_tpr.trees import Tree, to_brackets, tree_svg, tree_text


@dataclasses.dataclass
class ParseExplanation:
    """A tree, and what was held probable on the way to it.

    Attributes:
        tree: the `Tree`.
        tags: `(tag, probability)` of each word.
        rows: for each row from 2 its parts, `(words, label, probability)`; the
            label None of a part that was carried over. The probability is that
            of the part's beginning where rows are decided one by one, and of
            the phrase where they are decided together.
    """

    tree: Tree
    tags: list
    rows: list

    def to_dict(self):
        """Plain lists, numbers and words."""
        return {
            "tree": to_brackets(self.tree),
            "tags": [[tag, float(p)] for tag, p in self.tags],
            "rows": [
                [[*part[:2], float(part[2])] for part in row]
                for row in self.rows
            ],
        }

    def to_text(self):
        """The growing tree: a line for each row, and the tree."""
        lines = [
            f"{number:2}  " + "  ".join(_shown(*part) for part in row)
            for number, row in enumerate(self.rows, start=2)
        ]
        return "\n".join([*lines, tree_text(self.tree)])

    def to_html(self):
        """A self-contained fragment: the tree and a table of its rows."""
        rows = "".join(
            f"<tr><td>{number}</td><td>"
            + " ".join(
                f'<span style="border:1px solid #767676" title="{part[2]:.3f}">'
                f"{html.escape(_shown(*part))}</span>"
                for part in row
            )
            + "</td></tr>"
            for number, row in enumerate(self.rows, start=2)
        )
        return (
            f'<figure><div style="overflow-x:auto">{tree_svg(self.tree)}</div>'
            f"</figure><table><tr><th>row</th><th>parts</th></tr>{rows}"
            "</table>"
        )

    def plot(self):
        """A matplotlib figure: the rows above each other, parts as boxes."""
        from matplotlib.figure import Figure

        words = self.tree.words()
        figure = Figure(
            figsize=(max(5.0, 0.9 * len(words)), 1.5 + 0.4 * len(self.rows)),
            layout="constrained",
        )
        axis = figure.subplots()
        for number, row in enumerate(self.rows, start=2):
            left = 0
            for text, label, probability in row:
                width = len(text.split(" "))
                shade = 1.0 - 0.6 * float(np.clip(probability, 0, 1))
                axis.barh(
                    number,
                    width,
                    left=left,
                    color=(shade, shade, 1.0) if label else "0.95",
                    edgecolor="0.4",
                )
                axis.text(
                    left + width / 2,
                    number,
                    label or "",
                    ha="center",
                    va="center",
                )
                left += width
        places = np.arange(len(words)) + 0.5
        axis.set_xticks(places, words, rotation=60, ha="right")
        axis.set_yticks(range(2, 2 + len(self.rows)))
        axis.set_ylabel("row")
        return figure


def _shown(words, label, probability):
    return f"[{words}]" if label is None else f"[{label} {words}]"
