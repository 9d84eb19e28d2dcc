"""A DCNN with words on the current back end: predictions and training.

KERAS_BACKEND=jax python sentences_on_backend.py OUTPUT.npz
"""

import sys

import numpy as np
import tensorflow as tf
from atpl_weights import randomize
from small_questions import CLASSES, LABELS, QUESTIONS, SMALL, WORDS

import zoo


def results():
    """A dict of arrays."""
    model = zoo.dcnn(
        config=SMALL, vocabulary=WORDS, class_names=CLASSES, dropout=0.0
    )
    randomize(model)
    found = {"predicted": model.predict(QUESTIONS, batch_size=2, verbose=0)}
    explanation = model.explain(QUESTIONS[1])
    found["effects"] = explanation.word_effects
    found["kept"] = explanation.kept_words
    # One batch, so that its order does not matter.
    history = model.fit(
        QUESTIONS,
        LABELS,
        epochs=2,
        validation_data=(QUESTIONS, LABELS),
        verbose=0,
    )
    found["losses"] = np.array(history.history["val_loss"])
    found["trained"] = model.predict(QUESTIONS, verbose=0)
    history = model.fit(
        tf.data.Dataset.from_tensor_slices((QUESTIONS, LABELS)).batch(5),
        validation_data=(QUESTIONS, LABELS),
        verbose=0,
    )
    found["losses of a dataset"] = np.array(history.history["val_loss"])
    return found


if __name__ == "__main__":
    np.savez(sys.argv[1], **results())
