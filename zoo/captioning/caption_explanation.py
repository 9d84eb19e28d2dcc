"""How a captioner came to each word of a caption."""

import base64
import dataclasses
import html
import io

import numpy as np


@dataclasses.dataclass
class CaptionExplanation:
    """What a captioner held likely at each of the `T` words, END included.

    Attributes:
        words: the words, `T` of them.
        probabilities: of each word given those before it, `(T,)`.
        alternatives: for each position, `(word, probability)` of the words
            held most likely there, best first.
        tags: `(tag, probability)` of the most probable image tags, best
            first; None for a captioner without tags. A tag without a name is
            its number.
        image: the image as the encoder sees it, in 0..255, or None.
    """

    words: list
    probabilities: np.ndarray
    alternatives: list
    tags: list | None = None
    image: np.ndarray | None = None

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
        buffer = io.BytesIO()
        self.plot().savefig(buffer, format="png", dpi=80)
        data = base64.b64encode(buffer.getvalue()).decode()
        caption = html.escape(self.caption)
        return (
            f'<figure><img alt="{caption}" src="data:image/png;base64,{data}">'
            f"<figcaption>{caption}</figcaption></figure>" + self._table()
        )

    def plot(self):
        """A matplotlib figure: probabilities of the words, and the tags."""
        from matplotlib.figure import Figure

        count = len(self.words)
        figure = Figure(
            figsize=(max(6.0, 0.8 * count), 3.0), layout="constrained"
        )
        parts = figure.subplots(1, 1 if self.tags is None else 2, squeeze=False)
        axis = parts[0, 0]
        axis.bar(range(count), self.probabilities)
        axis.set_xticks(range(count), self.words, rotation=90)
        axis.set_ylim(0, 1)
        axis.set_title("probability of each word")
        if self.tags is not None:
            axis = parts[0, 1]
            names = [str(tag) for tag, _ in self.tags]
            axis.barh(names, [probability for _, probability in self.tags])
            axis.invert_yaxis()
            axis.set_xlim(0, 1)
            axis.set_title("image tags")
        return figure

    def _columns(self):
        """Heading -> one text for each word, of the table."""
        return {"held most likely": [listed(row) for row in self.alternatives]}

    def _table(self):
        columns = self._columns()
        head = "".join(f"<th>{html.escape(name)}</th>" for name in columns)
        rows = "".join(
            f"<tr><td>{html.escape(word)}</td><td>{probability:.3f}</td>"
            + "".join(f"<td>{html.escape(text)}</td>" for text in texts)
            + "</tr>"
            for word, probability, *texts in zip(
                self.words, self.probabilities, *columns.values(), strict=True
            )
        )
        return (
            f"<table><tr><th>word</th><th>probability</th>{head}</tr>{rows}"
            "</table>"
        )


def explained_words(logits, token_ids, tokens, num_words):
    """The first three attributes of an explanation, as a dict.

    Args:
        logits: `(T, V)`.
        token_ids: the caption, END included, `(T,)`.
        tokens: the word of each id.
        num_words: number of alternatives.
    """
    logits = logits.astype("float64")
    logits = logits - logits.max(axis=-1, keepdims=True)
    probabilities = np.exp(logits)
    probabilities /= probabilities.sum(axis=-1, keepdims=True)
    best = np.argsort(-probabilities, axis=1, kind="stable")[:, :num_words]
    return {
        "words": [tokens[i] for i in token_ids],
        "probabilities": probabilities[np.arange(len(token_ids)), token_ids],
        "alternatives": [
            [(tokens[i], float(probabilities[t, i])) for i in row]
            for t, row in enumerate(best)
        ],
    }


def listed(pairs):
    """Pairs of a word and a number as text."""
    return ", ".join(f"{word} {value:.2f}" for word, value in pairs)


def _plain(value):
    return value.tolist() if isinstance(value, np.ndarray) else value
