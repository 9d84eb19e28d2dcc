"""The ATPL image captioner.

Attentive Tensor Product Learning (AAAI 2019), section 4.
"""

import reprlib

import keras
import numpy as np
from keras import ops

from keras_tpr.analysis import cluster_roles, cluster_vs_pos, role_table
from zoo.atpl.atpl_captioner_backbone import ATPLCaptionerBackbone
from zoo.atpl.atpl_captioner_preprocessor import ATPLCaptionerPreprocessor
from zoo.atpl.atpl_explanation import (
    ATPLExplanation,
    attention_maps,
    explained_roles,
)
from zoo.captioning.captioner import Captioner
from zoo.captioning.check_positive import check_positive
from zoo.captioning.image_inputs import check_counts
from zoo.captioning.known_words import refuse_unknown_words
from zoo.captioning.make_captioner import make_captioner
from zoo.export import zoo_export
from zoo.text_rows import text_rows


@zoo_export
class ATPLCaptioner(Captioner):
    """Describes images with an `ATPLDecoder`; see `zoo.atpl_captioner`.

    Args:
        backbone: an `ATPLCaptionerBackbone`.
        preprocessor: an `ATPLCaptionerPreprocessor`, or None.
    """

    backbone_cls = ATPLCaptionerBackbone
    preprocessor_cls = ATPLCaptionerPreprocessor

    def explain(self, inputs, caption=None, num_words=3):
        """How a caption came about, word by word.

        Args:
            inputs, caption: as for every `Captioner`.
            num_words: number of words listed beside each word and each
                filler, and of tags.

        Returns:
            An `ATPLExplanation`: roles, attention, fillers with their nearest
            words, and the similarity of roles.

        Raises:
            TypeError, ValueError: for other inputs, a caption with unknown
                words, or a captioner without words.
        """
        return super().explain(inputs, caption, num_words)

    def role_clusters(self, inputs, captions, tags, num_clusters=None, seed=0):
        """Clusters the roles of many captions and compares them with tags.

        The captions are fed word by word, as in training.

        Args:
            inputs: as for `generate`, one for each caption.
            captions: texts or lists of tokens, all of known words.
            tags: for each caption the list of its words' parts of speech.
            num_clusters: number of clusters; by default that of the tags.
            seed: of the clustering.

        Returns:
            The dict of `keras_tpr.analysis.cluster_vs_pos` (`purity`, `nmi`,
            their levels of chance, and the tags in each cluster), with
            `num_clusters` and `num_words`.

        Raises:
            TypeError: if captions are no texts, or tags no lists.
            ValueError: if the numbers differ, words are unknown, or a caption
                has not one tag for each of its words, as when they are more
                than `sequence_length`.
        """
        self._check_words("role_clusters")
        if num_clusters is not None:
            check_positive("num_clusters", num_clusters)
        encoded, _ = self._encode(inputs)
        captions, _ = text_rows(captions, "captions")
        _check_tags(tags)
        check_counts({**encoded, "captions": captions, "tags": tags})
        refuse_unknown_words(captions, self.preprocessor.tokenizer)
        token_ids, mask = self.preprocessor.caption_ids(captions)
        roles = [
            self.internals({k: v[i] for k, v in encoded.items()}, ids)["u"]
            for i, ids in _slices(token_ids)
        ]
        words = np.asarray(mask) & (token_ids != 0)
        roles, tags = role_table(np.concatenate(roles), words, tags)
        count = num_clusters or len(np.unique(tags))
        found = cluster_vs_pos(
            cluster_roles(roles, count, seed), tags, seed=seed
        )
        return {**found, "num_clusters": count, "num_words": len(tags)}

    def internals(self, encoded, token_ids):
        """The decoder's internals for encoded inputs, as arrays.

        Args:
            encoded: dict of `images` or `features`, and `tags` if any.
            token_ids: `(B, T)`.

        Returns:
            The dict of `ATPLDecoder`'s `return_internals`.
        """
        features, tags = self._seen(encoded)
        outputs = self.backbone.decoder.internals(
            ops.convert_to_tensor(token_ids), features, tags
        )
        return {k: ops.convert_to_numpy(v) for k, v in outputs.items()}

    def _explanation(self, encoded, token_ids, num_words):
        features, tags = self._seen(encoded)
        outputs = self.backbone.decoder.internals(
            ops.convert_to_tensor(token_ids[None]), features, tags
        )
        internals = {k: ops.convert_to_numpy(v)[0] for k, v in outputs.items()}
        embedding = self.backbone.decoder.embedding
        return ATPLExplanation(
            **self._explained_words(internals["logits"], token_ids, num_words),
            tags=self._named_tags(tags, num_words),
            image=encoded["images"][0] if "images" in encoded else None,
            **explained_roles(
                internals,
                ops.convert_to_numpy(embedding.embeddings),
                self.preprocessor.tokenizer.get_vocabulary(),
                num_words,
            ),
            attention_maps=attention_maps(
                internals["a_v"], _feature_grid(self.backbone.image_encoder)
            ),
        )


