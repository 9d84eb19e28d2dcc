"""The time-delay neural network with max pooling, a sentence classifier.

A baseline of A Convolutional Neural Network for Modelling Sentences (ACL 2014).
"""

from keras import ops

from zoo.export import zoo_export
from zoo.sentence_cnn.convolved_layers import (
    convolved_layer,
    wide_activations,
    word_maps,
)
from zoo.sentence_cnn.make_sentence_classifier import make_sentence_classifier
from zoo.sentence_cnn.max_tdnn_backbone import MaxTDNNBackbone
from zoo.sentence_cnn.max_tdnn_preprocessor import MaxTDNNPreprocessor
from zoo.sentence_cnn.sentence_classifier import SentenceClassifier


@zoo_export
class MaxTDNN(SentenceClassifier):
    """Classifies sentences with a `MaxTDNNBackbone`; see `zoo.max_tdnn`.

    Args:
        backbone: a `MaxTDNNBackbone`.
        num_classes, preprocessor, activation, dropout, class_names, l2: of
            every `SentenceClassifier`.
    """

    backbone_cls = MaxTDNNBackbone
    preprocessor_cls = MaxTDNNPreprocessor

    def activations(self, rows):
        return wide_activations(self.backbone, rows, self.backbone.width)

    def convolved_layers(self, token_ids):
        _, layer = convolved_layer(
            self.backbone,
            1,
            self._padded(token_ids),
            size=1,
            shift=self.backbone.width - 1,
        )
        return [layer]

    def _padded(self, token_ids):
        missing = max(0, self.backbone.width - len(token_ids))
        return ops.pad(
            word_maps(self.backbone, token_ids),
            [[0, 0], [0, missing], [0, 0], [0, 0]],
        )


def max_tdnn(
    preset=None,
    config="sst_binary",
    vocabulary=None,
    vocabulary_size=None,
    num_classes=None,
    class_names=None,
    embedding=None,
    fixed_vectors=None,
    embedding_trainable=True,
    dropout=0.5,
    l2=0.0,
    oov="unk",
    splitting=None,
    lowercase=True,
    sequence_length=None,
    dtype=None,
    load_weights=True,
    **architecture,
):
    """A classifier of sentences by one narrow convolution, compiled.

    One filter of six words for each row of the sentence matrix, of which the
    highest value counts: a baseline of `zoo.dcnn`.

    Args:
        preset: directory of a trained model; only `dtype` and `load_weights`
            can go with it.
        config: as for `zoo.dcnn`, of which the sizes of word vectors,
            vocabulary and classes count; in a dict `width` as well.
        vocabulary, vocabulary_size, num_classes, class_names: as for
            `zoo.dcnn`.
        embedding, fixed_vectors, embedding_trainable, dropout, l2: as for
            `zoo.dcnn`.
        oov, splitting, lowercase, sequence_length: as for `zoo.dcnn`.
        dtype, load_weights: as for `zoo.dcnn`.
        **architecture: further arguments of `MaxTDNNBackbone`.

    Returns:
        A compiled `MaxTDNN`; a trained one by its `compile_for_tuning`.

    Example:

    >>> import zoo
    >>> model = zoo.max_tdnn(config="trec", vocabulary=["who", "what", "?"])
    >>> model.class_names
    ['ABBR', 'DESC', 'ENTY', 'HUM', 'LOC', 'NUM']

    Reference:
        Collobert and Weston, A Unified Architecture for Natural Language
        Processing, ICML 2008; as a baseline in Kalchbrenner et al., ACL 2014.
    """
    return make_sentence_classifier(MaxTDNN, max_tdnn, locals())
