"""What all models that answer questions about stories share."""

import keras
import keras_hub
import numpy as np
from keras import ops

from zoo.memory.check_dataset import check_dataset
from zoo.memory.encoded_stories import encoded_rows, is_encoded
from zoo.memory.story_answers import SEPARATOR
from zoo.memory.story_batches import StoryBatches
from zoo.memory.story_inputs import story_questions
from zoo.text_rows import in_graph
from zoo.vocabulary_check import check_vocabulary


class StoryTask(keras_hub.models.Task):
    """Base of the models: a backbone with a preprocessor.

    Inputs are a dict of `story` and `question`, lists of texts, for a model
    with a preprocessor; ids, see the backbone; or datasets of batches of
    either. What is in memory is encoded once, checked as a whole, and batched
    by length. Answers are texts, with commas between several words, or ids.

    Subclasses say what the loss is, by `answer_loss`.

    Args:
        backbone: the backbone; its output has `answer`, scores of words.
        preprocessor: a `StoryPreprocessor`, or None for encoded inputs.
    """

    needs_support = False

    def __init__(self, backbone, preprocessor=None, **kwargs):
        check_vocabulary(backbone, preprocessor)

        # Layers
        self.backbone = backbone
        self.preprocessor = preprocessor

        # Graph
        inputs = backbone.input
        super().__init__(inputs=inputs, outputs=backbone(inputs), **kwargs)
        # What may be left out is none of the graph's business.
        self.input_spec = None

    def call(self, inputs, training=None, mask=None):
        return self.backbone(inputs, training=training)

    @property
    def max_answer_words(self):
        return self.backbone.max_answer_words

    def compile(self, optimizer="auto", loss="auto", *, metrics="auto", **k):
        """Configures training.

        By default Adam with learning rate 0.01, the loss of the model, and
        `accuracy`, the share of answers all words of which are right; with
        supporting facts also `fact_accuracy`, that of questions all facts of
        which are, in their order. In training both are seen in the light of
        the right facts and words in front.

        Args:
            optimizer: of `keras.Model.compile`.
            loss: of the model's own kind, or "auto".
            metrics: further ones, of ids `(B, A)` and scores `(B, A, V)`.
            **k: further arguments of `keras.Model.compile`.
        """
        if optimizer == "auto":
            optimizer = keras.optimizers.Adam(0.01)
        self.answer_accuracy = keras.metrics.Mean(name="accuracy")
        self.fact_accuracy = keras.metrics.Mean(name="fact_accuracy")
        super().compile(
            optimizer,
            self.default_loss() if loss == "auto" else loss,
            metrics=None if metrics == "auto" else metrics,
            **k,
        )

    def fit(
        self,
        x=None,
        y=None,
        batch_size=None,
        sample_weight=None,
        validation_data=None,
        validation_split=None,
        shuffle=True,
        **kwargs,
    ):
        """Trains the model.

        Args:
            x: stories and questions, see the class.
            y: answers of inputs in memory.
            batch_size: of data in memory; 32 by default.
            sample_weight: a weight for each question in memory.
            validation_data: a tuple `(x, y)` or `(x, y, sample_weight)`, or a
                dataset.
            validation_split: share of the data in memory, from their end, to
                validate on.
            shuffle: whether data in memory are put into a new order each
                epoch; `keras.utils.set_random_seed` makes it repeatable.
            **kwargs: further arguments of `keras.Model.fit`.

        Returns:
            A `keras.callbacks.History`.

        Raises:
            TypeError, ValueError: for data that are malformed, before anything
                is trained.
        """
        if isinstance(validation_data, tuple):
            size = kwargs.pop("validation_batch_size", None) or batch_size
            x_val, y_val, weight = keras.utils.unpack_x_y_sample_weight(
                validation_data
            )
            validation_data = self.batches(
                x_val, y_val, weight, size
            ).as_keras_data()
        elif validation_data is not None:
            check_dataset(validation_data, self.needs_support)
            validation_data = self._mapped(validation_data)
        if isinstance(x, dict):
            batches = self.batches(
                x, y, sample_weight, batch_size, shuffle, for_training=True
            )
            if validation_data is None and validation_split:
                last = batches.split(validation_split)
                validation_data = last.as_keras_data()
            x = batches.as_keras_data()
        else:
            check_dataset(x, self.needs_support)
            x = self._mapped(x)
        return keras.Model.fit(
            self, x, validation_data=validation_data, shuffle=False, **kwargs
        )

    def evaluate(
        self, x=None, y=None, batch_size=None, sample_weight=None, **kwargs
    ):
        """`keras.Model.evaluate`, with data as for `fit`.

        The loss is that of the answers.
        """
        if not isinstance(x, dict):
            check_dataset(x)
            return keras.Model.evaluate(self, self._mapped(x), **kwargs)
        batches = self.batches(x, y, sample_weight, batch_size)
        return keras.Model.evaluate(self, batches.as_keras_data(), **kwargs)

    def predict(self, x, batch_size=None, **kwargs):
        """Scores of answers, and what they come from.

        Args:
            x: stories and questions, see the class.
            batch_size: of inputs in memory; 32 by default.
            **kwargs: further arguments of `keras.Model.predict`.

        Returns:
            The backbone's outputs, a dict of arrays with a row for each
            question.
        """
        if not isinstance(x, dict):
            return keras.Model.predict(self, self._mapped(x), **kwargs)
        batches = self.batches(x, batch_size=batch_size, labelled=False)
        found = keras.Model.predict(self, batches.as_keras_data(), **kwargs)
        return batches.restored(found)

    def answer(self, x, batch_size=None):
        """The best answers, as text.

        Args:
            x: a dict of `story` and `question`.
            batch_size: as for `predict`.

        Returns:
            A list of texts, with commas between several words; one text for a
            single question.
        """
        self.check_words("answer")
        x, single = self.as_batch(x)
        scores = self.predict(x, batch_size, verbose=0)["answer"]
        answers = [self.answer_text(row) for row in scores.argmax(axis=-1)]
        return answers[0] if single else answers

    def answer_text(self, ids):
        """Words up to id 0, with commas between them."""
        words = [self.word(number) for number in ids if number]
        return SEPARATOR.join(words)

    def word(self, number):
        return self.preprocessor.tokenizer.id_to_token(int(number))

    def batches(
        self,
        x,
        y=None,
        sample_weight=None,
        batch_size=None,
        shuffle=False,
        labelled=True,
        for_training=False,
    ):
        """Encodes data that are in memory.

        Args:
            x, y, sample_weight, batch_size, shuffle: as for `fit`.
            labelled: whether there shall be answers.
            for_training: whether it shall be possible to give each answer, and
                there shall be supporting facts if the model needs them.

        Returns:
            `StoryBatches`.

        Raises:
            TypeError, ValueError: for data that are malformed.
        """
        rows = self.encode(x, y, labelled, for_training)
        if sample_weight is not None:
            sample_weight = np.asarray(sample_weight, "float32")
            if sample_weight.shape != (len(rows),):
                raise ValueError(
                    "`sample_weight` must be one weight for each of the "
                    f"{len(rows)} questions. Received shape "
                    f"{sample_weight.shape}."
                )
        return StoryBatches(
            rows, self.max_answer_words, sample_weight, batch_size, shuffle
        )

    def encode(self, x, y=None, labelled=False, for_training=False):
        """`StoryRows` of data in memory; see `batches`."""
        if labelled and y is None:
            raise ValueError(
                "`y` is missing: give the answer of each question."
            )
        if for_training and self.needs_support and x.get("support") is None:
            raise ValueError(
                "`x['support']` is missing: this model is trained with the "
                "supporting facts of each question, a list of their places in "
                "the story. `zoo.memn2n` needs none."
            )
        if is_encoded(x):
            return encoded_rows(x, y, self.backbone.vocabulary_size)
        if self.preprocessor is None:
            raise ValueError(
                f"This `{type(self).__name__}` has no preprocessor and takes "
                "ids, arrays of integers. To give texts, make it with "
                "`vocabulary=`, or load a preset."
            )
        return self.preprocessor.rows(
            self.as_batch(x)[0], y, known_answers=for_training
        )

    def as_batch(self, x):
        """A single story with its question as lists; whether it was one."""
        if is_encoded(x) or story_questions(x)[1]:
            return x, False
        return {name: [value] for name, value in x.items()}, True

    def check_words(self, method):
        """Raises a `ValueError` unless the model has words."""
        if self.preprocessor is None:
            raise ValueError(
                f"`{method}` speaks in words: make the model with "
                "`vocabulary=`, or load a preset."
            )

    def preprocess_samples(self, x, y=None, sample_weight=None):
        if self.preprocessor is not None:
            x, y, sample_weight = keras.utils.unpack_x_y_sample_weight(
                self.preprocessor(x, y=y, sample_weight=sample_weight)
            )
        elif not in_graph() and not is_encoded(x):
            self.encode(x)
        if y is not None:
            # What comes behind a word of an answer depends on it.
            x = {**x, "answer": y}
        return keras.utils.pack_x_y_sample_weight(x, y, sample_weight)

    def compute_loss(
        self, x=None, y=None, y_pred=None, sample_weight=None, training=True
    ):
        losses = self.losses_of(x, y, y_pred)
        if sample_weight is not None:
            losses = losses * ops.cast(sample_weight, losses.dtype)
        loss = ops.mean(losses)
        return loss + sum(self.losses) if self.losses else loss

    def compute_metrics(self, x, y, y_pred, sample_weight=None):
        self.answer_accuracy.update_state(
            self.right_answers(y, y_pred["answer"]), sample_weight
        )
        if "support" in x and "hops" in y_pred:
            self.fact_accuracy.update_state(
                self.right_facts(x, y_pred), sample_weight
            )
        logs = super().compute_metrics(x, y, y_pred["answer"], sample_weight)
        if "support" not in x or "hops" not in y_pred:
            logs.pop("fact_accuracy", None)
        return logs

    def right_answers(self, y, scores):
        """Whether all words are right, up to the end: 0 or 1, `(B,)`."""
        y = ops.cast(y, "int32")
        words = ops.cast(ops.argmax(scores, axis=-1), "int32")
        counts = self.counts(y)
        right = ops.logical_or(ops.equal(words, y), ops.logical_not(counts))
        return ops.cast(ops.all(right, axis=-1), "float32")

    def counts(self, y):
        """Which words of answers matter: up to the first 0, `(B, A)`."""
        ended = ops.cumsum(ops.cast(ops.equal(y, 0), "int32"), axis=1)
        # The end itself is to be found, too.
        before = ops.concatenate(
            [ops.zeros_like(ended[:, :1]), ended[:, :-1]], axis=1
        )
        return ops.equal(before, 0)

    def right_facts(self, x, y_pred):
        """Whether all facts are right: 0 or 1, `(B,)`."""
        raise NotImplementedError

    def default_loss(self):
        """The loss of `compile(loss="auto")`."""
        raise NotImplementedError

    def losses_of(self, x, y, y_pred):
        """The loss of each question, `(B,)`."""
        raise NotImplementedError

    def _mapped(self, data):
        """A dataset with its batches encoded."""
        if not hasattr(data, "map"):
            if isinstance(data, keras.utils.PyDataset):
                return data
            raise TypeError(
                "`x` must be a dict of `story` and `question`, or a dataset of "
                f"batches of them. Received: {type(data).__name__}."
            )
        return data.map(self.preprocess_samples)
