"""Pairs of sentences with their scores, as part of a report."""

import html

import numpy as np

from recipes.running.evaluation import Section


def pair_examples(model, pairs, found, count=3):
    """Shows the pairs that were scored best and worst.

    Args:
        model: A relatedness model with a preprocessor.
        pairs: `Pairs`.
        found: The score found for each, `(B,)`.
        count: Number of pairs of either sort.

    Returns:
        A list of `Section`s.
    """
    order = np.argsort(abs(found - pairs.scores), kind="stable")
    return [
        _section(title, model, pairs, found, places)
        for title, places in (
            ("Test pairs that were scored best", order[:count]),
            ("Test pairs that were scored worst", order[::-1][:count]),
        )
    ]


def _section(title, model, pairs, found, places):
    parts = []
    for place in places:
        left, right = (" ".join(t.words()) for t in pairs.trees[place])
        parts.append(
            f"<p>{html.escape(left)}<br>{html.escape(right)}<br>"
            f"by people {pairs.scores[place]:.2f}, found {found[place]:.2f}"
            f"</p>{model.explain(*pairs.trees[place]).to_html()}"
        )
    return Section(title, "<hr>".join(parts))
