"""What a model tells of each phrase of a sentence."""

import dataclasses
import html

import numpy as np

from keras_tpr.trees import Tree, tree_svg
from keras_tpr.trees.value_colors import value_colors


@dataclasses.dataclass
class TreeExplanation:
    """Classes of all nodes of a tree, in postorder: the root is the last.

    Attributes:
        tree: the `Tree` as the model reads it.
        class_names: the classes in the order of the outputs.
        probabilities: of all classes, `(N, C)`.
        classes: the number of the most probable class of each node, `(N,)`;
            at the root, of those that are compared.
        labels: the classes that the tree came with, `(N,)`, -1 for none.
    """

    tree: Tree
    class_names: list
    probabilities: np.ndarray
    classes: np.ndarray
    labels: np.ndarray

    @property
    def phrases(self):
        """The words below each node, as text."""
        return [" ".join(node.words()) for node in self.tree.postorder()]

    def to_dict(self):
        """Plain lists, numbers and words."""
        return {
            "sentence": self.phrases[-1],
            "class": self.class_names[self.classes[-1]],
            "class_names": list(self.class_names),
            "nodes": [
                {
                    "phrase": phrase,
                    "class": self.class_names[number],
                    "label": None if label < 0 else self.class_names[label],
                    "probabilities": [round(float(p), 6) for p in row],
                }
                for phrase, number, label, row in zip(
                    self.phrases,
                    self.classes,
                    self.labels,
                    self.probabilities,
                    strict=True,
                )
            ],
        }

    def svg(self, orientation="auto"):
        """The tree as SVG, each node in the colour of its class.

        Args:
            orientation: see `keras_tpr.trees.tree_svg`.
        """
        numbers = iter(self.classes)
        drawn = self.tree.fold(
            lambda node, children: Tree(
                str(next(numbers)), children, node.word, node.position
            )
        )
        return tree_svg(
            drawn,
            values=self.classes,
            value_range=self._range,
            orientation=orientation,
        )

    def to_html(self):
        """A self-contained fragment: the tree, and what the colours mean."""
        number = self.classes[-1]
        text = (
            f"{self.class_names[number]} ({self.probabilities[-1, number]:.2f})"
        )
        if self.labels[-1] >= 0:
            text += f"; labelled {self.class_names[self.labels[-1]]}"
        return (
            f'<figure><div style="overflow-x:auto">{self.svg()}</div>'
            f"<figcaption>{html.escape(text)}<br>{self._legend()}"
            "</figcaption></figure>"
        )

    def plot(self):
        """A matplotlib figure: probabilities of the classes of each phrase."""
        from matplotlib.figure import Figure

        count = len(self.classes)
        figure = Figure(figsize=(7.0, 1.2 + 0.22 * count), layout="constrained")
        axis = figure.subplots()
        image = axis.imshow(
            self.probabilities, aspect="auto", cmap="Blues", vmin=0, vmax=1
        )
        names = range(len(self.class_names))
        axis.set_xticks(names, self.class_names, rotation=30, ha="right")
        shown = [_shortened(phrase) for phrase in self.phrases]
        axis.set_yticks(range(count), shown, fontsize=7)
        figure.colorbar(image, label="probability")
        return figure

    @property
    def _range(self):
        return (0, len(self.class_names) - 1)

    def _legend(self):
        colors = value_colors(range(len(self.class_names)), self._range)
        return " ".join(
            f'<span style="background:{color};padding:0 .4em;'
            f'border:1px solid #767676">{number}</span> {html.escape(name)}'
            for number, (name, color) in enumerate(
                zip(self.class_names, colors, strict=True)
            )
        )


def _shortened(phrase, longest=60):
    return phrase if len(phrase) <= longest else f"{phrase[: longest - 3]}..."
