"""Looks at what a classifier does with one sentence."""

import numpy as np
from keras import ops

from keras_tpr.analysis import feature_graph
from keras_tpr.analysis.top_ngrams import ngram_span
from zoo.sentence_cnn.sentence_explanation import SentenceExplanation


def explain_sentence(model, words, num_features, num_below):
    """Makes the explanation of a sentence.

    Args:
        model: a `SentenceClassifier` with a preprocessor.
        words: list of words.
        num_features, num_below: see `keras_tpr.analysis.feature_graph`.

    Returns:
        A `SentenceExplanation`.
    """
    (token_ids,) = model.preprocessor.tokenizer([words])
    if not token_ids:  # with `oov="drop"`
        raise ValueError(
            f"None of the words {words!r} is in the vocabulary of "
            f"{model.preprocessor.tokenizer.vocabulary_size()} words."
        )
    unknown = model.preprocessor.tokenizer.unknown_words([words])
    if model.preprocessor.tokenizer.unk_token_id is None:
        words = [word for word in words if word not in unknown]
    probabilities, effects = _effects(model, token_ids)
    layers = model.convolved_layers(token_ids)
    return SentenceExplanation(
        words=words,
        unknown=[word for word in words if word in unknown],
        class_names=model.class_names,
        probabilities=probabilities,
        word_effects=effects,
        detectors=_detectors(model, token_ids, words) if layers else [],
        kept_words=kept_words(layers, len(words)),
        kept_positions=[layer.positions for layer in layers],
        graph=_graph(
            model, token_ids, layers, probabilities, num_features, num_below
        ),
    )


def kept_words(layers, length):
    """How many features that a layer kept see each word, `(L, s)`.

    Args:
        layers: list of `keras_tpr.analysis.ConvolvedLayer`.
        length: number of words.
    """
    # Which words each feature below sees, as first and last one.
    first = last = np.arange(length)[:, None, None]
    counts = np.zeros((len(layers), length), int)
    for number, layer in enumerate(layers):
        first, last = _spans(layer, first, last)
        for low, high in zip(first.flat, last.flat, strict=True):
            counts[number, low : high + 1] += 1
    return counts


def _spans(layer, first, last):
    """First and last word that each kept feature sees, `(k, R', maps)`."""
    width, num_below = layer.kernel.shape[0], len(first)
    spans = np.zeros((2, *layer.positions.shape), int)
    for place in np.ndindex(layer.positions.shape):
        low, high = ngram_span(layer.positions[place], width, num_below)
        rows = slice(None)
        if first.shape[1] > 1:
            rows = slice(layer.fold * place[1], layer.fold * (place[1] + 1))
        spans[(0, *place)] = first[low : high + 1, rows].min()
        spans[(1, *place)] = last[low : high + 1, rows].max()
    return spans


def _effects(model, token_ids):
    """Probabilities, and how much of the best one each word brings."""
    without = [
        token_ids[:place] + token_ids[place + 1 :]
        for place in range(len(token_ids))
    ]
    rows = np.zeros((len(without) + 1, len(token_ids)), "int32")
    for place, row in enumerate([token_ids, *without]):
        rows[place, : len(row)] = row
    outputs = ops.convert_to_numpy(model({"token_ids": rows}, training=False))
    best = outputs[0].argmax()
    return outputs[0], outputs[0, best] - outputs[1:, best]


def _detectors(model, token_ids, words):
    """The n-gram that each detector answers most, strongest first."""
    (activations,) = model.activations([token_ids])
    width = model.backbone.get_layer("convolution_1").width
    found = []
    for row, column in np.ndindex(activations.shape[1:]):
        values = activations[:, row, column]
        place = int(values.argmax())
        first, last = ngram_span(place, width, len(words))
        found.append(
            {
                "row": row,
                "map": column,
                "ngram": " ".join(words[first : last + 1]),
                "first": first,
                "last": last,
                "activation": float(values[place]),
            }
        )
    return sorted(found, key=lambda detector: -detector["activation"])


def _graph(model, token_ids, layers, probabilities, num_features, num_below):
    if not layers:
        return None
    embeddings = model.backbone.word_vectors()
    kernel = ops.convert_to_numpy(model.head.kernel.value)
    best = probabilities.argmax()
    # What speaks for the class and not for all classes.
    weights = kernel[:, best] - kernel.mean(axis=1)
    kept, *others = layers[-1].values.shape
    weights = weights.reshape(-1, *others)[:kept]
    return feature_graph(
        embeddings[token_ids], layers, weights, num_features, num_below
    )
