"""Memory Networks, which find facts in a story and answer from them.

Weston et al., Memory Networks, ICLR 2015; Towards AI-Complete Question
Answering: A Set of Prerequisite Toy Tasks, 2015.
"""

import inspect

from keras import ops

from keras_tpr.losses import MarginRankingLoss
from zoo.export import zoo_export
from zoo.memory.explain_hops import explain_hops
from zoo.memory.make_story_model import make_story_model
from zoo.memory.memnn_backbone import MemNNBackbone
from zoo.memory.memnn_preprocessor import MemNNPreprocessor
from zoo.memory.memnn_variants import VARIANTS
from zoo.memory.story_task import StoryTask
from zoo.registry import suggestion


@zoo_export
class MemNN(StoryTask):
    """Answers questions with a `MemNNBackbone`; see `zoo.memnn`.

    It is trained with the supporting facts of each question, `x["support"]`.

    Args:
        backbone: a `MemNNBackbone`.
        preprocessor: a `MemNNPreprocessor`, or None.
        margin: by which the right fact, and the right word, shall be ahead.
        negatives: which wrong ones count; see `MarginRankingLoss`.
    """

    backbone_cls = MemNNBackbone
    preprocessor_cls = MemNNPreprocessor
    needs_support = True

    def __init__(
        self,
        backbone,
        preprocessor=None,
        margin=0.1,
        negatives="violating",
        **kwargs,
    ):
        # Which `compile`, called by the base class, asks for.
        self.margin = margin
        self.negatives = negatives
        super().__init__(backbone, preprocessor, **kwargs)

    def explain(self, x):
        """Which facts were found, hop by hop, and which words scored best.

        Args:
            x: a dict of one story and one question.

        Returns:
            A `HopExplanation`.

        Raises:
            TypeError: if there are several questions.
            ValueError: for a model without words.
        """
        return explain_hops(self, x)

    def default_loss(self):
        return MarginRankingLoss(self.margin, self.negatives)

    def losses_of(self, x, y, y_pred):
        y = ops.cast(y, "int32")
        # An unknown word is no answer that could be given.
        words = ops.where(
            ops.logical_and(self.counts(y), ops.not_equal(y, 1)), y, -1
        )
        losses = self._ranking(words, y_pred["answer"])
        if "hop_scores" in y_pred:
            losses = losses + self._ranking(
                y_pred["hops"], y_pred["hop_scores"]
            )
        return losses

    def right_facts(self, x, y_pred):
        support = ops.cast(x["support"], "int32")[:, : self.backbone.hops]
        if "hop_scores" in y_pred:
            best = ops.argmax(y_pred["hop_scores"], axis=-1)
            targets = y_pred["hops"]
            right = ops.logical_or(ops.equal(best, targets), targets < 0)
            return ops.cast(ops.all(right, axis=-1), "float32")
        found = y_pred["hops"]
        if not self.backbone.use_stop:
            found = found[:, : ops.shape(support)[1]]
            right = ops.logical_or(
                ops.equal(found, support), ops.equal(support, -1)
            )
            return ops.cast(ops.all(right, axis=-1), "float32")
        missing = self.backbone.hops - ops.shape(support)[1]
        none = ops.full_like(support[:, :1], -1)
        support = ops.concatenate(
            [support, ops.repeat(none, missing, axis=1)], axis=1
        )
        return ops.cast(ops.all(ops.equal(found, support), axis=-1), "float32")

    def get_config(self):
        return {
            **super().get_config(),
            "margin": self.margin,
            "negatives": self.negatives,
        }

    def _ranking(self, targets, scores):
        """The loss of all steps of each question, `(B,)`."""
        loss = self.loss
        flat = loss.call(
            ops.reshape(targets, (-1,)),
            ops.reshape(scores, (-1, ops.shape(scores)[-1])),
        )
        return ops.sum(ops.reshape(flat, ops.shape(targets)), axis=-1)


