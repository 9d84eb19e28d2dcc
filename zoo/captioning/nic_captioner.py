"""The neural image captioner (NIC), a plain LSTM decoder.

Show and Tell (CVPR 2015); the first baseline of the ATPL paper.
"""

from zoo.captioning.captioner import Captioner
from zoo.captioning.make_captioner import make_captioner
from zoo.captioning.nic_captioner_backbone import NICCaptionerBackbone
from zoo.captioning.nic_captioner_preprocessor import NICCaptionerPreprocessor
from zoo.export import zoo_export


@zoo_export
class NICCaptioner(Captioner):
    """Describes images with an `LSTMDecoder`; see `zoo.nic_captioner`.

    Args:
        backbone: an `NICCaptionerBackbone`.
        preprocessor: an `NICCaptionerPreprocessor`, or None.
    """

    backbone_cls = NICCaptionerBackbone
    preprocessor_cls = NICCaptionerPreprocessor


def nic_captioner(
    preset=None,
    vocabulary=None,
    vocabulary_size=None,
    embedding_dim=512,
    units=512,
    feature_dim=2048,
    image_encoder=None,
    dropout=0.5,
    embedding=None,
    oov="drop",
    sequence_length=20,
    dtype=None,
    load_weights=True,
    **architecture,
):
    """An image captioner with a plain LSTM decoder, compiled.

    The baseline that `zoo.atpl_captioner` is compared with. Both share
    preprocessor, training set-up and generation.

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
        dropout: rate on features, words and the LSTM's state.
        embedding: initial word vectors `(vocabulary_size, embedding_dim)`.
        oov: what becomes of unknown words: `"drop"` or `"unk"`.
        sequence_length: number of words that captions are cut to.
        dtype: a Keras dtype or policy.
        load_weights: False gives the preset's architecture untrained.
        **architecture: further arguments of `NICCaptionerBackbone`.

    Returns:
        A compiled `NICCaptioner`.

    Example:

    >>> import numpy as np
    >>> import zoo
    >>> model = zoo.nic_captioner(
    ...     vocabulary=["a", "dog", "runs"], feature_dim=8, units=16
    ... )
    >>> isinstance(model.generate(np.ones(8)), str)
    True

    Reference:
        Vinyals et al., Show and Tell, CVPR 2015.
    """
    return make_captioner(NICCaptioner, nic_captioner, locals())
