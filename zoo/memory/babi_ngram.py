"""The n-gram classifier, which answers questions about stories.

Towards AI-Complete Question Answering: A Set of Prerequisite Toy Tasks (2015),
the baseline of Table 3.
"""

import keras
import keras_hub
import numpy as np

from zoo import presets
from zoo.export import zoo_export
from zoo.memory.babi_ngram_backbone import BabiNgramBackbone
from zoo.memory.babi_ngram_preprocessor import BabiNgramPreprocessor
from zoo.memory.check_dataset import check_dataset
from zoo.memory.fact_explanation import FactExplanation
from zoo.memory.story_inputs import story_questions
from zoo.memory.story_ngrams import sharing_statements
from zoo.memory.story_words import story_words
from zoo.memory.warn_of_several_sentences import warn_of_several_sentences
from zoo.sentence_cnn.class_labels import class_ids, class_names_of
from zoo.text_rows import in_graph
from zoo.vocabulary_check import check_vocabulary


@zoo_export
class BabiNgram(keras_hub.models.TextClassifier):
    """Answers questions with a `BabiNgramBackbone`; see `zoo.babi_ngram`.

    With a preprocessor, inputs are a dict of `story` and `question`; with or
    without, they can be encoded: a dict of `token_ids`, integers `(B, T)`.
    Answers are texts, or their numbers.

    Args:
        backbone: a `BabiNgramBackbone`.
        preprocessor: a `BabiNgramPreprocessor`, or None.
        activation: of the scores; `"softmax"` gives probabilities.
        class_names: the answers, in the order of the outputs; None for their
            numbers.

    Raises:
        ValueError: if the preprocessor's vocabulary is not the one that the
            backbone's weights were made for, or there are not as many answers.
    """

    backbone_cls = BabiNgramBackbone
    preprocessor_cls = BabiNgramPreprocessor

    def __init__(
        self,
        backbone,
        preprocessor=None,
        activation="softmax",
        class_names=None,
        **kwargs,
    ):
        check_vocabulary(backbone, preprocessor)
        names = class_names_of(backbone.num_classes, class_names)

        # Layers
        self.backbone = backbone
        self.preprocessor = preprocessor
        self.activation = keras.activations.get(activation)
        self.activation_layer = keras.layers.Activation(
            self.activation, name="answers", dtype="float32"
        )

        # Graph
        inputs = backbone.input
        outputs = self.activation_layer(backbone(inputs))
        super().__init__(inputs=inputs, outputs=outputs, **kwargs)

        # Config
        self.num_classes = len(names)
        self.class_names = list(names)

    @property
    def answers(self):
        """The answers it can give, in the order of `predict`."""
        return list(self.class_names)

    def compile(
        self, optimizer="auto", loss="auto", *, metrics="auto", **kwargs
    ):
        """Configures training.

        By default Adam with learning rate 0.01, the cross-entropy of the
        answers, and `accuracy`.

        Args:
            optimizer, loss, metrics, **kwargs: of `keras.Model.compile`.
        """
        if optimizer == "auto":
            optimizer = keras.optimizers.Adam(0.01)
        if metrics == "auto":
            metrics = [keras.metrics.SparseCategoricalAccuracy("accuracy")]
        super().compile(optimizer, loss, metrics=metrics, **kwargs)

    def fit(self, x=None, y=None, *args, validation_data=None, **kwargs):
        """Trains the classifier.

        Args:
            x: inputs, see the class; or a batched dataset of inputs and
                answers.
            y: answers of inputs in memory.
            *args: further arguments of `keras.Model.fit`.
            validation_data: `(x, y)`, or a dataset.
            **kwargs: further arguments of `keras.Model.fit`.

        Returns:
            A `keras.callbacks.History`.

        Raises:
            TypeError, ValueError: for data that do not fit; an answer that is
                no class is named.
        """
        if not isinstance(x, dict):
            check_dataset(x)
            # Datasets come in their own order, and Keras would say so.
            kwargs["shuffle"] = False
            return super().fit(
                x, y, *args, validation_data=validation_data, **kwargs
            )
        if isinstance(validation_data, tuple):
            validation_data = self._encoded(*validation_data)
        elif validation_data is not None:
            validation_data = validation_data.map(self.preprocess_samples)
        x, y = self._labelled(x, y)
        _make_array(kwargs, "sample_weight")
        return keras.Model.fit(
            self, x, y, *args, validation_data=validation_data, **kwargs
        )

    def evaluate(self, x=None, y=None, *args, **kwargs):
        if not isinstance(x, dict):
            check_dataset(x)
            return super().evaluate(x, y, *args, **kwargs)
        _make_array(kwargs, "sample_weight")
        return keras.Model.evaluate(
            self, *self._labelled(x, y), *args, **kwargs
        )

    def predict(self, x, *args, **kwargs):
        """Probabilities of the answers, `(B, C)`, by the order of `answers`.

        Args:
            x: inputs, see the class, or a batched dataset of them.
            *args, **kwargs: further arguments of `keras.Model.predict`.
        """
        if not isinstance(x, dict):
            return super().predict(x, *args, **kwargs)
        return keras.Model.predict(self, self._encoded(x), *args, **kwargs)

    def answer(self, x):
        """The most probable answers.

        Args:
            x: as for `predict`.

        Returns:
            A list of texts; a text for one story with one question.
        """
        best = self.predict(x, verbose=0).argmax(axis=1)
        answers = [self.class_names[number] for number in best]
        single = "question" in x and not story_questions(x)[1]
        return answers[0] if single else answers

    def explain(self, x):
        """Which statements an answer comes from: all that share a word.

        Args:
            x: one story with one question.

        Returns:
            A `FactExplanation`; unknown words are named there.

        Raises:
            TypeError: if there are several questions.
            ValueError: if the model has no words.
        """
        self._check_words()
        questions, batched = story_questions(x)
        if batched:
            raise TypeError(
                "`explain` takes one story with one question. Received lists "
                f"of {len(questions)}."
            )
        statements, question = questions[0]
        facts = sharing_statements(statements, question)
        (scores,) = self.predict(x, verbose=0)
        known = self.preprocessor.tokenizer.get_vocabulary()
        words = dict.fromkeys(word for _, row in facts for word in row)
        words |= dict.fromkeys(story_words(question))
        return FactExplanation(
            statements=list(statements),
            question=question,
            answer=self.class_names[int(scores.argmax())],
            facts=[place for place, _ in facts],
            answers=self.answers,
            scores=scores,
            unknown=[word for word in words if word not in {*known}],
        )

    def preprocess_samples(self, x, y=None, sample_weight=None):
        if getattr(y, "dtype", None) == "string" and in_graph():
            y = self._numbers_in_graph(y)
        return super().preprocess_samples(x, y, sample_weight)

    def get_config(self):
        return {
            **super().get_config(),
            "activation": keras.activations.serialize(self.activation),
            "class_names": list(self.class_names),
        }

    def _encoded(self, x, y=None):
        """Inputs and answers in memory as arrays."""
        records = None
        if "token_ids" in x:
            x = {"token_ids": np.asarray(x["token_ids"], "int32")}
        else:
            self._check_words()
            records, _ = story_questions(x)
            warn_of_several_sentences(records)
            x = {"token_ids": self.preprocessor.token_ids(records)}
        if y is None:
            return x
        records = records and [asked.question for asked in records]
        return x, class_ids(y, self.class_names, records)

    def _labelled(self, x, y):
        if y is None:
            raise ValueError(
                "`y` is missing: give the answer of each question."
            )
        return self._encoded(x, y)

    def _numbers_in_graph(self, answers):
        import tensorflow as tf

        numbers = tf.numpy_function(
            lambda labels: class_ids(labels, self.class_names),
            [answers],
            "int32",
            stateful=False,
        )
        numbers.set_shape(answers.shape)
        return numbers

    def _check_words(self):
        if self.preprocessor is None:
            raise ValueError(
                "Stories have to be encoded, as the model has no n-grams. Make "
                "it with `vocabulary=`, or load a preset."
            )


