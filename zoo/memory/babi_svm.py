"""A structured support vector machine that answers questions about stories.

Towards AI-Complete Question Answering: A Set of Prerequisite Toy Tasks (2015),
the baseline with external resources of Table 3.
"""

import json
import os
import pathlib

import keras
import numpy as np

from zoo import presets
from zoo.atomic_file import atomic_file, write_json
from zoo.captioning.check_positive import check_positive
from zoo.memory.answer_ranker import AnswerRanker
from zoo.memory.fact_explanation import FactExplanation
from zoo.memory.fact_features import FeatureEncoder
from zoo.memory.fact_selector import FactSelector
from zoo.memory.story_inputs import story_questions
from zoo.memory.svm_targets import (
    checked_answers,
    checked_support,
    gold_facts,
)
from zoo.memory.warn_of_several_sentences import warn_of_several_sentences

_CONFIG, _WEIGHTS = "config.json", "svm.npz"
# By which `zoo.load_model` knows what a preset holds.
_TASK, _PACKAGE = "task.json", "keras_tpr"


@keras.saving.register_keras_serializable(package=_PACKAGE)
class BabiSVM:
    """Selects up to three facts of a story and ranks answers by them.

    Two machines, each trained with the supporting facts: a `FactSelector`, and
    an `AnswerRanker`. It is no Keras model, as facts are found by search, but
    is used like one. See `zoo.babi_svm`.

    Args:
        epochs: How often training goes through the questions, at most.
        strength: How much errors of the ranker count beside the size of its
            weights.
        seed: Of the order of training.
    """

    def __init__(self, epochs=12, strength=0.1, seed=0):
        check_positive("epochs", epochs)
        if not strength > 0:
            raise ValueError(
                f"`strength` must be above 0. Received: {strength!r}."
            )
        self.epochs, self.strength, self.seed = epochs, strength, seed
        self._encoder = self._selector = self._ranker = None

    @property
    def answers(self):
        """The answers it can give, in the order of `predict`."""
        return list(self._trained(self._ranker).answers)

    def fit(self, x, y, support=None, verbose=0):
        """Trains anew.

        Args:
            x: A dict of `story`, lists of statements (or texts with one on
                each line), and `question`, texts.
            y: Answers, texts. Several words, as in `"n,s"`, are one answer.
            support: For each question the places of the statements it follows
                from, from 0, in the order of reasoning. Of more than three
                the last in the story count. None takes `x["support"]`.
            verbose: 1 shows a progress bar.

        Returns:
            A dict of lists, `fact_accuracy`: for each epoch the share of
            questions whose facts were right while it learned.

        Raises:
            TypeError, ValueError: If inputs do not fit; the first question
                that does not is named.
        """
        questions, _ = story_questions(x)
        warn_of_several_sentences(questions)
        support = x.get("support") if support is None else support
        if support is None:
            raise ValueError(
                "`support` is missing: give for each question the places of "
                "the statements it follows from, here or in `x`."
            )
        answers = checked_answers(y, questions)
        places = checked_support(support, questions)
        encoder = FeatureEncoder()
        rows = [encoder.encode(*asked, learn=True) for asked in questions]
        gold = [
            gold_facts(p, row.num_statements)
            for p, row in zip(places, rows, strict=True)
        ]
        history = {"fact_accuracy": []}
        progress = keras.utils.Progbar(self.epochs, verbose=verbose)

        def report(epoch, accuracy):
            history["fact_accuracy"].append(accuracy)
            progress.update(epoch + 1, [("fact_accuracy", accuracy)])

        ranker = AnswerRanker()
        ranker.fit(rows, gold, answers, self.strength, self.seed)
        selector = FactSelector(encoder.sizes)
        rng = np.random.default_rng(self.seed)
        selector.fit(rows, gold, self.epochs, rng, report)
        self._encoder, self._selector = encoder, selector
        self._ranker = ranker
        return history

    def predict(self, x, verbose=0):
        """Scores of all answers.

        Args:
            x: As for `fit`, or one story with one question.
            verbose: Not used; Keras models have it.

        Returns:
            An array `(B, C)`, by the order of `answers`. Words that training
            did not show are left out, see `explain`.
        """
        del verbose
        self._trained(self._selector)
        questions, _ = story_questions(x)
        warn_of_several_sentences(questions)
        scores = [self._answered(asked)[2] for asked in questions]
        return np.array(scores).reshape(len(questions), len(self.answers))

    def answer(self, x):
        """The answers to questions.

        Args:
            x: As for `predict`.

        Returns:
            A list of texts; a text for one story with one question.
        """
        _, batched = story_questions(x)
        best = [self.answers[n] for n in self.predict(x).argmax(1)]
        return best if batched else best[0]

    def explain(self, x):
        """Which facts were selected for a question.

        Args:
            x: One story with one question.

        Returns:
            A `FactExplanation`; unknown words are named there.

        Raises:
            TypeError: If there are several questions.
        """
        self._trained(self._selector)
        questions, batched = story_questions(x)
        if batched:
            raise TypeError(
                "`explain` takes one story with one question. Received lists "
                f"of {len(questions)}."
            )
        row, facts, scores = self._answered(questions[0])
        return FactExplanation(
            statements=list(questions[0].statements),
            question=questions[0].question,
            answer=self.answers[int(scores.argmax())],
            facts=[fact for fact in facts if fact < row.num_statements],
            answers=self.answers,
            scores=scores,
            unknown=row.unknown,
        )

    def get_config(self):
        """The arguments it was made with."""
        return {
            "epochs": self.epochs,
            "strength": self.strength,
            "seed": self.seed,
        }

    def save_to_preset(self, preset_dir):
        """Writes the trained machines into a directory.

        Args:
            preset_dir: The directory; made if it does not exist.
        """
        ranker = self._trained(self._ranker)
        directory = pathlib.Path(preset_dir)
        config = {
            "class_name": type(self).__name__,
            "config": self.get_config(),
            "features": self._encoder.names,
            "answers": ranker.answers,
        }
        arrays = {
            **{f"selector_{k}": v for k, v in self._selector.weights.items()},
            "ranker_features": np.array(ranker.features, "int32"),
            "ranker_weights": ranker.weights,
            "ranker_bias": ranker.bias,
        }
        name = keras.saving.get_registered_name(type(self))
        with atomic_file(directory / _WEIGHTS, "wb") as file:
            np.savez_compressed(file, **arrays)
        write_json(directory / _TASK, {"registered_name": name})
        write_json(directory / _CONFIG, config)

    @classmethod
    def from_preset(cls, preset, load_weights=True):
        """Reads what `save_to_preset` has written.

        Args:
            preset: The directory.
            load_weights: Whether to be trained already.

        Raises:
            ValueError: If the directory holds no such machines.
        """
        directory = pathlib.Path(presets.resolve(preset))
        _check_there(cls, directory / _CONFIG)
        config = json.loads((directory / _CONFIG).read_text("utf-8"))
        if config.get("class_name") != cls.__name__:
            raise ValueError(
                f"The preset {os.fspath(preset)!r} holds a "
                f"{config.get('class_name')!r}, no `{cls.__name__}`."
            )
        model = cls(**config["config"])
        if load_weights:
            _check_there(cls, directory / _WEIGHTS)
            with np.load(directory / _WEIGHTS) as arrays:
                model._read(config, arrays)
        return model

    def _read(self, config, arrays):
        self._encoder = FeatureEncoder(config["features"])
        self._selector = FactSelector(self._encoder.sizes)
        for name in self._selector.weights:
            self._selector.weights[name] = arrays[f"selector_{name}"]
        self._ranker = AnswerRanker(
            config["answers"],
            arrays["ranker_features"].tolist(),
            arrays["ranker_weights"],
            arrays["ranker_bias"],
        )

    def _answered(self, asked):
        row = self._encoder.encode(*asked)
        facts = self._selector.select(row)
        return row, facts, self._ranker.scores(row, facts)

    def _trained(self, part):
        if part is None:
            raise ValueError(
                "This `BabiSVM` is not trained. Call `fit` first, or load a "
                "trained one with `preset=`."
            )
        return part


