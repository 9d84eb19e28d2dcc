"""What an ATPL captioner did for each word of a caption."""

import base64
import dataclasses
import html
import io

import numpy as np


@dataclasses.dataclass
class ATPLExplanation:
    """Roles, attention and fillers behind a caption of `T` words, END included.

    Attributes:
        words: the words, `T` of them.
        probabilities: of each word given those before it, `(T,)`.
        roles: unbinding vectors `u`, `(T, dim)`.
        role_attention: `a_u`, the weights of the basis roles, `(T, dim)`.
        feature_attention: `a_v`, the weights of the image features,
            `(T, feature_dim)`.
        fillers: predicted fillers `f`, `(T, dim)`.
        nearest_words: for each filler, `(word, cosine)` of the word vectors
            nearest to it.
        role_similarity: cosines of the roles with their mean taken off,
            `(T, T)`.
        attention_maps: `a_v` as a map over the image, `(T, rows, columns)`;
            None if the features are not a grid.
        image: the image as the encoder sees it, in 0..255, or None.
    """

    words: list
    probabilities: np.ndarray
    roles: np.ndarray
    role_attention: np.ndarray
    feature_attention: np.ndarray
    fillers: np.ndarray
    nearest_words: list
    role_similarity: np.ndarray
    attention_maps: np.ndarray | None = None
    image: np.ndarray | None = None

    @classmethod
    def from_internals(
        cls,
        internals,
        token_ids,
        tokens,
        embeddings,
        image=None,
        grid=None,
        num_words=3,
    ):
        """Makes an explanation from a decoder's internals of one caption."""
        logits = internals["logits"].astype("float64")
        logits -= logits.max(axis=-1, keepdims=True)
        probabilities = np.exp(logits)
        probabilities /= probabilities.sum(axis=-1, keepdims=True)
        cosines = _unit(internals["f"]) @ _unit(embeddings).T
        order = np.argsort(-cosines, axis=1)[:, :num_words]
        maps = None
        if grid is not None:
            maps = internals["a_v"].reshape(-1, *grid).mean(axis=-1)
        roles = internals["u"]
        centred = _unit(roles - roles.mean(axis=0))
        return cls(
            words=[tokens[i] for i in token_ids],
            probabilities=probabilities[np.arange(len(token_ids)), token_ids],
            roles=roles,
            role_attention=internals["a_u"],
            feature_attention=internals["a_v"],
            fillers=internals["f"],
            nearest_words=[
                [(tokens[i], float(cosines[t, i])) for i in row]
                for t, row in enumerate(order)
            ],
            role_similarity=centred @ centred.T,
            attention_maps=maps,
            image=image,
        )

    @property
    def caption(self):
        """The caption as text."""
        return " ".join(w for w in self.words if w != "<end>")

    def to_dict(self):
        """Plain lists, numbers and words."""
        return {
            field.name: _plain(getattr(self, field.name))
            for field in dataclasses.fields(self)
        }

    def to_html(self):
        """A self-contained fragment: the figure and a table of words."""
        rows = "".join(
            f"<tr><td>{html.escape(word)}</td><td>{p:.3f}</td><td>"
            + ", ".join(f"{html.escape(w)} {c:.2f}" for w, c in near)
            + "</td></tr>"
            for word, p, near in zip(
                self.words, self.probabilities, self.nearest_words, strict=True
            )
        )
        figure = self.plot()
        buffer = io.BytesIO()
        figure.savefig(buffer, format="png", dpi=80)
        data = base64.b64encode(buffer.getvalue()).decode()
        return (
            f'<figure><img alt="{html.escape(self.caption)}" '
            f'src="data:image/png;base64,{data}">'
            f"<figcaption>{html.escape(self.caption)}</figcaption></figure>"
            "<table><tr><th>word</th><th>probability</th>"
            f"<th>words nearest to the filler</th></tr>{rows}</table>"
        )

    def plot(self):
        """A matplotlib figure: attention by word, roles, their similarity."""
        from matplotlib.figure import Figure

        count = len(self.words)
        over_image = self.attention_maps is not None and self.image is not None
        heights = [1.5, 4.0] if over_image else [4.0]
        figure = Figure(
            figsize=(max(6.0, 1.1 * count), sum(heights)), layout="constrained"
        )
        parts = figure.subfigures(
            len(heights), 1, squeeze=False, height_ratios=heights
        )
        if over_image:
            axes = parts[0, 0].subplots(1, count, squeeze=False)[0]
            for axis, word, attention in zip(
                axes, self.words, self.attention_maps, strict=True
            ):
                self._draw_map(axis, word, attention)
        left, right = parts[-1, 0].subplots(1, 2)
        left.imshow(self.role_attention, aspect="auto", cmap="viridis")
        left.set_yticks(range(count), self.words)
        left.set_xlabel("basis role")
        left.set_title("role attention $a_u$")
        right.imshow(self.role_similarity, cmap="coolwarm", vmin=-1, vmax=1)
        right.set_yticks(range(count), self.words)
        right.set_xticks(range(count), self.words, rotation=90)
        right.set_title("similarity of roles")
        return figure

    def _draw_map(self, axis, word, attention):
        height, width = self.image.shape[:2]
        axis.imshow(np.clip(self.image, 0, 255) / 255.0)
        axis.imshow(
            attention,
            extent=(-0.5, width - 0.5, height - 0.5, -0.5),
            cmap="inferno",
            alpha=0.5,
            interpolation="bilinear",
            vmin=self.attention_maps.min(),
            vmax=self.attention_maps.max(),
        )
        axis.set_title(word)
        axis.set_axis_off()


def _unit(x):
    norms = np.linalg.norm(x, axis=-1, keepdims=True)
    return x / np.maximum(norms, 1e-12)


def _plain(value):
    return value.tolist() if isinstance(value, np.ndarray) else value
