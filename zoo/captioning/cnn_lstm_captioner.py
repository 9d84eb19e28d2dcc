"""The CNN-LSTM captioner: a plain LSTM with tied word vectors.

The baseline without tags of Semantic Compositional Networks (CVPR 2017), and
the second one of the ATPL paper.
"""

from zoo.captioning.captioner import Captioner
from zoo.captioning.cnn_lstm_captioner_backbone import CNNLSTMCaptionerBackbone
from zoo.captioning.cnn_lstm_captioner_preprocessor import (
    CNNLSTMCaptionerPreprocessor,
)
from zoo.captioning.make_captioner import make_captioner
from zoo.export import zoo_export


@zoo_export
class CNNLSTMCaptioner(Captioner):
    """Describes images with a tied LSTM; see `zoo.cnn_lstm_captioner`.

    Args:
        backbone: a `CNNLSTMCaptionerBackbone`.
        preprocessor: a `CNNLSTMCaptionerPreprocessor`, or None.
    """

    backbone_cls = CNNLSTMCaptionerBackbone
    preprocessor_cls = CNNLSTMCaptionerPreprocessor


def cnn_lstm_captioner(
    preset=None,
    vocabulary=None,
    vocabulary_size=None,
    embedding_dim=300,
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
    """An image captioner whose LSTM scores words by their vectors, compiled.

    `zoo.scn_captioner` without tags: the first input is a projection of the
    features, and a word's score is the product of its vector with a projection
    of the LSTM's state.

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
        **architecture: further arguments of `CNNLSTMCaptionerBackbone`.

    Returns:
        A compiled `CNNLSTMCaptioner`.

    Example:

    >>> import numpy as np
    >>> import zoo
    >>> model = zoo.cnn_lstm_captioner(
    ...     vocabulary=["a", "dog", "runs"], feature_dim=8, units=16
    ... )
    >>> isinstance(model.generate(np.ones(8)), str)
    True

    Reference:
        Gan et al., Semantic Compositional Networks for Visual Captioning,
        CVPR 2017, section 4.2.
    """
    return make_captioner(CNNLSTMCaptioner, cnn_lstm_captioner, locals())
