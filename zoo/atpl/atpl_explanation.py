"""What an ATPL captioner did for each word of a caption."""

import dataclasses

import numpy as np

from zoo.captioning.caption_explanation import CaptionExplanation, listed


@dataclasses.dataclass(kw_only=True)
class ATPLExplanation(CaptionExplanation):
    """Roles, attention and fillers behind a caption of `T` words, END included.

    Attributes:
        words, probabilities, alternatives, tags, image: of every
            `CaptionExplanation`.
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
    """

    roles: np.ndarray
    role_attention: np.ndarray
    feature_attention: np.ndarray
    fillers: np.ndarray
    nearest_words: list
    role_similarity: np.ndarray
    attention_maps: np.ndarray | None = None

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

    def _columns(self):
        return {
            **super()._columns(),
            "words nearest to the filler": [
                listed(row) for row in self.nearest_words
            ],
        }

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


def explained_roles(internals, embeddings, tokens, num_words):
    """The attributes of an explanation that only ATPL has, as a dict.

    Args:
        internals: dict of the decoder's internals of one caption.
        embeddings: the word vectors, `(V, dim)`.
        tokens: the word of each id.
        num_words: number of words near each filler.
    """
    cosines = _unit(internals["f"]) @ _unit(embeddings).T
    order = np.argsort(-cosines, axis=1)[:, :num_words]
    roles = internals["u"]
    centred = _unit(roles - roles.mean(axis=0))
    return {
        "roles": roles,
        "role_attention": internals["a_u"],
        "feature_attention": internals["a_v"],
        "fillers": internals["f"],
        "nearest_words": [
            [(tokens[i], float(cosines[t, i])) for i in row]
            for t, row in enumerate(order)
        ],
        "role_similarity": centred @ centred.T,
    }


def attention_maps(attention, grid):
    """`(T, rows, columns)` of `a_v` `(T, n)`, or None without a grid.

    Args:
        attention: weights of the features.
        grid: `(rows, columns, channels)` of the features, or None.
    """
    if grid is None:
        return None
    return attention.reshape(-1, *grid).mean(axis=-1)


def _unit(x):
    norms = np.linalg.norm(x, axis=-1, keepdims=True)
    return x / np.maximum(norms, 1e-12)
