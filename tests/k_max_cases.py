"""Outputs and gradients of the layers of convolutional sentence models."""

import keras
import numpy as np
from atpl_weights import randomize
from gradients_of import gradients_of
from keras import ops

from keras_tpr.layers import (
    DynamicKMaxPooling,
    Folding,
    KMaxPooling,
    RowwiseBias,
    RowwiseConv1D,
    dynamic_k,
)

WORDS = np.array([6, 3, 1, 0], "int32")
MASK = np.arange(6) < WORDS[:, None]


def convolution_results():
    """A dict of arrays, on the current back end."""
    rng = np.random.default_rng(3)
    x = keras.Variable(rng.standard_normal((4, 6, 4, 1)))
    convolution, bias = RowwiseConv1D(2, 3), RowwiseBias()
    convolution.build((None, None, 4, 1))
    bias.build((None, None, 2, 2))
    for layer in (convolution, bias):
        randomize(layer)

    def features():
        maps = convolution(x.value, mask=MASK)
        mask = convolution.compute_mask(x.value, MASK)
        maps = Folding()(maps)
        pooling = DynamicKMaxPooling(1, 2, 2)
        pooled = pooling([maps, MASK], mask=[mask, None])
        mask = pooling.compute_mask([maps, MASK], [mask, None])
        return KMaxPooling(4)(bias(pooled, mask=mask), mask=mask)

    variables = [x, convolution.kernel, bias.bias]
    gradients = gradients_of(lambda: ops.sum(features() ** 2), variables)
    ties = np.round(rng.standard_normal((4, 6, 4))).astype("float32")
    tied = keras.Variable(ties)
    (kept,) = gradients_of(lambda: ops.sum(KMaxPooling(3)(tied.value)), [tied])
    return {
        "features": features(),
        "tied": KMaxPooling(3)(ties, mask=MASK),
        "kept of ties": kept,
        "k": dynamic_k(1, 2, ops.convert_to_tensor(WORDS), 2),
        **{f"gradient {n}": g for n, g in enumerate(gradients)},
    }
