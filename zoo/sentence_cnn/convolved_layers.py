"""What the layers of a network of convolutions computed for one sentence."""

import numpy as np
from keras import ops

from keras_tpr.analysis import ConvolvedLayer
from keras_tpr.layers.k_max_pool import k_max_positions, kept_counts
from zoo.sentence_cnn.sentence_preprocessor import filled_up

BATCH_SIZE = 64


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


def wide_activations(backbone, rows, narrow=None):
    """Outputs of the first convolution of many sentences.

    Args:
        backbone: see `convolved_layer`.
        rows: list of vectors of ids, without padding.
        narrow: width of a narrow convolution, None for a wide one. At the
            margins, which it leaves out, its outputs are -inf.

    Returns:
        A list of arrays `(s + width - 1, rows, maps)`.
    """
    convolution = backbone.get_layer("convolution_1")
    added, found = convolution.width - 1, []
    for begin in range(0, len(rows), BATCH_SIZE):
        part = rows[begin : begin + BATCH_SIZE]
        token_ids = filled_up([*part, [0] * (narrow or 1)])
        words = ops.expand_dims(backbone.embedding(token_ids), -1)
        mask = ops.expand_dims(ops.expand_dims(token_ids != 0, -1), -1)
        outputs = convolution(ops.where(mask, words, ops.zeros_like(words)))
        outputs = ops.convert_to_numpy(outputs)
        for row, output in zip(part, outputs, strict=False):
            length = len(row) + added if len(row) else 0
            whole = np.full((length, *output.shape[1:]), -np.inf, output.dtype)
            if narrow is None:
                whole[:] = output[:length]
            elif length:
                last = max(len(row), narrow)
                whole[added:last] = output[: last - added]
            found.append(whole)
    return found
