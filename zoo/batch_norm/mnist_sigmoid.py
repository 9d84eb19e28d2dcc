"""A classifier of digits by sigmoid layers, with batch normalisation or not.

Batch Normalization (ICML 2015), section 4.1 and figure 1.
"""

import keras

from zoo.batch_norm.image_classifier import ImageClassifier
from zoo.batch_norm.mnist_sigmoid_backbone import MNISTSigmoidBackbone
from zoo.batch_norm.mnist_sigmoid_preprocessor import MNISTSigmoidPreprocessor
from zoo.captioning.load_preset import load_preset
from zoo.export import zoo_export


@zoo_export
class MNISTSigmoid(ImageClassifier):
    """Classifies digits with a `MNISTSigmoidBackbone`; see `mnist_sigmoid`.

    Args:
        backbone: a `MNISTSigmoidBackbone`.
        num_classes, preprocessor, activation, dropout, class_names,
            head_initializer, l2: of every `ImageClassifier`.
    """

    backbone_cls = MNISTSigmoidBackbone
    preprocessor_cls = MNISTSigmoidPreprocessor
    default_batch_size = 60

    def default_optimizer(self):
        """SGD with a learning rate of 0.5, which is not published."""
        return keras.optimizers.SGD(0.5)


def mnist_sigmoid(
    preset=None,
    batch_norm=True,
    units=100,
    num_layers=3,
    num_classes=None,
    class_names=None,
    initial_deviation=0.1,
    momentum=0.99,
    epsilon=1e-3,
    dtype=None,
    load_weights=True,
):
    """A classifier of handwritten digits, compiled.

    Three hidden layers of 100 sigmoids on 28 x 28 binary pixels: deep enough
    that without batch normalisation learning starts slowly.

    Args:
        preset: name or directory of a trained model; only `dtype` and
            `load_weights` can go with it.
        batch_norm: whether hidden layers are normalised before the sigmoid.
        units: of each hidden layer.
        num_layers: number of hidden layers.
        num_classes: number of classes; ten by default.
        class_names: their names, in the order of the outputs.
        initial_deviation: standard deviation of the initial weights, of the
            softmax as well.
        momentum, epsilon: of the normalisations.
        dtype: a Keras dtype or policy.
        load_weights: False gives the preset's architecture untrained.

    Returns:
        A compiled `MNISTSigmoid`.

    Example:

    >>> import numpy as np
    >>> import zoo
    >>> model = zoo.mnist_sigmoid(units=8)
    >>> images = np.random.default_rng(0).integers(0, 256, (6, 28, 28))
    >>> history = model.fit(images, [0, 1, 2, 3, 4, 5], verbose=0)
    >>> model.predict(images, verbose=0).shape
    (6, 10)

    Reference:
        Ioffe and Szegedy, Batch Normalization, ICML 2015, section 4.1.
    """
    if preset is not None:
        return load_preset(MNISTSigmoid, mnist_sigmoid, locals())
    if num_classes is None and class_names is None:
        num_classes = 10
    backbone = MNISTSigmoidBackbone(
        batch_norm,
        units,
        num_layers,
        initial_deviation,
        momentum,
        epsilon,
        dtype=dtype,
    )
    return MNISTSigmoid(
        backbone,
        num_classes,
        MNISTSigmoidPreprocessor(),
        class_names=class_names,
        head_initializer=keras.initializers.RandomNormal(
            stddev=initial_deviation
        ),
    )
