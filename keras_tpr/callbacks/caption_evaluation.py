"""Scores of generated captions at the end of each epoch."""

import contextlib
import os
import pathlib

import keras

from keras_tpr.metrics import CaptionScorer

_METRICS = ("bleu", "rouge_l", "cider_d")
_SUFFIXES = (".keras", ".weights.h5")


class CaptionEvaluation(keras.callbacks.Callback):
    """Generates captions after each epoch and adds their scores to the logs.

    The loss of a captioner says little about its captions. This callback
    writes captions with `model.generate(...)`, scores them, and puts the
    scores into the logs of the epoch as `val_cider_d`, `val_bleu_4` and so
    on, where the history and every callback after it in the list find them:
    `ModelCheckpoint(path, monitor="val_cider_d", mode="max",
    save_best_only=True)`. It can also keep the best model by itself, with
    `filepath`.

    Args:
        data: what to caption, as a pair `(inputs, references)`, or for data
            that do not fit into memory an iterable of such pairs that can be
            run through every epoch, for example a `tf.data.Dataset` of
            batches. `inputs` is whatever `model.generate` takes; `references`
            are the captions of each image, a list of lists (or anything
            nested with a method `to_list`, such as a ragged tensor).
        scorer: function from generated captions and references to a dict of
            scores, usually a `CaptionScorer`; `None` for one with BLEU,
            ROUGE-L and CIDEr-D.
        prefix: put before each score's name in the logs.
        every: number of epochs from one evaluation to the next. Epochs
            between get no scores.
        filepath: file for the model with the best score so far, ending in
            `.keras` for the whole model or `.weights.h5` for its weights. It
            is replaced only when the new file is complete. `None` keeps
            nothing.
        monitor: the score (without prefix) that decides, higher is better.
        initial_value_threshold: score to exceed before anything is kept, for
            training that is resumed.
        generate_options: dict of further arguments of `model.generate`.

    Attributes:
        captions: the captions of the last evaluation.
        best, best_epoch: the best score so far and its epoch, from 0.

    Raises:
        ValueError: settings that do not fit together, or a number of captions
            that is not that of the references.
        TypeError: at the begin of training, a model without `generate`.

    Example:

    ```python
    evaluation = CaptionEvaluation(
        ({"features": features}, references),
        filepath="best.keras",
        generate_options={"max_length": 16},
    )
    model.fit(training_data, epochs=20, callbacks=[evaluation])
    evaluation.best, evaluation.captions[:3]
    ```
    """

    def __init__(
        self,
        data,
        scorer=None,
        prefix="val_",
        every=1,
        filepath=None,
        monitor="cider_d",
        initial_value_threshold=None,
        generate_options=None,
    ):
        super().__init__()
        scorer = CaptionScorer(_METRICS) if scorer is None else scorer
        if not callable(scorer):
            raise ValueError(
                "`scorer` must be a function from captions and references to "
                f"a dict, such as a `CaptionScorer`. Received: {scorer!r}"
            )
        if not isinstance(every, int) or every < 1:
            raise ValueError(
                f"`every` must be a positive integer. Received: every={every!r}"
            )
        if filepath is not None:
            filepath = _checked_path(filepath)
            _check_monitor(monitor, scorer)
        self.data = data
        self.scorer = scorer
        self.prefix = prefix
        self.every = every
        self.filepath = filepath
        self.monitor = monitor
        self.generate_options = dict(generate_options or {})
        self.captions = []
        self.best = initial_value_threshold
        self.best_epoch = None

    def on_train_begin(self, logs=None):
        if not callable(getattr(self.model, "generate", None)):
            raise TypeError(
                "`CaptionEvaluation` needs a model with a method `generate`. "
                f"Received: {type(self.model).__name__}."
            )
        if self.filepath is not None:
            self.filepath.parent.mkdir(parents=True, exist_ok=True)

    def on_epoch_end(self, epoch, logs=None):
        if (epoch + 1) % self.every:
            return
        scores = self.evaluate()
        if logs is not None:
            for name, value in scores.items():
                logs[f"{self.prefix}{name}"] = value
        if self.filepath is not None:
            self._keep_best(epoch, scores)

    def evaluate(self):
        """Captions the data with the model as it is; returns the scores."""
        captions, references = [], []
        for inputs, texts in _pairs(self.data):
            texts = _reference_lists(texts)
            written = self.model.generate(inputs, **self.generate_options)
            written = [written] if isinstance(written, str) else list(written)
            if len(written) != len(texts):
                raise ValueError(
                    "`data` must have a list of references for each caption "
                    f"that `generate` writes. Received: {len(texts)} lists of "
                    f"references for {len(written)} captions."
                )
            captions += written
            references += texts
        self.captions = captions
        return self.scorer(captions, references)

    def _keep_best(self, epoch, scores):
        if self.monitor not in scores:
            raise ValueError(
                f"`monitor` must be one of the scores {sorted(scores)}. "
                f"Received: monitor={self.monitor!r}"
            )
        score = scores[self.monitor]
        if self.best is None or score > self.best:
            self.best, self.best_epoch = score, epoch
            self._save()

    def _save(self):
        """Writes the model beside its place, then moves it there."""
        name = self.filepath.name
        partial = self.filepath.with_name(f".{os.getpid()}.{name}")
        try:
            if name.endswith(".weights.h5"):
                self.model.save_weights(partial)
            else:
                self.model.save(partial)
            os.replace(partial, self.filepath)
        finally:
            with contextlib.suppress(FileNotFoundError):
                partial.unlink()


def _checked_path(filepath):
    filepath = pathlib.Path(filepath)
    if not filepath.name.endswith(_SUFFIXES):
        raise ValueError(
            f"`filepath` must end in one of {_SUFFIXES}. "
            f"Received: {str(filepath)!r}"
        )
    return filepath


def _check_monitor(monitor, scorer):
    """Finds a wrong name before training, if the scorer tells its names."""
    names = getattr(scorer, "score_names", None)
    if names is not None and monitor not in names:
        raise ValueError(
            f"`monitor` must be one of the scorer's names {tuple(names)}. "
            f"Received: monitor={monitor!r}"
        )


def _pairs(data):
    return [data] if isinstance(data, tuple) else data


def _reference_lists(texts):
    texts = texts.to_list() if hasattr(texts, "to_list") else texts
    return [[_decoded(text) for text in captions] for captions in texts]


def _decoded(text):
    return text.decode() if isinstance(text, bytes) else text