def atpl_captioner(
    preset=None,
    vocabulary=None,
    vocabulary_size=None,
    dim=32,
    units=512,
    feature_dim=2048,
    image_encoder=None,
    tag_detector=None,
    num_tags=999,
    tag_mode="scn",
    tag_factors=512,
    dropout=0.5,
    tie_output=False,
    embedding=None,
    embedding_trainable=True,
    oov="drop",
    sequence_length=20,
    dtype=None,
    load_weights=True,
    **architecture,
):
    """An image captioner with Attentive Tensor Product Learning, compiled.

    Args:
        preset: name or directory of a trained model; see `zoo.list_presets()`.
            It brings its own architecture and vocabulary, so that only
            `dtype` and `load_weights` can go with it.
        vocabulary: words, most frequent first; gives the model a preprocessor
            so that it takes images and captions as they are.
        vocabulary_size: number of words, END included, without a
            `vocabulary`; 8791 as published.
        dim: size of word vectors, fillers and roles; a power of two.
        units: size of the LSTM.
        feature_dim: size of precomputed image features; an image encoder
            brings its own.
        image_encoder: None for precomputed features; `"resnet152"`,
            `"efficientnet_lite0"`, `"scene_cnn"`, or a Keras model from images
            to vectors.
        tag_detector: a trained Keras model from features to tag
            probabilities, so that images need no tags; a copy of it is used,
            frozen.
        num_tags: number of image tags; None for a captioner without tags.
        tag_mode: `"scn"`, the tags compose the LSTM's weights; `"init"`, they
            are added to its first input.
        tag_factors: number of factors of the tag-composed LSTM.
        dropout: rate on features, tags, words and attended features.
        tie_output: score words by similarity to their vectors.
        embedding: initial word vectors `(vocabulary_size, dim)`.
        embedding_trainable: whether word vectors are trained.
        oov: what becomes of unknown words: `"drop"` or `"unk"`.
        sequence_length: number of words that captions are cut to.
        dtype: a Keras dtype or policy.
        load_weights: False gives the preset's architecture untrained.
        **architecture: further arguments of `ATPLCaptionerBackbone`.

    Returns:
        A compiled `ATPLCaptioner`.

    Raises:
        ValueError: for an unknown preset or encoder (close matches are
            named) or arguments that do not fit together.

    Example:

    >>> import numpy as np
    >>> import zoo
    >>> model = zoo.atpl_captioner(
    ...     vocabulary=["a", "dog", "runs"], feature_dim=8, num_tags=None
    ... )
    >>> data = {"features": np.ones((2, 8)), "captions": ["a dog", "dog runs"]}
    >>> history = model.fit(data, epochs=1, verbose=0)
    >>> isinstance(model.generate(np.ones(8)), str)
    True

    Reference:
        Huang et al., Attentive Tensor Product Learning, AAAI 2019, section 4.
    """
    return make_captioner(ATPLCaptioner, atpl_captioner, locals())


def _check_tags(tags):
    rows = (list, tuple, np.ndarray)
    if not isinstance(tags, rows) or not all(
        isinstance(row, rows) for row in tags
    ):
        raise TypeError(
            "`tags` must be a list with, for each caption, the list of its "
            f"words' tags. Received: {reprlib.repr(tags)}."
        )


def _slices(array, size=64):
    for begin in range(0, len(array), size):
        part = slice(begin, begin + size)
        yield part, array[part]


def _feature_grid(encoder):
    """`(rows, columns, channels)` of features flattened from a grid."""
    if encoder is None:
        return None
    last = encoder.layers[-1]
    if not isinstance(last, keras.layers.Flatten):
        return None
    shape = tuple(last.input.shape)[1:]
    return shape if len(shape) == 3 and None not in shape else None
