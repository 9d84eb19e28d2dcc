"""What a classifier saw in an image."""

import base64
import dataclasses
import html
import io

import numpy as np


@dataclasses.dataclass
class ImageExplanation:
    """Probabilities of the classes, and what parts of the image do to them.

    Attributes:
        image: the pixels that the classifier took, `(S, S, channels)` in
            0..255.
        class_names: the classes.
        probabilities: of each class.
        effects: by how much the most probable class is less probable without
            a part of the image, `(cells, cells)`.
    """

    image: np.ndarray
    class_names: list
    probabilities: np.ndarray
    effects: np.ndarray

    @property
    def class_name(self):
        """The most probable class."""
        return self.class_names[int(self.probabilities.argmax())]

    def to_dict(self):
        """Plain lists, numbers and words."""
        return {
            "image": self.image.round().astype(int).tolist(),
            "class_names": list(self.class_names),
            "probabilities": self.probabilities.tolist(),
            "effects": self.effects.tolist(),
        }

    def to_html(self, num_classes=5):
        """A self-contained fragment: the picture, and the likeliest classes.

        Args:
            num_classes: number of classes listed.
        """
        best = np.argsort(-self.probabilities, kind="stable")[:num_classes]
        rows = "".join(
            f"<tr><td>{html.escape(self.class_names[i])}</td>"
            f"<td>{self.probabilities[i]:.3f}</td></tr>"
            for i in best
        )
        buffer = io.BytesIO()
        self.plot().savefig(buffer, format="png", dpi=80)
        data = base64.b64encode(buffer.getvalue()).decode("ascii")
        return (
            f'<img alt="{html.escape(self.class_name)}" '
            f'src="data:image/png;base64,{data}">'
            f"<table><tr><th>class</th><th>probability</th></tr>{rows}</table>"
        )

    def plot(self):
        """A matplotlib figure: the image, and the effects of its parts."""
        from matplotlib.figure import Figure

        figure = Figure(figsize=(7.0, 3.2), layout="constrained")
        left, right = figure.subplots(1, 2)
        pixels = np.clip(self.image / 255.0, 0.0, 1.0)
        left.imshow(pixels.squeeze(), cmap="gray", vmin=0.0, vmax=1.0)
        left.set_title(self.class_name)
        limit = max(float(np.abs(self.effects).max()), 1e-6)
        shown = right.imshow(
            self.effects, cmap="coolwarm", vmin=-limit, vmax=limit
        )
        right.set_title("effect of each part")
        figure.colorbar(shown, ax=right)
        for axis in (left, right):
            axis.set_axis_off()
        return figure