def babi_svm(
    preset=None, epochs=12, strength=0.1, seed=0, dtype=None, load_weights=True
):
    """Answers questions by a structured SVM over facts, as a baseline.

    It selects up to three facts by exhaustive search, trained with the
    supporting facts, and ranks the answers by them. The published baseline had
    trained systems of coreference and of semantic roles; here pronouns stand
    for the nearest subject, and short sentences are split by rules on nltk's
    tagger and chunk parser, which need no download (see
    `zoo.memory.resolve_pronouns` and `zoo.memory.predicate_arguments`). They
    know English alone: with other languages only words are left.

    Args:
        preset: Directory of `save_to_preset`; only `load_weights` can go with
            it.
        epochs: How often training goes through the questions, at most.
        strength: How much errors in ranking answers count beside the size of
            the weights.
        seed: Of the order of training.
        dtype: Must be None: it is no Keras model.
        load_weights: Whether a preset is trained already.

    Returns:
        A `BabiSVM`; without `preset` it needs `fit`.

    Raises:
        ValueError: If an argument cannot go with a preset, or a dtype is given.

    Example:

    >>> import zoo
    >>> model = zoo.babi_svm()
    >>> stories = {
    ...     "story": [["Ann is in the hall."], ["Ann is in the shed."]],
    ...     "question": ["Where is Ann?", "Where is Ann?"],
    ... }
    >>> history = model.fit(stories, ["hall", "shed"], support=[[0], [0]])
    >>> model.answer({"story": "Ann is in the shed.", "question": "Where?"})
    'shed'

    Reference:
        Weston et al., Towards AI-Complete Question Answering, 2015, section 4
        and Table 3.
    """
    if dtype is not None:
        raise ValueError(
            "`dtype` does not apply to `babi_svm`, which is no Keras model. "
            f"Received: {dtype!r}."
        )
    if preset is None:
        return BabiSVM(epochs, strength, seed)
    if (epochs, strength, seed) != (12, 0.1, 0):
        raise ValueError(
            "`epochs`, `strength` and `seed` are those of the preset "
            f"{os.fspath(preset)!r}. Leave them out."
        )
    return BabiSVM.from_preset(preset, load_weights=load_weights)


def _check_there(cls, path):
    if not path.is_file():
        raise ValueError(
            f"The directory {str(path.parent)!r} holds no `{cls.__name__}`: it "
            f"has no {path.name}. Give a directory of `save_to_preset`."
        )