def babi_ngram(
    preset=None,
    vocabulary=None,
    vocabulary_size=500,
    class_names=None,
    num_classes=None,
    ngrams=3,
    dtype=None,
    load_weights=True,
):
    """Answers questions by a linear classifier of n-grams, as a baseline.

    It counts the n-grams of those statements that share a word with the
    question, wherever in the story they are. Answers of several words, as
    `"n,s"`, are one class.

    Args:
        preset: directory of a trained model; only `dtype` and `load_weights`
            can go with it.
        vocabulary: n-grams with `_` between their words, most frequent first;
            see `zoo.memory.story_ngrams.ngram_vocabulary`. None for a model
            that takes ids.
        vocabulary_size: number of ids without a vocabulary, padding and bias
            included.
        class_names: the answers.
        num_classes: their number, without names; by default 2.
        ngrams: length of the longest n-grams.
        dtype: of computations and weights.
        load_weights: whether a preset is trained already.

    Returns:
        A compiled `BabiNgram`.

    Raises:
        ValueError: if a preset is given with an argument it would ignore.

    Example:

    >>> import zoo
    >>> from zoo.memory.story_ngrams import ngram_vocabulary
    >>> x = {
    ...     "story": [["Ann is in the hall."], ["Ann is in the shed."]],
    ...     "question": ["Where is Ann?", "Where is Ann?"],
    ... }
    >>> model = zoo.babi_ngram(
    ...     vocabulary=ngram_vocabulary(x), class_names=["hall", "shed"]
    ... )
    >>> history = model.fit(x, ["hall", "shed"], epochs=20, verbose=0)
    >>> model.answer({"story": "Ann is in the shed.", "question": "Is Ann?"})
    'shed'

    Reference:
        Weston et al., Towards AI-Complete Question Answering, 2015, section 4
        and Table 3.
    """
    if preset is not None:
        presets.check_preset(preset)
        given = (vocabulary, vocabulary_size, class_names, num_classes, ngrams)
        if given != (None, 500, None, None, 3):
            raise ValueError(
                f"The preset {preset!r} has its own vocabulary and answers. "
                "Only `dtype` and `load_weights` can go with it."
            )
        kwargs = {} if dtype is None else {"dtype": dtype}
        return BabiNgram.from_preset(
            preset, load_weights=load_weights, **kwargs
        )
    preprocessor, vocabulary_hash = None, None
    if vocabulary is not None:
        preprocessor = BabiNgramPreprocessor(
            BabiNgramPreprocessor.tokenizer_cls(vocabulary), ngrams
        )
        vocabulary_size = preprocessor.tokenizer.vocabulary_size()
        vocabulary_hash = preprocessor.tokenizer.vocabulary_hash
    names = class_names_of(num_classes, class_names)
    backbone = BabiNgramBackbone(
        vocabulary_size, len(names), vocabulary_hash, dtype=dtype
    )
    return BabiNgram(backbone, preprocessor, class_names=class_names)


def _make_array(arguments, name):
    """Keras takes no lists where it takes arrays."""
    if arguments.get(name) is not None:
        arguments[name] = np.asarray(arguments[name], "float32")
