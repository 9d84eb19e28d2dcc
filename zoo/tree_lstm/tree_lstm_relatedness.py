"""The Tree-LSTM for relatedness, which compares two sentences.

Tai et al., Improved Semantic Representations From Tree-Structured Long
Short-Term Memory Networks, ACL 2015, section 4.2.
"""

import keras
import numpy as np
from keras import ops

from zoo.export import zoo_export
from zoo.tree_lstm.make_sentence_model import (
    BACKBONE,
    RELATEDNESS,
    make_sentence_model,
)
from zoo.tree_lstm.pair_explanation import PairExplanation
from zoo.tree_lstm.relatedness_task import RelatednessTask
from zoo.tree_lstm.tree_lstm_relatedness_backbone import (
    TreeLSTMRelatednessBackbone,
)
from zoo.tree_lstm.tree_lstm_relatedness_preprocessor import (
    TreeLSTMRelatednessPreprocessor,
)

UNITS = {"constituency": 142, "dependency": 150}


@zoo_export
class TreeLSTMRelatedness(RelatednessTask):
    """Tells how related two sentences are; see `zoo.tree_lstm_relatedness`.

    Args:
        backbone: a `TreeLSTMRelatednessBackbone`.
        preprocessor: a `TreeLSTMRelatednessPreprocessor`, or None.
        hidden, num_classes, l2, initialization, **kwargs: see
            `RelatednessTask`.
    """

    backbone_cls = TreeLSTMRelatednessBackbone
    preprocessor_cls = TreeLSTMRelatednessPreprocessor

    def explain(self, left, right):
        """Which phrases of a pair are alike to the model.

        Args:
            left, right: trees, in any form that `predict` takes pairs of.

        Returns:
            A `PairExplanation`, with `to_dict`, `to_html`, `plot` and `svgs`.

        Raises:
            ValueError: for a model without a preprocessor, or a malformed
                tree.
        """
        self.check_words()
        read = self.preprocessor.reader.read
        left, right = read(left), read(right)
        (inputs,) = self.batches([(left, right)], labelled=False)[0]
        inputs = keras.tree.map_structure(ops.convert_to_tensor, inputs)
        (probabilities,) = ops.convert_to_numpy(self(inputs, training=False))
        states = self.backbone.node_states(self.merge_pairs(inputs))
        left_states, right_states = ops.convert_to_numpy(states)
        scores = np.arange(1, self.num_classes + 1)
        return PairExplanation(
            left,
            right,
            float(probabilities @ scores),
            probabilities,
            _cosines(left_states[: left.size], right_states[: right.size]),
        )


def _cosines(left, right):
    left, right = (
        states.astype("float64")
        / np.maximum(np.linalg.norm(states, axis=1, keepdims=True), 1e-12)
        for states in (left, right)
    )
    return np.clip(left @ right.T, -1, 1)


def tree_lstm_relatedness(
    preset=None,
    kind="dependency",
    vocabulary=None,
    vocabulary_size=None,
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
    structure=None,
    dtype=None,
    load_weights=True,
):
    """A Tree-LSTM that tells how related the meanings of two sentences are.

    Args:
        preset: name or directory of a trained model; only `structure`,
            `dtype` and `load_weights` can go with it.
        kind: of trees: `"dependency"`, with a word at each node, or
            `"constituency"`, binary with words at the leaves. A dependency
            tree is a dict of `tokens`, a list of words, and `heads`, the
            number of each token's head, which counts from 1, with 0 for the
            root.
        vocabulary: words, most frequent first; gives the model a preprocessor
            so that it takes trees as they are.
        vocabulary_size: number of ids without a `vocabulary`, those of no
            word and of unknown ones included; 2410 by default.
        num_classes: the highest score; the lowest is 1.
        units: size of the states; 150, or 142 of constituency trees, as
            published.
        hidden: size of the layer that compares the sentences.
        embedding_dim: size of word vectors.
        embedding: word vectors `(vocabulary_size, embedding_dim)`.
        embedding_trainable: whether word vectors are trained.
        embedding_dropout: rate of dropout on word vectors.
        l2, initialization, oov, lowercase, structure: see
            `zoo.tree_lstm_sentiment`.
        dtype: a Keras dtype or policy.
        load_weights: False gives the preset's architecture untrained.

    Returns:
        A compiled `TreeLSTMRelatedness`: a fresh one as published, a
        trained one for tuning, by its `compile_for_tuning`.

    Example:

    >>> import zoo
    >>> model = zoo.tree_lstm_relatedness(
    ...     vocabulary=["bark", "dogs", "sleep"], units=8, embedding_dim=6
    ... )
    >>> bark = {"tokens": ["dogs", "bark"], "heads": [2, 0]}
    >>> sleep = {"tokens": ["dogs", "sleep"], "heads": [2, 0]}
    >>> pairs = [(bark, sleep), (bark, bark)]
    >>> history = model.fit(pairs, [2.5, 5.0], verbose=0)
    >>> model.score(pairs).shape
    (2,)

    Reference:
        Tai et al., Improved Semantic Representations From Tree-Structured Long
        Short-Term Memory Networks, ACL 2015, section 4.2.
    """
    return make_sentence_model(
        TreeLSTMRelatedness,
        tree_lstm_relatedness,
        {
            "backbone": ("kind", *BACKBONE),
            "preprocessor": (
                "kind",
                "structure",
                *RELATEDNESS["preprocessor"],
            ),
            "task": RELATEDNESS["task"],
        },
        locals(),
        units=UNITS.get(kind),
        vocabulary_size=2410,
    )
