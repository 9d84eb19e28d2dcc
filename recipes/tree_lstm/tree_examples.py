"""Trees with the class that a model finds for each phrase, for a report."""

from recipes.running.evaluation import Section

# Trees of more words are hard to take in.
LONGEST = 14


def tree_examples(model, trees, count=6):
    """Draws trees in the colours of their classes.

    Args:
        model: A `TreeLSTMSentiment` with a preprocessor.
        trees: `Tree`s.
        count: Number of trees, the first that are not long.

    Returns:
        A `Section`.
    """
    short = [tree for tree in trees if len(tree.words()) <= LONGEST]
    chosen = (short or trees)[:count]
    return Section(
        "Test sentences with the class found for each phrase",
        "".join(model.explain(tree).to_html() for tree in chosen),
    )
