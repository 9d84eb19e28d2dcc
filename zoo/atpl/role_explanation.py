"""The roles of a sentence, as a person may look at them."""

import base64
import dataclasses
import html
import io

import numpy as np


@dataclasses.dataclass
class RoleExplanation:
    """The role of each word, and what was made of it.

    Attributes:
        words: the words, `T` of them.
        answers: what the model says of each word: its tag, or the word that it
            writes again.
        roles: unbinding vectors `u`, `(T, dim)`.
        role_similarity: cosines of the roles with their mean taken off,
            `(T, T)`.
        probabilities: of the answers, `(T,)`; None if there are none.
    """

    words: list
    answers: list
    roles: np.ndarray
    role_similarity: np.ndarray
    probabilities: np.ndarray | None = None

    def to_dict(self):
        """Plain lists, numbers and words."""
        return {
            field.name: _plain(getattr(self, field.name))
            for field in dataclasses.fields(self)
        }

    def to_html(self):
        """A self-contained fragment: the figure and a table of words."""
        buffer = io.BytesIO()
        self.plot().savefig(buffer, format="png", dpi=80)
        data = base64.b64encode(buffer.getvalue()).decode()
        sentence = html.escape(" ".join(self.words))
        rows = "".join(
            f"<tr><td>{html.escape(word)}</td><td>{html.escape(answer)}</td>"
            f"<td>{text}</td></tr>"
            for word, answer, text in zip(
                self.words, self.answers, self._shown(), strict=True
            )
        )
        return (
            f'<figure><img alt="{sentence}" src="data:image/png;base64,{data}">'
            f"<figcaption>{sentence}</figcaption></figure><table>{rows}</table>"
        )

    def plot(self):
        """A matplotlib figure: the roles, and how similar they are."""
        from matplotlib.figure import Figure

        count = len(self.words)
        names = [
            f"{word} {answer}"
            for word, answer in zip(self.words, self.answers, strict=True)
        ]
        side = max(3.5, 0.25 * count)
        figure = Figure(figsize=(2 * side + 2, side + 1), layout="constrained")
        left, right = figure.subplots(1, 2)
        left.imshow(self.roles[:, 1:], aspect="auto", cmap="viridis")
        left.set_yticks(range(count), names)
        left.set_xlabel("component, but for the constant one")
        left.set_title("roles")
        right.imshow(self.role_similarity, cmap="coolwarm", vmin=-1, vmax=1)
        right.set_yticks([])
        right.set_xticks(range(count), self.words, rotation=90)
        right.set_title("similarity of roles")
        return figure

    def _shown(self):
        if self.probabilities is None:
            return [""] * len(self.words)
        return [f"{probability:.3f}" for probability in self.probabilities]


def role_similarity(roles):
    """Cosines `(T, T)` of roles `(T, dim)`, without their mean."""
    centred = roles - roles.mean(axis=0)
    norms = np.linalg.norm(centred, axis=-1, keepdims=True)
    unit = centred / np.maximum(norms, 1e-12)
    return unit @ unit.T


def _plain(value):
    return value.tolist() if isinstance(value, np.ndarray) else value
