"""Which classes of sentences are taken for which, as part of a report."""

import html

import numpy as np

from recipes.running.evaluation import Section


def confusion_section(model, trees):
    """A table with a row for each class and a column for each answer.

    Args:
        model: A sentiment model with a preprocessor.
        trees: `Tree`s whose root has a class as label.

    Returns:
        A `Section`.
    """
    names = model.class_names
    probabilities = model.predict(trees, batch_size=256, verbose=0)
    counts = np.zeros((len(names), len(names)), int)
    answers = model.classes.judge(probabilities)
    np.add.at(counts, ([int(tree.label) for tree in trees], answers), 1)
    shown = model.classes.judged
    head = "".join(f"<th>{html.escape(names[i])}</th>" for i in shown)
    body = "".join(
        f"<tr><th>{html.escape(names[i])}</th>"
        + "".join(f'<td class="number">{counts[i, j]}</td>' for j in shown)
        + "</tr>"
        for i in shown
    )
    return Section(
        "Classes of test sentences",
        f"<table><tr><th>is, and is taken for</th>{head}</tr>{body}</table>",
    )
