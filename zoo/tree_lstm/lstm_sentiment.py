"""The LSTM for sentiment, which Tree-LSTMs are compared with.

Tai et al., Improved Semantic Representations From Tree-Structured Long
Short-Term Memory Networks, ACL 2015, section 5.1.
"""

import numpy as np
from keras import ops

from keras_tpr.trees import Tree
from zoo.export import zoo_export
from zoo.tree_lstm.encoded_arrays import as_array
from zoo.tree_lstm.lstm_sentiment_backbone import LSTMSentimentBackbone
from zoo.tree_lstm.lstm_sentiment_preprocessor import (
    LSTMSentimentPreprocessor,
)
from zoo.tree_lstm.make_sentence_model import (
    BACKBONE,
    SENTIMENT,
    make_sentence_model,
)
from zoo.tree_lstm.node_targets import check_classes
from zoo.tree_lstm.sentiment_task import SentimentTask
from zoo.tree_lstm.word_explanation import (
    WordExplanation,
    influences,
    without_each_word,
)


@zoo_export
class LSTMSentiment(SentimentTask):
    """Tells the class of a sentence; see `zoo.lstm_sentiment`.

    Args:
        backbone: an `LSTMSentimentBackbone`.
        preprocessor: an `LSTMSentimentPreprocessor`, or None.
        num_classes, class_names, compared, dropout, l2, initialization,
            **kwargs: see `SentimentTask`.
    """

    backbone_cls = LSTMSentimentBackbone
    preprocessor_cls = LSTMSentimentPreprocessor

    @property
    def row_kind(self):
        return self.backbone.row_kind

    def real(self, inputs):
        return ops.any(ops.cast(inputs["padding_mask"], "bool"), axis=1)

    def encoded_targets(self, rows, x, y):
        if y is None:
            raise ValueError("`y` is missing: a class for each sentence.")
        y = as_array(y)
        if y.shape != (len(rows),):
            raise ValueError(
                f"`y` must be classes of the {len(rows)} sentences. Received "
                f"shape {y.shape}."
            )
        check_classes(y, len(self.classes))
        empty = [place for place, row in enumerate(rows) if not len(row)]
        if empty:
            raise ValueError(
                f"`x` has rows without words, which have no class: {empty[:5]}."
            )
        return rows, y.astype(np.int32)

    def explain(self, sentence):
        """How much each word adds to the class of a sentence.

        Args:
            sentence: one text, list of words or tree.

        Returns:
            A `WordExplanation`, with `to_dict`, `to_html` and `plot`.

        Raises:
            ValueError: for a model without a preprocessor.
        """
        self.check_words()
        words = self.preprocessor.reader.read(sentence)
        words = words.words() if isinstance(words, Tree) else words
        probabilities = self.predict(
            [words, *without_each_word(words)], verbose=0
        )
        number = self.classes.judge(probabilities[0])
        values = probabilities[:, number]
        return WordExplanation(
            sentences=[words],
            answer=self.classes.names[number],
            value=float(values[0]),
            probabilities=probabilities[0],
            outcomes=self.class_names,
            influences=[influences(values, len(words))],
        )


def lstm_sentiment(
    preset=None,
    vocabulary=None,
    vocabulary_size=None,
    bidirectional=False,
    layers=1,
    num_classes=None,
    class_names=None,
    compared=None,
    units=None,
    embedding_dim=300,
    embedding=None,
    embedding_trainable=True,
    embedding_dropout=0.0,
    dropout=0.5,
    l2=5e-5,
    initialization="uniform",
    oov="unk",
    lowercase=False,
    dtype=None,
    load_weights=True,
):
    """An LSTM that tells the sentiment of sentences.

    Args:
        preset: name or directory of a trained model; only `dtype` and
            `load_weights` can go with it.
        vocabulary: words, most frequent first; gives the model a preprocessor
            so that it takes texts as they are, and splits them as in the Penn
            Treebank ("great." is two words), or lists of words.
        vocabulary_size: number of ids without a `vocabulary`, those of no
            word and of unknown ones included; 21703 as published.
        bidirectional: whether sentences are read backwards, too, with the
            same weights.
        layers: number of layers.
        num_classes, class_names, compared: see `zoo.tree_lstm_sentiment`.
        units: size of the states; 168, or 120 of two layers and more, as
            published.
        embedding_dim: size of word vectors.
        embedding: initial word vectors `(vocabulary_size, embedding_dim)`.
        embedding_trainable: whether word vectors are trained.
        embedding_dropout: rate of dropout on word vectors.
        dropout: rate before the softmax.
        l2, initialization, oov, lowercase: see `zoo.tree_lstm_sentiment`.
        dtype: a Keras dtype or policy.
        load_weights: False gives the preset's architecture untrained.

    Returns:
        A compiled `LSTMSentiment`: a fresh one as published, a
        trained one for tuning, by its `compile_for_tuning`.

    Example:

    >>> import zoo
    >>> model = zoo.lstm_sentiment(
    ...     vocabulary=["a", "bore", "gem"], units=8, embedding_dim=6
    ... )
    >>> history = model.fit(["a gem", "a bore"], [4, 0], verbose=0)
    >>> model.predict(["gem"], verbose=0).shape
    (1, 5)

    Reference:
        Tai et al., Improved Semantic Representations From Tree-Structured Long
        Short-Term Memory Networks, ACL 2015, section 5.1.
    """
    return make_sentence_model(
        LSTMSentiment,
        lstm_sentiment,
        {"backbone": ("num_layers", "bidirectional", *BACKBONE), **SENTIMENT},
        locals(),
        num_layers=layers,
        units=168 if layers == 1 else 120,
        vocabulary_size=21703,
    )
