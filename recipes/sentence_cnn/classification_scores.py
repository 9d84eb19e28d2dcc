"""How many sentences are classified as people did, and which are not."""

import html

import numpy as np

from recipes.running.evaluation import Section


def classification_scores(model, sentences, split):
    """Classifies the sentences of a split.

    Args:
        model: A classifier of `zoo.sentence_cnn`.
        sentences: `LabelledSentences`.
        split: Its name.

    Returns:
        `(scores, section)`: a dict of `accuracy` and `macro_f1`, the mean over
        the classes that occur, and a table of the classes given and found.
    """
    found = model.predict(list(sentences.sentences), batch_size=256, verbose=0)
    found = found.argmax(axis=1)
    size = len(sentences.class_names)
    counts = np.zeros((size, size), int)
    np.add.at(counts, (np.asarray(sentences.labels), found), 1)
    scores = {
        "accuracy": float(np.trace(counts) / counts.sum()),
        "macro_f1": _macro_f1(counts),
    }
    return scores, Section(
        f"Classes: {split}", _table(counts, sentences.class_names)
    )


def _macro_f1(counts):
    right = np.diag(counts)
    both = counts.sum(axis=0) + counts.sum(axis=1)
    return float(np.mean((2 * right / np.maximum(both, 1))[both > 0]))


def _table(counts, names):
    head = "".join(f"<th>{html.escape(name)}</th>" for name in names)
    rows = "".join(
        f"<tr><th>{html.escape(name)}</th>"
        + "".join(f'<td class="number">{count}</td>' for count in row)
        + "</tr>"
        for name, row in zip(names, counts, strict=True)
    )
    return (
        "<p>Rows are the classes given, columns those found.</p>"
        f"<table><tr><th></th>{head}</tr>{rows}</table>"
    )
