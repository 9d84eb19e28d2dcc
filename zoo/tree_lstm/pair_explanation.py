"""Which phrases of two sentences a model holds alike."""

import dataclasses
import html

import numpy as np

from keras_tpr.trees import Tree, tree_svg


@dataclasses.dataclass
class PairExplanation:
    """The score of a pair, and how alike the states of its nodes are.

    Attributes:
        left, right: the `Tree`s as the model reads them.
        score: how related they are.
        probabilities: of the scores from 1 on, `(R,)`.
        similarities: cosines of the states of the nodes of both trees, in
            postorder, `(N_left, N_right)`.
    """

    left: Tree
    right: Tree
    score: float
    probabilities: np.ndarray
    similarities: np.ndarray

    @property
    def phrases(self):
        """The words below each node of both trees, as lists of texts."""
        return tuple(
            [" ".join(node.words()) for node in tree.postorder()]
            for tree in (self.left, self.right)
        )

    def alike(self, count=5):
        """The pairs of phrases that are most alike.

        Args:
            count: number of pairs.

        Returns:
            A list of `(left phrase, right phrase, cosine)`, best first.
        """
        left, right = self.phrases
        best = np.argsort(-self.similarities, axis=None, kind="stable")[:count]
        return [
            (left[i], right[j], float(self.similarities[i, j]))
            for i, j in zip(
                *np.unravel_index(best, self.similarities.shape), strict=True
            )
        ]

    def to_dict(self):
        """Plain lists, numbers and words."""
        left, right = self.phrases
        return {
            "left": " ".join(self.left.words()),
            "right": " ".join(self.right.words()),
            "score": self.score,
            "probabilities": self.probabilities.tolist(),
            "phrases": [left, right],
            "similarities": self.similarities.tolist(),
        }

    def svgs(self, orientation="auto"):
        """Both trees as SVG, nodes in the colour of their best match.

        Args:
            orientation: see `keras_tpr.trees.tree_svg`.
        """
        return [
            tree_svg(
                tree,
                values=self.similarities.max(axis=axis),
                value_range=(-1, 1),
                orientation=orientation,
            )
            for tree, axis in ((self.left, 1), (self.right, 0))
        ]

    def to_html(self):
        """A self-contained fragment: both trees, and phrases that are alike."""
        trees = "".join(
            f'<div style="overflow-x:auto">{svg}</div>' for svg in self.svgs()
        )
        rows = "".join(
            f"<tr><td>{html.escape(left)}</td><td>{html.escape(right)}</td>"
            f"<td>{cosine:.2f}</td></tr>"
            for left, right, cosine in self.alike()
        )
        return (
            f"<figure>{trees}<figcaption>relatedness {self.score:.2f}; nodes "
            "are the bluer, the more alike a phrase of the other sentence is"
            f"</figcaption></figure><table>{rows}</table>"
        )

    def plot(self):
        """A matplotlib figure: how alike each phrase is to each other one."""
        from matplotlib.figure import Figure

        left, right = self.phrases
        figure = Figure(
            figsize=(3.0 + 0.35 * len(right), 2.0 + 0.3 * len(left)),
            layout="constrained",
        )
        axis = figure.subplots()
        image = axis.imshow(
            self.similarities, aspect="auto", cmap="RdBu", vmin=-1, vmax=1
        )
        axis.set_xticks(range(len(right)), right, rotation=60, ha="right")
        axis.set_yticks(range(len(left)), left)
        axis.set_title(f"relatedness {self.score:.2f}")
        figure.colorbar(image, label="cosine")
        return figure
