"""The part-of-speech tagger that reads roles.

Attentive Tensor Product Learning (AAAI 2019), section 5.1.
"""

import keras
import numpy as np
from keras import ops

from keras_tpr.losses import NodeCrossEntropy
from keras_tpr.metrics import MaskedAccuracy
from zoo.atpl.atpl_tagger_backbone import ATPLTaggerBackbone
from zoo.atpl.atpl_tagger_preprocessor import ATPLTaggerPreprocessor
from zoo.atpl.batched_roles import batched_roles
from zoo.atpl.grammar_parts import autoencoder_part, with_word_vectors
from zoo.atpl.grammar_task import GrammarTask, adam, check_some_labels
from zoo.atpl.make_grammar_model import fresh_parts, load_preset
from zoo.atpl.read_sentence import read_sentence
from zoo.atpl.role_explanation import RoleExplanation, role_similarity
from zoo.atpl.tag_classes import TagClasses
from zoo.atpl.tag_head import tag_head, tag_probabilities
from zoo.export import zoo_export


@zoo_export
class ATPLTagger(GrammarTask):
    """Tells the part of speech of each word; see `zoo.atpl_tagger`.

    Args:
        backbone: an `ATPLTaggerBackbone`.
        preprocessor: an `ATPLTaggerPreprocessor`, or None.
        num_classes, class_names: see `TagClasses`.
        factors: of the layers keyed by the word.
        head: `"factored"`, weights that depend on the word; `"dense"`, the
            same weights for all words.
    """

    backbone_cls = ATPLTaggerBackbone
    preprocessor_cls = ATPLTaggerPreprocessor

    def __init__(
        self,
        backbone,
        preprocessor=None,
        num_classes=None,
        class_names=None,
        factors=512,
        head="factored",
        **kwargs,
    ):
        # Layers
        self.backbone = backbone
        self.preprocessor = preprocessor
        self.classes = TagClasses(num_classes, class_names)
        self.head = tag_head(
            head,
            len(self.classes),
            backbone.num_keys,
            factors,
            backbone.dtype_policy,
        )
        # Graph
        inputs = backbone.input
        probabilities = tag_probabilities(
            self.head, backbone(inputs), inputs["token_ids"]
        )
        super().__init__(
            inputs, probabilities, backbone, preprocessor, **kwargs
        )
        # Config
        self.factors = factors
        self.head_kind = head

    @property
    def class_names(self):
        """The tags in the order of the outputs."""
        return list(self.classes.names)

    def default_compile(self):
        """Adam, and the mean cross-entropy of the words."""
        return {
            "optimizer": adam(1e-3),
            "loss": NodeCrossEntropy(per="node"),
            "weighted_metrics": [MaskedAccuracy(name="accuracy")],
        }

    def compute_loss(
        self, x=None, y=None, y_pred=None, sample_weight=None, training=True
    ):
        weights = _for_words(sample_weight)
        return super().compute_loss(x, y, y_pred, weights, training=training)

    def encoded_targets(self, rows, x, y):
        if y is not None:
            y = np.asarray(y, np.int32)
            shape = np.shape(x["token_ids"])
            if y.shape != shape:
                raise ValueError(
                    f"`y` must have the shape of `token_ids`, {shape}. "
                    f"Received shape {y.shape}."
                )
            rows = [
                row._replace(labels=labels[: len(row.token_ids)])
                for row, labels in zip(rows, y, strict=True)
            ]
        check_some_labels(rows)
        return rows, None

    def tag(self, x, batch_size=64):
        """The part of speech of each word.

        Args:
            x: a list of sentences; an empty one has no tags.
            batch_size: number of sentences that are read at a time.

        Returns:
            A list with a list of names for each sentence.
        """
        return [
            [self.classes.names[number] for number in row.argmax(axis=-1)]
            for row in self.predict_each(x, batch_size)
        ]

    def explain(self, sentence):
        """The roles of a sentence beside the tags that they led to.

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
        (probabilities,) = self.predict_each([words])
        (roles,) = self.roles([words])
        return RoleExplanation(
            words=words,
            answers=[self.class_names[n] for n in probabilities.argmax(-1)],
            roles=roles,
            role_similarity=role_similarity(roles),
            probabilities=probabilities.max(axis=-1),
        )

    def roles(self, x, batch_size=64):
        """The role of each word, a list of arrays `(T, dim)`.

        Args:
            x: sentences, or encoded inputs.
            batch_size: number of sentences that are read at a time.
        """
        batches = self.batches(x, batch_size=batch_size, labelled=False)
        return batched_roles(self.backbone.autoencoder, batches)

    def get_config(self):
        return {
            **super().get_config(),
            "num_classes": len(self.classes),
            "class_names": self.class_names,
            "factors": self.factors,
            "head": self.head_kind,
        }


def atpl_tagger(
    preset=None,
    autoencoder=None,
    vocabulary=None,
    vocabulary_size=None,
    num_classes=None,
    class_names=None,
    dim=32,
    units=512,
    factors=512,
    concat_words=False,
    finetune_roles=False,
    embedding=None,
    embedding_dim=100,
    affix_buckets=None,
    affix_dim=64,
    role_source="roles",
    head="factored",
    dropout=0.0,
    dtype=None,
    load_weights=True,
):
    """A tagger of parts of speech that reads the roles of an autoencoder.

    By default as published: an LSTM in both directions reads the roles, and
    nothing else, and what its states mean depends on the word. The other
    options go beyond the paper, and help more: a word that was never seen has
    neither a role nor weights of its own.

    Args:
        preset: name or directory of a trained model; only `dtype` and
            `load_weights` can go with it.
        autoencoder: a trained `ATPLAutoencoder`, of which a copy is used; with
            it comes its vocabulary. None for a fresh one.
        vocabulary: words of a fresh autoencoder, most frequent first; see
            `zoo.atpl_autoencoder`.
        vocabulary_size: number of ids of a fresh autoencoder without a
            `vocabulary`, END included; 10000 by default.
        num_classes: number of classes; as many as there are `class_names`, or
            45.
        class_names: names of the tags; those of the Penn Treebank by default.
        dim: size of the roles of a fresh autoencoder, whose LSTMs have `units`
            units.
        units: size of the LSTM in each direction.
        factors: of the weights that depend on the word.
        concat_words: whether the LSTM also reads word vectors, trained with
            the tagger.
        finetune_roles: whether the autoencoder is trained with the tagger.
        embedding: with `concat_words` the initial vectors of words, a dict
            from words to arrays of size `embedding_dim`; words that the
            vocabulary lacks get a vector, too.
        embedding_dim: size of the word vectors.
        affix_buckets: number of beginnings, endings and shapes of words that
            the LSTM also reads, as hashed; None for none.
        affix_dim: size of their vectors.
        role_source: `"roles"`; to compare, `"words"`, the word vectors of the
            autoencoder, `"random"`, vectors that know nothing but the
            position, or None, nothing.
        head: `"factored"`, weights that depend on the word; to compare,
            `"dense"`.
        dropout: rate on what the LSTM reads and gives.
        dtype: a Keras dtype or policy.
        load_weights: False gives the preset's architecture untrained.

    Returns:
        A compiled `ATPLTagger`.

    Example:

    >>> import zoo
    >>> model = zoo.atpl_tagger(
    ...     vocabulary=["a", "dog", "barks"], dim=4, units=6, factors=5
    ... )
    >>> sentences = [["a", "dog", "barks"], ["a", "dog"]]
    >>> tags = [["DT", "NN", "VBZ"], ["DT", "NN"]]
    >>> history = model.fit(sentences, tags, verbose=0)
    >>> [len(tags) for tags in model.tag(sentences)]
    [3, 2]

    Reference:
        Huang et al., Attentive Tensor Product Learning, AAAI 2019, section
        5.1.
    """
    arguments = locals()
    if preset is not None:
        return load_preset(ATPLTagger, atpl_tagger, arguments)
    words, part = autoencoder_part(
        autoencoder, vocabulary, vocabulary_size, dim, units, dtype
    )
    words, extra_words = with_word_vectors(words, embedding, concat_words)
    classes = TagClasses(num_classes, class_names)
    preprocessor, sizes = fresh_parts(
        ATPLTaggerPreprocessor,
        words,
        None,
        part.vocabulary_size,
        extra_words,
        affix_buckets=affix_buckets,
        class_names=classes.names,
    )
    backbone = ATPLTaggerBackbone(
        part,
        **sizes,
        units=units,
        role_source=role_source,
        concat_words=concat_words,
        embedding_dim=embedding_dim,
        affix_buckets=affix_buckets,
        affix_dim=affix_dim,
        finetune_roles=finetune_roles,
        dropout=dropout,
        dtype=dtype,
    )
    if embedding is not None:
        backbone.set_word_vectors(
            word_table(preprocessor.tokenizer, embedding, embedding_dim)
        )
    return ATPLTagger(
        backbone,
        preprocessor,
        class_names=classes.names,
        factors=factors,
        head=head,
    )


def word_table(tokenizer, vectors, size):
    """Initial vectors of all ids, `(vocabulary_size, size)`.

    Those of words without one are small and random, that of END is zero.
    """
    names = tokenizer.get_vocabulary()
    table = keras.random.uniform((len(names), size), -0.1, 0.1)
    table = np.array(ops.convert_to_numpy(table))
    table[0] = 0.0
    for number, name in enumerate(names):
        vector = vectors.get(name, vectors.get(name.lower()))
        if vector is not None:
            if np.shape(vector) != (size,):
                raise ValueError(
                    f"`embedding` has a vector of shape {np.shape(vector)} "
                    f"for {name!r}, but `embedding_dim={size}`."
                )
            table[number] = vector
    return table


def _for_words(sample_weight):
    """Weights of sentences as weights of their words."""
    if sample_weight is not None and len(sample_weight.shape) == 1:
        return ops.expand_dims(sample_weight, -1)
    return sample_weight
