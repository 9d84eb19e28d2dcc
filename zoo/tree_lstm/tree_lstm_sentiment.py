"""The Tree-LSTM for sentiment, which tells the class of each phrase.

Tai et al., Improved Semantic Representations From Tree-Structured Long
Short-Term Memory Networks, ACL 2015, section 4.1.
"""

import keras
import numpy as np
from keras import ops

from keras_tpr.losses import NodeCrossEntropy
from zoo.export import zoo_export
from zoo.tree_lstm.make_sentence_model import (
    BACKBONE,
    SENTIMENT,
    make_sentence_model,
)
from zoo.tree_lstm.node_targets import check_some_labelled, node_targets
from zoo.tree_lstm.root_rows import root_rows
from zoo.tree_lstm.sentence_preprocessor import at_place, sentence_list
from zoo.tree_lstm.sentiment_task import SentimentTask
from zoo.tree_lstm.tree_explanation import TreeExplanation
from zoo.tree_lstm.tree_lstm_sentiment_backbone import (
    TreeLSTMSentimentBackbone,
)
from zoo.tree_lstm.tree_lstm_sentiment_preprocessor import (
    TreeLSTMSentimentPreprocessor,
)

UNITS = {"constituency": 150, "dependency": 168}


@zoo_export
class TreeLSTMSentiment(SentimentTask):
    """Tells the class of each node of a tree; see `zoo.tree_lstm_sentiment`.

    Called with encoded trees it gives the probabilities of all nodes
    `(B, N, C)`, zeros where there is none; `predict` gives those of the roots.

    Args:
        backbone: a `TreeLSTMSentimentBackbone`.
        preprocessor: a `TreeLSTMSentimentPreprocessor`, or None.
        num_classes, class_names, compared, dropout, l2, initialization,
            **kwargs: see `SentimentTask`.
    """

    backbone_cls = TreeLSTMSentimentBackbone
    preprocessor_cls = TreeLSTMSentimentPreprocessor

    @property
    def row_kind(self):
        return self.backbone.row_kind

    def real(self, inputs):
        return inputs["node_mask"]

    def compile(self, *args, loss_reduction="sentence", **kwargs):
        """Configures training; see `SentimentTask.compile`.

        Args:
            *args, **kwargs: of `SentimentTask.compile`.
            loss_reduction: of the default loss: `"sentence"` adds up the nodes
                of a tree, as the release does; `"node"` is the mean over all
                nodes of the batch. See `NodeCrossEntropy`.
        """
        self._loss_reduction = loss_reduction
        super().compile(*args, **kwargs)

    def default_loss(self):
        return NodeCrossEntropy(per=self._loss_reduction)

    def compute_loss(
        self, x=None, y=None, y_pred=None, sample_weight=None, training=True
    ):
        if y is None:
            y = x["labels"]
        if sample_weight is not None and len(sample_weight.shape) == 1:
            sample_weight = ops.expand_dims(sample_weight, -1)
        return super().compute_loss(
            x, y, y_pred, sample_weight, training=training
        )

    def compute_metrics(self, x, y, y_pred, sample_weight=None):
        mask = x["node_mask"]
        y = root_rows(x["labels"] if y is None else y, mask)
        weights = ops.cast(ops.greater_equal(y, 0), "float32")
        if sample_weight is not None:
            if len(sample_weight.shape) > 1:
                sample_weight = root_rows(sample_weight, mask)
            weights = weights * ops.cast(sample_weight, "float32")
        return super().compute_metrics(
            x, ops.maximum(y, 0), root_rows(y_pred, mask), weights
        )

    def predict_step(self, *args):
        # On JAX the state comes in and goes out, too.
        found = super().predict_step(*args)
        x, _, _ = keras.utils.unpack_x_y_sample_weight(args[-1])
        if isinstance(found, tuple):
            return (root_rows(found[0], x["node_mask"]), *found[1:])
        return root_rows(found, x["node_mask"])

    def encode(self, x, y=None, labelled=False):
        rows, targets = super().encode(x, y, labelled)
        if labelled:
            check_some_labelled(rows)
        return rows, targets

    def encoded_targets(self, rows, x, y):
        return node_targets(rows, x, y, len(self.classes)), None

    def predict_nodes(self, x, batch_size=256):
        """Probabilities of the classes of all phrases.

        Args:
            x: as for `predict`.
            batch_size: number of trees that are read at a time.

        Returns:
            A list with an array `(nodes, num_classes)` for each tree, in
            postorder: the root is the last. Nodes with a single child are
            joined with it before; `model.preprocessor.reader.read(tree)` is
            the tree as it is read.
        """
        batches = self.batches(x, batch_size=batch_size, labelled=False)
        found = [None] * len(batches.rows)
        for index, numbers in enumerate(batches.batches):
            (inputs,) = batches[index]
            inputs = keras.tree.map_structure(ops.convert_to_tensor, inputs)
            probabilities = ops.convert_to_numpy(self(inputs, training=False))
            for number, rows in zip(numbers, probabilities, strict=True):
                found[number] = rows[: batches.sizes[number]]
        return found

    def explain(self, tree):
        """The class of each phrase of a sentence.

        Args:
            tree: one tree, in any form that `predict` takes a list of.

        Returns:
            A `TreeExplanation`, with `to_dict`, `to_html`, `plot` and `svg`.

        Raises:
            ValueError: for a model without a preprocessor, or a malformed
                tree.
        """
        self.check_words()
        tree = self.preprocessor.reader.read(tree)
        return self.explain_all([tree])[0]

    def explain_all(self, trees, batch_size=256):
        """What `explain` gives for each of many trees, in less time.

        Args:
            trees: a list of trees.
            batch_size: number of trees that are read at a time.

        Returns:
            A list of `TreeExplanation`s.

        Raises:
            TypeError, ValueError: for a model without a preprocessor, or trees
                that are malformed or none at all.
        """
        self.check_words()
        trees = self._read(trees)
        return [
            self._explanation(tree, probabilities)
            for tree, probabilities in zip(
                trees, self.predict_nodes(trees, batch_size), strict=True
            )
        ]

    def _read(self, trees):
        found = []
        for place, tree in enumerate(sentence_list(trees, "trees")):
            try:
                found.append(self.preprocessor.reader.read(tree))
            except (TypeError, ValueError) as error:
                raise at_place(f"trees[{place}]", error) from error
        return found

    def _explanation(self, tree, probabilities):
        classes = probabilities.argmax(axis=-1)
        classes[-1] = self.classes.judge(probabilities[-1])
        return TreeExplanation(
            tree,
            self.class_names,
            probabilities,
            classes,
            self._labels(tree),
        )

    def _labels(self, tree):
        """The classes that a tree comes with; other labels are none."""
        labels = []
        for node in tree.postorder():
            try:
                labels.append(self.classes.number(node.label))
            except ValueError:
                labels.append(-1)
        return np.array(labels)


