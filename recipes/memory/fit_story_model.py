"""Trains a model of `zoo.memory` on the questions of a cell."""

import keras

from recipes.memory.cell import Trained
from recipes.memory.stop_when_learned import StopWhenLearned
from recipes.memory.story_stream import story_stream

EVALUATED = 250  # questions at a time


def fit_story_model(
    model, settings, questions, seed, optimizer, epochs, learned=0.0
):
    """Compiles and trains a model.

    Args:
        model: A `StoryTask`.
        settings: `TableSettings`.
        questions: `StoryData`.
        seed: Of the order of batches.
        optimizer: A Keras optimizer.
        epochs: Passes over the questions at most.
        learned: Training loss at which there is nothing left to learn.

    Returns:
        The training loss of each epoch.
    """
    batches, _, stream = story_stream(
        model, questions, settings.batch_size, seed
    )
    updates = len(batches)
    at_once = next(n for n in (8, 4, 2, 1) if updates % n == 0)
    model.compile(optimizer, steps_per_execution=at_once)
    history = keras.Model.fit(
        model,
        stream(0),
        epochs=epochs,
        steps_per_epoch=updates,
        shuffle=False,
        verbose=0,
        callbacks=[StopWhenLearned(learned)],
    )
    return history.history["loss"]


def trained(model, losses):
    """What a cell needs of a trained `StoryTask`."""

    def answer(x):
        outputs = model.predict(x, batch_size=EVALUATED, verbose=0)
        best = outputs["answer"].argmax(axis=-1)
        answers = [model.answer_text(ids) for ids in best]
        facts = None
        if model.needs_support:
            facts = [
                [i for i in row if i >= 0] for row in outputs["hops"].tolist()
            ]
        return answers, facts

    return Trained(answer, model.count_params(), losses[-1], len(losses))
