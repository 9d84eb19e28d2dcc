"""The LSTM for relatedness, which Tree-LSTMs are compared with.

Tai et al., Improved Semantic Representations From Tree-Structured Long
Short-Term Memory Networks, ACL 2015, section 5.2.
"""

import numpy as np

from keras_tpr.trees import Tree
from zoo.export import zoo_export
from zoo.tree_lstm.lstm_relatedness_backbone import LSTMRelatednessBackbone
from zoo.tree_lstm.lstm_relatedness_preprocessor import (
    LSTMRelatednessPreprocessor,
)
from zoo.tree_lstm.make_sentence_model import (
    BACKBONE,
    RELATEDNESS,
    make_sentence_model,
)
from zoo.tree_lstm.relatedness_task import RelatednessTask
from zoo.tree_lstm.word_explanation import (
    WordExplanation,
    influences,
    without_each_word,
)


@zoo_export
class LSTMRelatedness(RelatednessTask):
    """Tells how related two sentences are; see `zoo.lstm_relatedness`.

    Args:
        backbone: an `LSTMRelatednessBackbone`.
        preprocessor: an `LSTMRelatednessPreprocessor`, or None.
        hidden, num_classes, l2, initialization, **kwargs: see
            `RelatednessTask`.
    """

    backbone_cls = LSTMRelatednessBackbone
    preprocessor_cls = LSTMRelatednessPreprocessor

    def explain(self, left, right):
        """How much each word adds to the score of a pair.

        Args:
            left, right: texts, lists of words or trees.

        Returns:
            A `WordExplanation`, with `to_dict`, `to_html` and `plot`.

        Raises:
            ValueError: for a model without a preprocessor.
        """
        self.check_words()
        left, right = (
            s.words() if isinstance(s, Tree) else s
            for s in map(self.preprocessor.reader.read, (left, right))
        )
        shorter = [without_each_word(words) for words in (left, right)]
        pairs = [
            (left, right),
            *((words, right) for words in shorter[0]),
            *((left, words) for words in shorter[1]),
        ]
        probabilities = self.predict(pairs, verbose=0)
        values = probabilities @ np.arange(1, self.num_classes + 1, dtype="f4")
        behind = 1 + len(shorter[0])
        return WordExplanation(
            sentences=[left, right],
            answer="relatedness",
            value=float(values[0]),
            probabilities=probabilities[0],
            outcomes=self.score_names,
            influences=[
                influences(values[:behind], len(left)),
                influences(values[[0, *range(behind, len(pairs))]], len(right)),
            ],
        )


def lstm_relatedness(
    preset=None,
    vocabulary=None,
    vocabulary_size=None,
    bidirectional=False,
    layers=1,
    num_classes=5,
    units=None,
    hidden=50,
    embedding_dim=300,
    embedding=None,
    embedding_trainable=False,
    embedding_dropout=0.0,
    l2=5e-5,
    initialization="uniform",
    oov="unk",
    lowercase=False,
    dtype=None,
    load_weights=True,
):
    """An LSTM that tells how related the meanings of two sentences are.

    Args:
        preset: name or directory of a trained model; only `dtype` and
            `load_weights` can go with it.
        vocabulary: words, most frequent first; gives the model a preprocessor
            so that it takes texts as they are, and splits them as in the Penn
            Treebank ("great." is two words), or lists of words.
        vocabulary_size: number of ids without a `vocabulary`, those of no
            word and of unknown ones included; 2410 by default.
        bidirectional: whether sentences are read backwards, too, with the
            same weights.
        layers: number of layers.
        num_classes: the highest score; the lowest is 1.
        units: size of the states; 150, or 108 of two layers and more, as
            published.
        hidden: size of the layer that compares the sentences.
        embedding_dim: size of word vectors.
        embedding: word vectors `(vocabulary_size, embedding_dim)`.
        embedding_trainable: whether word vectors are trained.
        embedding_dropout: rate of dropout on word vectors.
        l2, initialization, oov, lowercase: see `zoo.tree_lstm_sentiment`.
        dtype: a Keras dtype or policy.
        load_weights: False gives the preset's architecture untrained.

    Returns:
        A compiled `LSTMRelatedness`: a fresh one as published, a
        trained one for tuning, by its `compile_for_tuning`.

    Example:

    >>> import zoo
    >>> model = zoo.lstm_relatedness(
    ...     vocabulary=["bark", "dogs", "sleep"], units=8, embedding_dim=6
    ... )
    >>> pairs = [("dogs bark", "dogs sleep"), ("dogs sleep", "dogs sleep")]
    >>> history = model.fit(pairs, [2.5, 5.0], verbose=0)
    >>> model.score(pairs).shape
    (2,)

    Reference:
        Tai et al., Improved Semantic Representations From Tree-Structured Long
        Short-Term Memory Networks, ACL 2015, section 5.2.
    """
    return make_sentence_model(
        LSTMRelatedness,
        lstm_relatedness,
        {
            "backbone": ("num_layers", "bidirectional", *BACKBONE),
            **RELATEDNESS,
        },
        locals(),
        num_layers=layers,
        units=150 if layers == 1 else 108,
        vocabulary_size=2410,
    )
