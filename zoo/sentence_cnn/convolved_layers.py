"""What the layers of a network of convolutions computed for one sentence."""

import numpy as np
from keras import ops

from keras_tpr.analysis import ConvolvedLayer
from keras_tpr.layers.k_max_pool import k_max_positions, kept_counts


def convolved_layer(backbone, number, x, size, shift=0):
    """Runs one layer and tells what it kept.

    Args:
        backbone: a backbone whose layers are named `convolution_1`,
            `folding_1` (or not there), `bias_1`, ...
        number: of the layer, from 1.
        x: its input `(1, T, R, n)`, without padding.
        size: how many values its pooling keeps, of those there are.
        shift: added to positions, to count them as a wide convolution does.

    Returns:
        `(output, ConvolvedLayer)`.
    """
    convolution = backbone.get_layer(f"convolution_{number}")
    x = convolution(x)
    names = [layer.name for layer in backbone.layers]
    if f"folding_{number}" in names:
        x = backbone.get_layer(f"folding_{number}")(x)
    size = min(size, x.shape[1])
    positions = k_max_positions(x, size, kept_counts(x, size))
    kept = ops.take_along_axis(x, positions, axis=1)
    output = backbone.get_layer(f"bias_{number}")(kept)
    layer = ConvolvedLayer(
        kernel=ops.convert_to_numpy(convolution.kernel.value),
        positions=ops.convert_to_numpy(positions)[0] + shift,
        values=ops.convert_to_numpy(output)[0],
    )
    return output, layer


def word_maps(backbone, token_ids):
    """The word vectors of one sentence as one feature map `(1, s, d, 1)`."""
    return ops.expand_dims(
        backbone.embedding(np.asarray(token_ids, "int32")[None]), -1
    )
