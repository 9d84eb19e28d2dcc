"""End-to-end memory networks, which learn from answers alone.

Sukhbaatar et al., End-To-End Memory Networks, NIPS 2015.
"""

import keras
from keras import ops

from zoo.export import zoo_export
from zoo.memory.explain_hops import explain_hops
from zoo.memory.make_story_model import make_story_model
from zoo.memory.memn2n_backbone import MemN2NBackbone
from zoo.memory.memn2n_preprocessor import MemN2NPreprocessor
from zoo.memory.word_answer_task import WordAnswerTask


@zoo_export
class MemN2N(WordAnswerTask):
    """Answers questions with a `MemN2NBackbone`; see `zoo.memn2n`.

    Args:
        backbone: a `MemN2NBackbone`.
        preprocessor: a `MemN2NPreprocessor`, or None.
    """

    backbone_cls = MemN2NBackbone
    preprocessor_cls = MemN2NPreprocessor

    def compile(self, optimizer="auto", loss="auto", **kwargs):
        """Configures training; see `StoryTask.compile`.

        By default as published: stochastic gradient descent with learning rate
        0.01 on the sum over a batch, gradients of a norm above 40 cut. The
        published rate is halved every 25 epochs, of 100.

        Args:
            optimizer, loss, **kwargs: see `StoryTask.compile`.
        """
        if optimizer == "auto":
            optimizer = keras.optimizers.SGD(0.01, global_clipnorm=40.0)
        super().compile(optimizer, loss, **kwargs)

    @property
    def linear(self):
        """Whether attention has no softmax, as in a linear start.

        `compile` the model after a change.
        """
        return self.backbone.network.hop.linear

    @linear.setter
    def linear(self, value):
        self.backbone.network.hop.linear = bool(value)

    def explain(self, x):
        """How much each hop attends to each statement.

        Args:
            x: a dict of one story and one question.

        Returns:
            A `HopExplanation`.

        Raises:
            TypeError: if there are several questions.
            ValueError: for a model without words.
        """

        def weights(outputs, size):
            inputs = self.batches(self.as_batch(x)[0], labelled=False)[0][0]
            inputs.pop("support", None)
            hops, _ = self.backbone.network.attend(
                keras.tree.map_structure(ops.convert_to_tensor, inputs)
            )
            found = ops.stack([hop["weights"][0] for hop in hops])
            return ops.convert_to_numpy(found)[:, :size]

        return explain_hops(self, x, weights)

    def compute_loss(
        self, x=None, y=None, y_pred=None, sample_weight=None, training=True
    ):
        loss = super().compute_loss(x, y, y_pred, sample_weight, training)
        if not training:
            return loss
        # As published, of the sum over the questions of a batch.
        return loss * ops.cast(ops.shape(y)[0], loss.dtype)


def memn2n(
    preset=None,
    vocabulary=None,
    vocabulary_size=200,
    embedding_dim=20,
    hops=3,
    tying="adjacent",
    encoding="position",
    memory_size=50,
    time_noise=0.1,
    dtype=None,
    load_weights=True,
    **architecture,
):
    """An end-to-end memory network, compiled.

    It attends to all statements in each hop and needs no supporting facts.

    Args:
        preset: directory of a trained model; only `dtype` and `load_weights`
            can go with it.
        vocabulary: words and answers; see `zoo.story_vocabulary`. None for a
            model that takes ids.
        vocabulary_size: number of ids without a `vocabulary`, those of no
            word and of unknown words included.
        embedding_dim: size of the vectors; 50 for all tasks at once.
        hops: number of hops.
        tying: `"adjacent"` or `"layer_wise"`; see `MemN2NBackbone`.
        encoding: `"position"`, words weighted by their place, or `"bow"`.
        memory_size: number of statements that are remembered, the last ones.
        time_noise: probability, in training, of an empty place behind a
            statement.
        dtype: a Keras dtype or policy.
        load_weights: False gives the preset's architecture untrained.
        **architecture: further arguments of `MemN2NBackbone`.

    Returns:
        A compiled `MemN2N`. Of several trained from different random weights
        the one of the lowest training loss is kept in the paper.

    Raises:
        TypeError: for an argument that neither this nor `MemN2NBackbone` has.
        ValueError: if a preset is given with an argument it would ignore.

    Example:

    >>> import zoo
    >>> x = {
    ...     "story": [["Ann is in the hall.", "Bob is in the shed."]] * 2,
    ...     "question": ["Where is Ann?", "Where is Bob?"],
    ... }
    >>> y = ["hall", "shed"]
    >>> model = zoo.memn2n(vocabulary=zoo.story_vocabulary(x, y))
    >>> history = model.fit(x, y, verbose=0)
    >>> model.predict(x, verbose=0)["hops"].shape
    (2, 3)

    Reference:
        Sukhbaatar et al., End-To-End Memory Networks, NIPS 2015.
    """
    return make_story_model(
        MemN2N,
        memn2n,
        locals(),
        backbone={
            "embedding_dim": embedding_dim,
            "hops": hops,
            "tying": tying,
            "encoding": encoding,
            "memory_size": memory_size,
            "time_noise": time_noise,
        },
    )
