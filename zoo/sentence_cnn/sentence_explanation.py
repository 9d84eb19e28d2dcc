"""What a classifier found in a sentence."""

import dataclasses
import html

import numpy as np

from keras_tpr.analysis import FeatureGraph
from zoo.sentence_cnn.feature_graph_svg import feature_graph_svg

SHOWN = 10


@dataclasses.dataclass
class SentenceExplanation:
    """Words, features and classes of a sentence of `s` words.

    Attributes:
        words: the words.
        unknown: those of them that are not in the vocabulary.
        class_names: the classes.
        probabilities: of each class.
        word_effects: for each word, by how much the most probable class would
            be less probable without it, `(s,)`.
        detectors: for each filter of the first convolution the n-gram that
            activates it most: dicts of `row`, `map`, `ngram`, `first`, `last`
            and `activation`, strongest first. Empty without convolutions.
        kept_words: for each layer, how many of the features that its k-max
            pooling kept see each word, `(L, s)`.
        kept_positions: for each layer, where the features that were kept are
            in the output of its convolution, `(k, rows, maps)`.
        graph: the strongest part of the induced feature graph, or None.
    """

    words: list
    unknown: list
    class_names: list
    probabilities: np.ndarray
    word_effects: np.ndarray
    detectors: list
    kept_words: np.ndarray
    kept_positions: list
    graph: FeatureGraph | None = None

    @property
    def class_name(self):
        """The most probable class."""
        return self.class_names[int(self.probabilities.argmax())]

    def to_dict(self):
        """Plain lists, numbers and words."""
        return {
            "words": list(self.words),
            "unknown": list(self.unknown),
            "class_names": list(self.class_names),
            "probabilities": self.probabilities.tolist(),
            "word_effects": self.word_effects.tolist(),
            "detectors": [dict(detector) for detector in self.detectors],
            "kept_words": self.kept_words.tolist(),
            "kept_positions": [p.tolist() for p in self.kept_positions],
            "graph": self.graph and self.graph.to_dict(),
        }

    def to_svg(self):
        """The feature graph as an SVG picture.

        Raises:
            ValueError: for a model without convolutions.
        """
        if self.graph is None:
            raise ValueError(
                "There is no feature graph: the model has no convolutions."
            )
        return feature_graph_svg(self.graph, self.words, self.class_name)

    def to_html(self):
        """A self-contained fragment: classes, words, features, the graph."""
        parts = [self._classes(), self._words()]
        if self.graph is not None:
            parts += [self.to_svg(), self._detectors()]
        return "".join(parts)

    def plot(self):
        """A matplotlib figure: effects of words, and what pooling kept."""
        from matplotlib.figure import Figure

        count, layers = len(self.words), len(self.kept_words)
        figure = Figure(
            figsize=(max(5.0, 0.7 * count), 2.5 + 0.5 * layers),
            layout="constrained",
        )
        axes = figure.subplots(
            2 if layers else 1,
            squeeze=False,
            height_ratios=[2.5, 0.5 * layers] if layers else None,
        )[:, 0]
        axes[0].bar(range(count), self.word_effects)
        axes[0].axhline(0.0, color="black", linewidth=0.8)
        axes[0].set_ylabel(f"effect on {self.class_name}")
        axes[-1].set_xticks(range(count), self.words, rotation=90)
        if layers:
            axes[0].set_xticks([])
            axes[0].set_xlim(-0.5, count - 0.5)
            axes[1].imshow(self.kept_words, aspect="auto", cmap="Blues")
            names = [f"layer {n + 1}" for n in range(layers)]
            axes[1].set_yticks(range(layers), names)
            axes[1].set_title("features kept that see each word", fontsize=9)
        return figure

    def _classes(self):
        rows = "".join(
            f"<tr><td>{html.escape(name)}</td><td>{value:.3f}</td></tr>"
            for name, value in zip(
                self.class_names, self.probabilities, strict=True
            )
        )
        return (
            f"<table><tr><th>class</th><th>probability</th></tr>{rows}</table>"
        )

    def _words(self):
        head = "<th>word</th><th>effect</th>" + "".join(
            f"<th>kept in layer {n + 1}</th>"
            for n in range(len(self.kept_words))
        )
        rows = "".join(
            f"<tr><td>{html.escape(word)}</td><td>{effect:+.3f}</td>"
            + "".join(f"<td>{count}</td>" for count in counts)
            + "</tr>"
            for word, effect, *counts in zip(
                self.words, self.word_effects, *self.kept_words, strict=True
            )
        )
        return f"<table><tr>{head}</tr>{rows}</table>"

    def _detectors(self):
        rows = "".join(
            f"<tr><td>{d['row']}</td><td>{d['map']}</td>"
            f"<td>{html.escape(d['ngram'])}</td>"
            f"<td>{d['activation']:.3f}</td></tr>"
            for d in self.detectors[:SHOWN]
        )
        return (
            "<table><tr><th>row</th><th>map</th><th>strongest n-gram</th>"
            f"<th>activation</th></tr>{rows}</table>"
        )