def tree_lstm_sentiment(
    preset=None,
    kind="constituency",
    vocabulary=None,
    vocabulary_size=None,
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
    structure=None,
    dtype=None,
    load_weights=True,
):
    """A Tree-LSTM that tells the sentiment of sentences and of their phrases.

    The preset `tree_lstm_sst5_en` has the treebank's five classes, from 0 very
    negative to 4 very positive. `tree_lstm_sst2_en` has three: 0 negative, 1
    neutral and 2 positive. For it, give trees of the treebank as
    `keras_tpr.trees.from_brackets(text).map_labels(three.get)`, with
    `three = dict(zip("01234", (0, 0, 1, 2, 2)))`.

    Args:
        preset: name or directory of a trained model; only `structure`,
            `dtype` and `load_weights` can go with it.
        kind: of trees: `"constituency"`, binary with words at the leaves, or
            `"dependency"`, with a word at each node. A dependency tree is a
            dict of `tokens`, a list of words, and `heads`, the number of each
            token's head, which counts from 1, with 0 for the root; `labels`,
            a class for each token, may be there, too.
        vocabulary: words, most frequent first; gives the model a preprocessor
            so that it takes trees as they are.
        vocabulary_size: number of ids without a `vocabulary`, those of no
            word and of unknown ones included; 21703 as published.
        num_classes: number of classes, 5 unless there are `class_names`.
        class_names: names of the classes; those of sentiment by default.
        compared: names of the classes that whole sentences are judged by;
            sentences of another class do not count in `accuracy`. The
            published binary task is `num_classes=3` with
            `compared=("negative", "positive")`.
        units: size of the states; 150, or 168 of dependency trees, as
            published.
        embedding_dim: size of word vectors.
        embedding: initial word vectors `(vocabulary_size, embedding_dim)`.
        embedding_trainable: whether word vectors are trained.
        embedding_dropout: rate of dropout on word vectors.
        dropout: rate before the softmax.
        l2: penalty on all weights but word vectors: `l2` times the sum of
            their squares.
        initialization: `"uniform"` as in the release, or `"keras"`; see
            `cell_initializers`.
        oov: what becomes of unknown words: `"unk"`, a vector of their own, or
            `"drop"`, none.
        lowercase: whether words are looked up in lower case.
        structure: `"right_branching"` or `"balanced"` to have a tree built for
            plain texts, which knows no grammar; None to refuse them. A text
            in one string is split as in the Penn Treebank: "great." is two
            words. Lists of words stay as they are.
        dtype: a Keras dtype or policy.
        load_weights: False gives the preset's architecture untrained.

    Returns:
        A compiled `TreeLSTMSentiment`: a fresh one as published, a
        trained one for tuning, by its `compile_for_tuning`.

    Example:

    >>> import zoo
    >>> model = zoo.tree_lstm_sentiment(
    ...     vocabulary=["a", "bore", "gem"], units=8, embedding_dim=6
    ... )
    >>> trees = ["(4 (2 a) (3 gem))", "(0 (2 a) (1 bore))"]
    >>> history = model.fit(trees, verbose=0)
    >>> model.predict(trees, verbose=0).shape
    (2, 5)
    >>> model.explain(trees[0]).phrases
    ['a', 'gem', 'a gem']

    Reference:
        Tai et al., Improved Semantic Representations From Tree-Structured Long
        Short-Term Memory Networks, ACL 2015, section 4.1.
    """
    return make_sentence_model(
        TreeLSTMSentiment,
        tree_lstm_sentiment,
        {
            "backbone": ("kind", *BACKBONE),
            "preprocessor": ("kind", "structure", *SENTIMENT["preprocessor"]),
            "task": SENTIMENT["task"],
        },
        locals(),
        units=UNITS.get(kind),
        vocabulary_size=21703,
    )
