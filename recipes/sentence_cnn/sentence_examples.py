"""What a classifier of sentences looks at, as part of a report."""

import html

import numpy as np

from recipes.running.evaluation import Section

EXAMPLES = 4
DETECTORS = 8
NGRAMS = 5
# Sentences in which n-grams are looked for.
SEARCHED = 2000


def sentence_sections(model, sentences):
    """Some sentences explained, and the strongest n-grams of detectors.

    Args:
        model: A classifier of `zoo.sentence_cnn`.
        sentences: `LabelledSentences`.

    Returns:
        A list of `Section`s.
    """
    sections = [Section("Examples", _examples(model, sentences))]
    rows, _ = model.preprocessor.token_rows(
        list(sentences.sentences[:SEARCHED])
    )
    rows = [row for row in rows if row]
    if rows and model.convolved_layers(rows[0]):
        sections.append(
            Section("Detectors", _detectors(model, sentences, rows))
        )
    return sections


def _examples(model, sentences):
    parts = []
    for sentence, label in zip(
        sentences.sentences, sentences.labels, strict=True
    ):
        words, _ = model.preprocessor.words([sentence])
        if not words[0]:
            continue
        text = html.escape(" ".join(words[0]))
        name = html.escape(sentences.class_names[label])
        parts.append(
            f"<h3>{text}</h3><p>Given: {name}</p>"
            + model.explain(words[0]).to_html()
        )
        if len(parts) == EXAMPLES:
            break
    return "".join(parts)


def _detectors(model, sentences, rows):
    """A table of the detectors that answer most, each with its n-grams."""
    best = np.max([x.max(axis=0) for x in model.activations(rows)], axis=0)
    order = np.argsort(-best, axis=None)[:DETECTORS]
    texts = list(sentences.sentences[:SEARCHED])
    lines = []
    for place in order:
        row, column = map(int, np.unravel_index(place, best.shape))
        ngrams = model.top_ngrams(texts, (row, column), NGRAMS)
        listed = "<br>".join(
            f"{html.escape(ngram)} ({value:.2f})" for ngram, value in ngrams
        )
        lines.append(
            f"<tr><td>{row}</td><td>{column}</td><td>{listed}</td></tr>"
        )
    return (
        "<p>The n-grams that activate filters of the first convolution most."
        "</p><table><tr><th>row</th><th>map</th><th>n-grams</th></tr>"
        f"{''.join(lines)}</table>"
    )
