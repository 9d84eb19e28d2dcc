"""The SCN-LSTM captioner: image tags compose the weights of its LSTM.

Semantic Compositional Networks for Visual Captioning (CVPR 2017), the
strongest baseline of the ATPL paper.
"""

from zoo.captioning.captioner import Captioner
from zoo.captioning.make_captioner import make_captioner
from zoo.captioning.scn_captioner_backbone import SCNCaptionerBackbone
from zoo.captioning.scn_captioner_preprocessor import SCNCaptionerPreprocessor
from zoo.export import zoo_export


@zoo_export
class SCNCaptioner(Captioner):
    """Describes images with a tag-composed LSTM; see `zoo.scn_captioner`.

    Args:
        backbone: an `SCNCaptionerBackbone`.
        preprocessor: an `SCNCaptionerPreprocessor`, or None.
    """

    backbone_cls = SCNCaptionerBackbone
    preprocessor_cls = SCNCaptionerPreprocessor


def scn_captioner(
    preset=None,
    vocabulary=None,
    vocabulary_size=None,
    embedding_dim=300,
    units=512,
    feature_dim=2048,
    image_encoder=None,
    tag_detector=None,
    num_tags=999,
    tag_factors=512,
    dropout=0.5,
    embedding=None,
    oov="drop",
    sequence_length=20,
    dtype=None,
    load_weights=True,
    **architecture,
):
    """An image captioner with a tag-composed LSTM, compiled.

    Args:
        preset: name or directory of a trained model; only `dtype` and
            `load_weights` can go with it.
        vocabulary: words, most frequent first; gives the model a preprocessor
            so that it takes images and captions as they are.
        vocabulary_size: number of words, END included, without a
            `vocabulary`; 8791 as published.
        embedding_dim: size of word vectors.
        units: size of the LSTM.
        feature_dim: size of precomputed image features; an image encoder
            brings its own.
        image_encoder: as for `zoo.atpl_captioner`.
        tag_detector: a trained `TagDetector`, or another Keras model from
            features to tag probabilities, so that images need no tags; a copy
            of it is used, frozen.
        num_tags: number of image tags.
        tag_factors: number of factors of the composed matrices.
        dropout: rate on features, tags, words and the LSTM's state.
        embedding: initial word vectors `(vocabulary_size, embedding_dim)`.
        oov: what becomes of unknown words: `"drop"` or `"unk"`.
        sequence_length: number of words that captions are cut to.
        dtype: a Keras dtype or policy.
        load_weights: False gives the preset's architecture untrained.
        **architecture: further arguments of `SCNCaptionerBackbone`.

    Returns:
        A compiled `SCNCaptioner`.

    Example:

    >>> import numpy as np
    >>> import zoo
    >>> model = zoo.scn_captioner(
    ...     vocabulary=["a", "dog", "runs"],
    ...     feature_dim=8,
    ...     units=16,
    ...     num_tags=3,
    ...     tag_factors=4,
    ... )
    >>> image = {"features": np.ones(8), "tags": [0.9, 0.1, 0.4]}
    >>> isinstance(model.generate(image), str)
    True

    Reference:
        Gan et al., Semantic Compositional Networks for Visual Captioning,
        CVPR 2017, section 3.
    """
    return make_captioner(SCNCaptioner, scn_captioner, locals())
