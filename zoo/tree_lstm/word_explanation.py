"""How much each word of a sentence adds to what a model makes of it."""

import dataclasses
import html

import numpy as np


@dataclasses.dataclass
class WordExplanation:
    """What becomes of a model's answer without each of the words.

    Attributes:
        sentences: lists of words: one, or the two of a pair.
        answer: what was found, as text: a class, or a score.
        value: the number behind it: the probability of that class, or the
            score.
        probabilities: of all outcomes, `(C,)`.
        outcomes: their names.
        influences: for each sentence an array with, for each word, `value`
            less what it is when the word is left out; 0 for a lone word.
    """

    sentences: list
    answer: str
    value: float
    probabilities: np.ndarray
    outcomes: list
    influences: list

    def to_dict(self):
        """Plain lists, numbers and words."""
        found = dataclasses.asdict(self)
        found["probabilities"] = self.probabilities.tolist()
        found["influences"] = [i.tolist() for i in self.influences]
        return found

    def to_html(self):
        """A fragment: words in the colour of their influence, and a table."""
        from keras_tpr.trees.value_colors import value_colors

        most = max((abs(i).max() for i in self.influences), default=0) or 1.0
        lines = []
        for words, influences in zip(
            self.sentences, self.influences, strict=True
        ):
            colors = value_colors(influences, (-most, most))
            spans = (
                f'<span style="background:{color}" title="{value:+.3f}">'
                f"{html.escape(word)}</span>"
                for word, value, color in zip(
                    words, influences, colors, strict=True
                )
            )
            lines.append(f"<p>{' '.join(spans)}</p>")
        rows = "".join(
            f"<tr><td>{html.escape(name)}</td><td>{probability:.3f}</td></tr>"
            for name, probability in zip(
                self.outcomes, self.probabilities, strict=True
            )
        )
        return (
            f"<p>{html.escape(self.answer)}: {self.value:.3f}</p>"
            f"{''.join(lines)}<table>{rows}</table>"
        )

    def plot(self):
        """A matplotlib figure: a bar for each word of each sentence."""
        from matplotlib.figure import Figure

        longest = max(map(len, self.sentences))
        count = len(self.sentences)
        figure = Figure(
            figsize=(max(5.0, 0.5 * longest), 2.4 * count),
            layout="constrained",
        )
        axes = figure.subplots(count, squeeze=False)[:, 0]
        for axis, words, influences in zip(
            axes, self.sentences, self.influences, strict=True
        ):
            axis.bar(range(len(words)), influences)
            axis.set_xticks(range(len(words)), words, rotation=60, ha="right")
            axis.axhline(0, color="0.5", linewidth=0.8)
            axis.set_ylabel("influence")
        axes[0].set_title(f"{self.answer}: {self.value:.3f}")
        return figure


def influences(values, count):
    """What each of `count` words adds.

    Args:
        values: of the whole sentence, then of it `without_each_word`.
        count: number of words.
    """
    if count < 2:
        return np.zeros(count, "float32")
    return values[0] - values[1:]


def without_each_word(words):
    """The sentence without each of its words; a lone word has no such form."""
    if len(words) < 2:
        return []
    return [words[:n] + words[n + 1 :] for n in range(len(words))]
