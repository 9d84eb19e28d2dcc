"""The baselines of Table 3 of bAbI, trained and tested on one task.

Weston et al., Towards AI-Complete Question Answering (2015).
"""

import dataclasses
import time

import keras

import zoo
from zoo.memory.story_ngrams import ngram_vocabulary

_NGRAM_EPOCHS = 30
# Published test accuracies on tasks 1 to 20, with 1,000 training questions.
PUBLISHED = {
    "ngram": (
        *(36, 2, 7, 50, 20, 49, 52, 40, 62, 45),
        *(29, 9, 26, 19, 20, 43, 46, 52, 0, 76),
    ),
    "svm": (
        *(99, 74, 17, 98, 83, 99, 69, 70, 100, 99),
        *(100, 96, 99, 99, 96, 24, 61, 62, 49, 95),
    ),
}


@dataclasses.dataclass(frozen=True)
class Cell:
    """What one model does on one task.

    Args:
        model: The trained model.
        train_accuracy: Share of training questions answered as they should.
        test_accuracy: The same, of test questions.
        predictions: The answers to the test questions.
        seconds: How long training and testing took.
    """

    model: object
    train_accuracy: float
    test_accuracy: float
    predictions: list
    seconds: float


def train_baseline(method, train, test, seed=0):
    """Trains and tests a baseline.

    Args:
        method: `"ngram"` or `"svm"`.
        train: `StoryData` to train on.
        test: `StoryData` to test on. A question whose answer training did not
            show counts as wrong.
        seed: A non-negative integer.

    Returns:
        A `Cell`.

    Raises:
        ValueError: For an unknown method.
    """
    begin = time.perf_counter()
    model = baseline_model(method, train, seed)
    predictions = model.answer(test.x)
    return Cell(
        model,
        _accuracy(model.answer(train.x), train.answers),
        _accuracy(predictions, test.answers),
        predictions,
        time.perf_counter() - begin,
    )


def baseline_model(method, train, seed=0):
    """Trains a baseline; see `train_baseline`.

    Returns:
        The model.
    """
    if method not in _TRAIN:
        raise ValueError(
            f"`method` must be one of {', '.join(_TRAIN)}. Received: "
            f"{method!r}."
        )
    return _TRAIN[method](train, seed)


def _train_ngram(train, seed):
    keras.utils.set_random_seed(seed)
    model = zoo.babi_ngram(
        vocabulary=ngram_vocabulary(train.x),
        class_names=sorted(set(train.answers)),
    )
    model.fit(train.x, train.answers, epochs=_NGRAM_EPOCHS, verbose=0)
    return model


def _train_svm(train, seed):
    model = zoo.babi_svm(seed=seed)
    model.fit(train.x, train.answers, train.support)
    return model


_TRAIN = {"ngram": _train_ngram, "svm": _train_svm}


def _accuracy(given, wanted):
    pairs = list(zip(given, wanted, strict=True))
    return sum(one == other for one, other in pairs) / len(pairs)
