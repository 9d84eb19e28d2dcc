"""Looks at what a model does with one story and one question."""

import numpy as np

from zoo.memory.hop_explanation import HopExplanation
from zoo.memory.story_inputs import story_questions


def explain_hops(model, x, weights_of=None):
    """Makes the explanation of one answer.

    Args:
        model: a `StoryTask` with a preprocessor.
        x: a dict of one story and one question.
        weights_of: function from the outputs of the model and the number of
            statements to `(H, S)` weights; by default those of `hops`.

    Returns:
        A `HopExplanation`.
    """
    model.check_words("explain")
    x, single = model.as_batch(x)
    asked, _ = story_questions(x)
    if not single and len(asked) != 1:
        raise TypeError(
            "`explain` takes one story with one question. Received "
            f"{len(asked)} questions."
        )
    outputs = {
        name: rows[0] for name, rows in model.predict(x, verbose=0).items()
    }
    statements, question = asked[0]
    kept = list(statements[-model.preprocessor.memory_size :])
    weights = (weights_of or found_weights)(outputs, len(kept))
    names, scores = _answers(model, outputs["answer"])
    return HopExplanation(
        statements=kept,
        question=question,
        answer=model.answer_text(outputs["answer"].argmax(axis=-1)),
        facts=[int(place) for place in outputs.get("hops", ()) if place >= 0],
        answers=names,
        scores=scores,
        unknown=model.preprocessor.unknown_words(asked),
        hop_weights=weights,
        forgotten=len(statements) - len(kept),
    )


def found_weights(outputs, size):
    """1 for the statement that a hop found, `(H, S)`."""
    found = [place for place in outputs["hops"] if place >= 0]
    return np.eye(max(size, 1))[np.array(found, int)][:, :size]


def _answers(model, scores, shown=10):
    """The best first words of an answer and their scores."""
    first = scores[0]
    best = [
        number
        for number in np.argsort(-first, kind="stable")[:shown]
        if first[number] > -1e8
    ]
    # Id 0 is the end of the answer.
    names = [model.answer_text([number]) for number in best]
    return names, first[best]