def memnn(
    preset=None,
    variant="memnn",
    vocabulary=None,
    vocabulary_size=200,
    embedding_dim=100,
    hops=2,
    max_hops=10,
    max_answer_words=1,
    margin=0.1,
    time="pairwise",
    memory_size=256,
    allow_repeat=True,
    negatives="violating",
    dtype=None,
    load_weights=True,
    **architecture,
):
    """A Memory Network, which answers questions about a story, compiled.

    Trained with the supporting facts of each question, it finds facts one
    after another, each in the light of those before, and then words.

    Args:
        preset: name or directory of a trained model; only `dtype` and
            `load_weights` can go with it.
        variant: `"memnn"`, as of 2014: a fixed number of facts, words as a
            bag; and the extensions of 2015: `"am"`, as many facts as it takes
            (adaptive memory); `"am_ng"`, with n-grams; `"am_nl"`, with a
            nonlinear map; `"am_ng_nl"`, with both; `"am_multilinear"`, with
            matrices for the places of words.
        vocabulary: words, answers and, for n-grams, those; see
            `zoo.story_vocabulary`. None for a model that takes ids.
        vocabulary_size: number of ids without a `vocabulary`, those of no
            word and of unknown words included.
        embedding_dim: size of the vectors.
        hops: number of facts of `"memnn"`.
        max_hops: highest number of facts of the other variants.
        max_answer_words: number of words of an answer at most. With 1, an
            answer of several words, as `"n,s"`, is one of its own.
        margin: by which the right fact, and the right word, shall be ahead.
        time: `"pairwise"`, `"absolute"` or None; see `MemNNBackbone`.
        memory_size: number of statements that are remembered, the last ones.
        allow_repeat: whether a statement can be found twice.
        negatives: which wrong facts and words count; see `MarginRankingLoss`.
        dtype: a Keras dtype or policy.
        load_weights: False gives the preset's architecture untrained.
        **architecture: further arguments of `MemNNBackbone`.

    Returns:
        A compiled `MemNN`.

    Raises:
        TypeError: for an argument that neither this nor `MemNNBackbone` has.
        ValueError: for an unknown variant, `hops` or `max_hops` of a variant
            that has the other one, if a preset is given with an
            argument it would ignore, or if a vocabulary for n-grams has none.

    Example:

    >>> import zoo
    >>> x = {
    ...     "story": [["Ann is in the hall.", "Bob is in the shed."]] * 2,
    ...     "question": ["Where is Ann?", "Where is Bob?"],
    ...     "support": [[0], [1]],
    ... }
    >>> y = ["hall", "shed"]
    >>> model = zoo.memnn(
    ...     variant="am", vocabulary=zoo.story_vocabulary(x, y)
    ... )
    >>> history = model.fit(x, y, epochs=60, verbose=0)
    >>> story = ["Ann is in the hall.", "Bob is in the shed."]
    >>> model.answer({"story": story, "question": "Where is Bob?"})
    'shed'

    Reference:
        Weston et al., Memory Networks, ICLR 2015; Weston et al., Towards
        AI-Complete Question Answering, 2015, section 4.2 and Table 3.
    """
    if variant not in VARIANTS:
        raise ValueError(
            f"`variant` must be one of {sorted(VARIANTS)}. Received: "
            f"variant={variant!r}. {suggestion(variant, VARIANTS)}"
        )
    arguments = locals()
    chosen = VARIANTS[variant]
    if preset is None:
        _check_hops(variant, hops, max_hops)
    return make_story_model(
        MemNN,
        memnn,
        arguments,
        backbone={
            "hops": max_hops if chosen.use_stop else hops,
            "use_stop": chosen.use_stop,
            "encoding": chosen.encoding,
            "nonlinear": chosen.nonlinear,
            "max_answer_words": max_answer_words,
            "time": time,
            "memory_size": memory_size,
            "allow_repeat": allow_repeat,
            "embedding_dim": embedding_dim,
        },
        ngrams=chosen.ngrams,
        task={"margin": margin, "negatives": negatives},
    )


def _check_hops(variant, hops, max_hops):
    """Raises if the number of facts is given by the name it has elsewhere."""
    name, other, value = "hops", "max_hops", max_hops
    if VARIANTS[variant].use_stop:
        name, other, value = "max_hops", "hops", hops
    if value != inspect.signature(memnn).parameters[other].default:
        raise ValueError(
            f"`{other}={value}` does not apply to variant {variant!r}, whose "
            f"number of facts is `{name}`."
        )
