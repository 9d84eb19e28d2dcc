"""The dynamic convolutional neural network (DCNN), a sentence classifier.

A Convolutional Neural Network for Modelling Sentences (ACL 2014).
"""

from keras_tpr.layers import dynamic_k
from zoo.export import zoo_export
from zoo.sentence_cnn.convolved_layers import (
    convolved_layer,
    wide_activations,
    word_maps,
)
from zoo.sentence_cnn.dcnn_backbone import DCNNBackbone
from zoo.sentence_cnn.dcnn_preprocessor import DCNNPreprocessor
from zoo.sentence_cnn.make_sentence_classifier import make_sentence_classifier
from zoo.sentence_cnn.sentence_classifier import SentenceClassifier


@zoo_export
class DCNN(SentenceClassifier):
    """Classifies sentences with a `DCNNBackbone`; see `zoo.dcnn`.

    Args:
        backbone: a `DCNNBackbone`.
        num_classes, preprocessor, activation, dropout, class_names, l2: of
            every `SentenceClassifier`.
    """

    backbone_cls = DCNNBackbone
    preprocessor_cls = DCNNPreprocessor

    def activations(self, rows):
        return wide_activations(self.backbone, rows)

    def convolved_layers(self, token_ids):
        backbone = self.backbone
        x = word_maps(backbone, token_ids)
        count, layers = len(backbone.widths), []
        for number in range(1, count + 1):
            size = dynamic_k(number, count, len(token_ids), backbone.k_top)
            x, layer = convolved_layer(backbone, number, x, size)
            layers.append(layer)
        return layers


def dcnn(
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
    """A classifier of sentences by dynamic k-max pooling, compiled.

    Wide convolutions of single rows, folding, and pooling that keeps as many
    values as a sentence is long, in proportion. Most programs called DCNN have
    a fixed `k`, no folding, or filters over whole word vectors.

    Args:
        preset: name or directory of a trained model; only `dtype` and
            `load_weights` can go with it.
        config: the network of an experiment, `"sst_binary"`, `"sst_fine"`,
            `"trec"` or `"twitter"`; or a dict of `DCNNBackbone`'s
            `embedding_dim`, `widths`, `maps`, `k_top`, and whatever else
            differs from `"sst_binary"`.
        vocabulary: words, most frequent first; gives the model a preprocessor
            so that it takes sentences as they are.
        vocabulary_size: number of ids without a `vocabulary`, padding and
            unknown words included; the config's by default.
        num_classes: number of classes; the config's by default.
        class_names: their names, in the order of the outputs.
        embedding: initial word vectors `(vocabulary_size, embedding_dim)`.
        fixed_vectors: word vectors `(vocabulary_size, D)` of any size that stay
            as they are: a trained projection adds them to the words' own, see
            `keras_tpr.layers.ProjectedEmbedding`. The trained model's
            `merged()` needs them no more.
        embedding_trainable: whether word vectors are trained.
        dropout: rate on the features before the softmax.
        l2: strength of the L2 penalty on the weights of the softmax; for
            others give `filter_l2` and `embedding_l2`.
        oov: what becomes of unknown words: `"unk"`, one id for all, or
            `"drop"`.
        splitting: how texts are split into words: `"treebank"`, `"tweet"` or
            `"space"`; the config's by default.
        lowercase: whether words are looked up in lower case.
        sequence_length: number of words that sentences are cut to; None for
            no limit.
        dtype: a Keras dtype or policy.
        load_weights: False gives the preset's architecture untrained.
        **architecture: further arguments of `DCNNBackbone`.

    Returns:
        A compiled `DCNN`; a trained one by its `compile_for_tuning`.

    Raises:
        ValueError: for an unknown preset or config (close matches are named)
            or arguments that do not fit together.

    Example:

    >>> import zoo
    >>> words = ["what", "who", "is", "wrote", "?"]
    >>> model = zoo.dcnn(
    ...     config={"embedding_dim": 4, "widths": (3,), "maps": (2,)},
    ...     vocabulary=words,
    ...     class_names=["thing", "person"],
    ... )
    >>> questions = ["Who wrote Hamlet?", "What is a dog?"]
    >>> history = model.fit(questions, ["person", "thing"], verbose=0)
    >>> model.predict(questions, verbose=0).shape
    (2, 2)

    Reference:
        Kalchbrenner et al., A Convolutional Neural Network for Modelling
        Sentences, ACL 2014.
    """
    return make_sentence_classifier(DCNN, dcnn, locals())
