"""The autoencoder whose roles carry grammar.

Attentive Tensor Product Learning (AAAI 2019), section 5.
"""

import numpy as np
from keras import ops

from keras_tpr.layers import up_to_first_end
from keras_tpr.losses import SentenceCrossEntropy
from keras_tpr.metrics import MaskedAccuracy
from zoo.atpl.atpl_autoencoder_backbone import ATPLAutoencoderBackbone
from zoo.atpl.atpl_autoencoder_preprocessor import (
    ATPLAutoencoderPreprocessor,
    with_own_targets,
)
from zoo.atpl.batched_roles import batched_roles
from zoo.atpl.grammar_task import GrammarTask, adam
from zoo.atpl.make_grammar_model import fresh_parts, load_preset
from zoo.atpl.read_sentence import read_sentence
from zoo.atpl.role_clusters import role_clusters
from zoo.atpl.role_explanation import RoleExplanation, role_similarity
from zoo.export import zoo_export


@zoo_export
class ATPLAutoencoder(GrammarTask):
    """Writes sentences again from a vector; see `zoo.atpl_autoencoder`.

    Args:
        backbone: an `ATPLAutoencoderBackbone`.
        preprocessor: an `ATPLAutoencoderPreprocessor`, or None.
    """

    backbone_cls = ATPLAutoencoderBackbone
    preprocessor_cls = ATPLAutoencoderPreprocessor

    def __init__(self, backbone, preprocessor=None, **kwargs):
        # Layers
        self.backbone = backbone
        self.preprocessor = preprocessor
        # Graph
        super().__init__(
            backbone.input,
            backbone(backbone.input),
            backbone,
            preprocessor,
            **kwargs,
        )

    def default_compile(self):
        """Adam with the rate of the captioner, and the loss of a sentence."""
        return {
            "optimizer": adam(2e-4),
            "loss": SentenceCrossEntropy(),
            "weighted_metrics": [MaskedAccuracy(name="accuracy")],
        }

    def compute_loss(
        self, x=None, y=None, y_pred=None, sample_weight=None, training=True
    ):
        weights = _word_weights(x, sample_weight)
        return super().compute_loss(
            x, x["token_ids"], y_pred, weights, training=training
        )

    def compute_metrics(self, x, y, y_pred, sample_weight=None):
        weights = _word_weights(x, sample_weight)
        return super().compute_metrics(x, x["token_ids"], y_pred, weights)

    def encoded_targets(self, rows, x, y):
        if y is not None and not np.array_equal(y, x["token_ids"]):
            raise ValueError(
                "`y` must be None, or the `token_ids`: the targets of an "
                "autoencoder are the sentences themselves."
            )
        return [with_own_targets(row) for row in rows], None

    def roles(self, x, batch_size=None):
        """The role of each word of many sentences.

        Args:
            x: sentences, or encoded inputs.
            batch_size: number of sentences that are read at a time.

        Returns:
            A list of arrays `(T, dim)`.
        """
        size = 64 if batch_size is None else batch_size
        batches = self.batches(x, batch_size=size, labelled=False)
        return batched_roles(self.backbone, batches)

    def role_clusters(self, sentences, tags=None, num_clusters=None, seed=0):
        """Clusters the roles of many sentences and compares them with tags.

        Args:
            sentences: a list of sentences.
            tags: for each the list of its words' tags; None for those that the
                sentences come with.
            num_clusters: number of clusters; by default that of the tags.
            seed: of the clustering.

        Returns:
            The dict of `keras_tpr.analysis.cluster_vs_pos` (`purity`, `nmi`,
            their levels of chance, and the tags in each cluster), with
            `num_clusters` and `num_words`.

        Raises:
            ValueError: if a sentence has not one tag for each word.
        """
        self.check_words()
        if tags is None:
            tags = [read_sentence(value).tags for value in sentences]
        if None in tags:
            raise ValueError(
                f"`tags` are missing: sentence {tags.index(None)} comes "
                "without."
            )
        return role_clusters(self.roles(sentences), tags, num_clusters, seed)

    def explain(self, sentence):
        """The roles of a sentence, and how well its words are written again.

        Args:
            sentence: one text, list of words or tree.

        Returns:
            A `RoleExplanation`, with `to_dict`, `to_html` and `plot`.

        Raises:
            ValueError: for a model without a preprocessor, or an empty
                sentence.
        """
        self.check_words()
        words = read_sentence(sentence).words
        if not words:
            raise ValueError("`sentence` is empty.")
        (roles,) = self.roles([words])
        (logits,) = self.predict_each([words])
        names = self.preprocessor.tokenizer.get_vocabulary()
        best = logits[: len(words)].argmax(axis=-1)
        return RoleExplanation(
            words=words,
            answers=[names[number] for number in best],
            roles=roles,
            role_similarity=role_similarity(roles),
        )


def atpl_autoencoder(
    preset=None,
    vocabulary=None,
    vocabulary_size=None,
    dim=32,
    units=512,
    dropout=0.0,
    tpr_scale=None,
    role_basis="hadamard",
    dtype=None,
    load_weights=True,
):
    """An autoencoder of sentences with learned roles, compiled.

    An LSTM reads a sentence into a vector, and an ATPL decoder writes it again
    from that. Nobody tells it about grammar; its roles are what
    `zoo.atpl_tagger` and `zoo.atpl_parser` read.

    Args:
        preset: name or directory of a trained model; only `dtype` and
            `load_weights` can go with it.
        vocabulary: words, most frequent first; gives the model a preprocessor
            so that it takes sentences as they are. Others become classes of
            their looks; leave out what occurs once, so that these are trained.
        vocabulary_size: number of ids without a `vocabulary`, END included;
            10000 by default, as the published one is not known.
        dim: size of word vectors, fillers and roles; a power of two.
        units: size of the LSTMs and of the vector.
        dropout: rate on the vector, the words that are read, and the attended
            vector.
        tpr_scale: None as published, or `"length"`, so that long sentences do
            not saturate the roles.
        role_basis: `"hadamard"`, or another basis; see `HadamardRoles`.
        dtype: a Keras dtype or policy.
        load_weights: False gives the preset's architecture untrained.

    Returns:
        A compiled `ATPLAutoencoder`.

    Example:

    >>> import zoo
    >>> model = zoo.atpl_autoencoder(
    ...     vocabulary=["a", "dog", "barks"], dim=4, units=6
    ... )
    >>> history = model.fit(["a dog barks", "a dog"], verbose=0)
    >>> [roles.shape for roles in model.roles(["a dog barks"])]
    [(3, 4)]

    Reference:
        Huang et al., Attentive Tensor Product Learning, AAAI 2019, section 5.
    """
    arguments = locals()
    if preset is not None:
        return load_preset(ATPLAutoencoder, atpl_autoencoder, arguments)
    preprocessor, sizes = fresh_parts(
        ATPLAutoencoderPreprocessor, vocabulary, vocabulary_size, 10000
    )
    backbone = ATPLAutoencoderBackbone(
        **sizes,
        dim=dim,
        units=units,
        dropout=dropout,
        tpr_scale=tpr_scale,
        role_basis=role_basis,
        dtype=dtype,
    )
    return ATPLAutoencoder(backbone, preprocessor)


def _word_weights(x, sample_weight):
    """Weights of the words and of END, `(B, T)`."""
    weights = ops.cast(up_to_first_end(x["token_ids"]), "float32")
    if sample_weight is None:
        return weights
    sample_weight = ops.cast(sample_weight, "float32")
    if len(sample_weight.shape) == 1:
        sample_weight = ops.expand_dims(sample_weight, -1)
    return weights * sample_weight
