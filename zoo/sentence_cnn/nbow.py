"""The neural bag of words, a sentence classifier.

A baseline of A Convolutional Neural Network for Modelling Sentences (ACL 2014).
"""

from zoo.export import zoo_export
from zoo.sentence_cnn.make_sentence_classifier import make_sentence_classifier
from zoo.sentence_cnn.nbow_backbone import NBoWBackbone
from zoo.sentence_cnn.nbow_preprocessor import NBoWPreprocessor
from zoo.sentence_cnn.sentence_classifier import SentenceClassifier


@zoo_export
class NBoW(SentenceClassifier):
    """Classifies sentences with an `NBoWBackbone`; see `zoo.nbow`.

    Args:
        backbone: an `NBoWBackbone`.
        num_classes, preprocessor, activation, dropout, class_names, l2: of
            every `SentenceClassifier`.
    """

    backbone_cls = NBoWBackbone
    preprocessor_cls = NBoWPreprocessor


def nbow(
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
    """A classifier of sentences by the sum of their words, compiled.

    The order of words is lost: a baseline of `zoo.dcnn`.

    Args:
        preset: directory of a trained model; only `dtype` and `load_weights`
            can go with it.
        config: as for `zoo.dcnn`, of which the sizes of word vectors,
            vocabulary and classes count.
        vocabulary, vocabulary_size, num_classes, class_names: as for
            `zoo.dcnn`.
        embedding, fixed_vectors, embedding_trainable, dropout, l2: as for
            `zoo.dcnn`.
        oov, splitting, lowercase, sequence_length: as for `zoo.dcnn`.
        dtype, load_weights: as for `zoo.dcnn`.
        **architecture: further arguments of `NBoWBackbone`.

    Returns:
        A compiled `NBoW`; a trained one by its `compile_for_tuning`.

    Example:

    >>> import zoo
    >>> model = zoo.nbow(vocabulary=["a", "fine", "film", "."])
    >>> model.predict(["A fine film."], verbose=0).shape
    (1, 2)

    Reference:
        Kalchbrenner et al., A Convolutional Neural Network for Modelling
        Sentences, ACL 2014, section 5.2.
    """
    return make_sentence_classifier(NBoW, nbow, locals())
