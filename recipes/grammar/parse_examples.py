"""Some parses of a test set, as part of a report."""

import html

from keras_tpr.trees import tree_svg
from recipes.running.evaluation import Section

_SHOWN = 4


def parse_examples(model, gold, found):
    """Short sentences with a wrong parse beside the gold one, and rows.

    Args:
        model: A `zoo.ATPLParser` with a preprocessor.
        gold: `Tree`s.
        found: `Tree`s that were predicted.

    Returns:
        A `Section`.
    """
    wrong = [
        pair
        for pair in zip(gold, found, strict=True)
        if pair[0] != pair[1] and len(pair[0].words()) > 4
    ]
    wrong = sorted(wrong, key=lambda pair: len(pair[0].words()))[:_SHOWN]
    parts = [
        f"<h3>{html.escape(' '.join(tree.words()))}</h3>"
        f"<p>gold</p><div>{tree_svg(tree)}</div>"
        f"<p>found</p>{model.explain(tree.words()).to_html()}"
        for tree, _ in wrong
    ]
    return Section("Sentences that are parsed wrong", "".join(parts))
