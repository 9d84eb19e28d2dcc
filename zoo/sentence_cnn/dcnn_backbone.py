"""The network of the dynamic convolutional neural network (DCNN).

A Convolutional Neural Network for Modelling Sentences (ACL 2014), section 3.
"""

import numpy as np
from keras import ops

from keras_tpr.layers import (
    DynamicKMaxPooling,
    Folding,
    KMaxPooling,
    RowwiseBias,
    RowwiseConv1D,
)
from zoo.captioning.check_positive import check_positive
from zoo.export import zoo_export
from zoo.sentence_cnn.sentence_backbone import SentenceBackbone, l2_penalty


@zoo_export
class DCNNBackbone(SentenceBackbone):
    """Layers of wide convolution, folding and dynamic k-max pooling.

    Each layer convolves the rows of its feature maps, adds rows in pairs,
    keeps as many values as the sentence is long, in proportion, and applies
    bias and tanh. The last one keeps `k_top` values.

    Args:
        vocabulary_size: number of ids, padding and unknown words included.
        embedding_dim: size `d` of word vectors.
        widths: number of words that the filters of each layer span.
        maps: number of feature maps of each layer.
        k_top: values that the last layer keeps.
        folding: whether rows are added in pairs; a boolean, or one for each
            layer.
        activation: of each layer.
        filter_l2: strength of the L2 penalty on filters and biases.
        embeddings_initializer, embedding_l2, embedding_trainable,
            vocabulary_hash, fixed_dim, dtype: see `SentenceBackbone`.

    Shapes:
        A dict of `token_ids`, integers `(B, T)`; to `(B, k_top * rows * maps)`.

    Masking:
        Padding, 0 behind the words, has no influence. A sentence without words
        has features of zero.

    Raises:
        ValueError: if there is not a width and a number of maps for each
            layer, or rows are odd where they are folded.

    Example:

    >>> import numpy as np
    >>> from zoo import DCNNBackbone
    >>> backbone = DCNNBackbone(
    ...     20, embedding_dim=4, widths=(3, 2), maps=(2, 3), k_top=2
    ... )
    >>> tuple(backbone({"token_ids": np.array([[5, 7, 0]])}).shape)
    (1, 6)
    """

    def __init__(
        self,
        vocabulary_size=15_450,
        embedding_dim=48,
        widths=(7, 5),
        maps=(6, 14),
        k_top=4,
        folding=True,
        activation="tanh",
        embeddings_initializer="uniform",
        filter_l2=0.0,
        embedding_l2=0.0,
        embedding_trainable=True,
        vocabulary_hash=None,
        fixed_dim=None,
        dtype=None,
        **kwargs,
    ):
        check_positive("embedding_dim", embedding_dim)
        widths = _entries("widths", widths)
        maps = _entries("maps", maps)
        folding = _of_each_layer(folding, len(widths))
        _check_layers(widths, maps, folding, embedding_dim)

        # Layers
        convolutions = [
            RowwiseConv1D(
                maps[i],
                widths[i],
                kernel_regularizer=l2_penalty(filter_l2),
                name=f"convolution_{i + 1}",
                dtype=dtype,
            )
            for i in range(len(widths))
        ]
        foldings = [
            Folding(name=f"folding_{i + 1}", dtype=dtype) if folded else None
            for i, folded in enumerate(folding)
        ]
        poolings = [
            DynamicKMaxPooling(
                i, len(widths), k_top, name=f"pooling_{i}", dtype=dtype
            )
            for i in range(1, len(widths))
        ]
        poolings.append(
            KMaxPooling(k_top, name=f"pooling_{len(widths)}", dtype=dtype)
        )
        biases = [
            RowwiseBias(
                activation,
                bias_regularizer=l2_penalty(filter_l2),
                name=f"bias_{i + 1}",
                dtype=dtype,
            )
            for i in range(len(widths))
        ]

        # Graph
        def features(words, mask):
            x, x_mask = ops.expand_dims(words, -1), {"mask": mask}
            for convolution, fold, pooling, bias in zip(
                convolutions, foldings, poolings, biases, strict=True
            ):
                # Later layers find the mask on their input.
                x = convolution(x, **x_mask)
                x_mask = {}
                x = x if fold is None else fold(x)
                last = pooling is poolings[-1]
                x = bias(pooling(x if last else [x, mask]))
            return ops.reshape(x, (-1, _size(x.shape[1:])))

        super().__init__(
            features,
            vocabulary_size,
            embedding_dim,
            embeddings_initializer,
            embedding_l2,
            embedding_trainable,
            vocabulary_hash,
            fixed_dim,
            dtype=dtype,
            **kwargs,
        )

        # Config
        self.widths = widths
        self.maps = maps
        self.k_top = k_top
        self.folding = folding
        self.activation = activation
        self.filter_l2 = filter_l2

    def get_config(self):
        return {
            **super().get_config(),
            "widths": self.widths,
            "maps": self.maps,
            "k_top": self.k_top,
            "folding": self.folding,
            "activation": self.activation,
            "filter_l2": self.filter_l2,
        }


def _of_each_layer(folding, count):
    if isinstance(folding, bool):
        return (folding,) * count
    folding = _entries("folding", folding)
    if not all(isinstance(folded, bool) for folded in folding):
        raise ValueError(
            "`folding` must be True or False, or one of these for each layer. "
            f"Received: folding={folding!r}."
        )
    return folding


def _entries(name, values):
    if isinstance(values, str) or not np.iterable(values):
        raise ValueError(
            f"`{name}` must have an entry for each layer, as in a tuple. "
            f"Received: {name}={values!r}."
        )
    return tuple(values)


def _check_layers(widths, maps, folding, rows):
    if not widths or len({len(widths), len(maps), len(folding)}) > 1:
        raise ValueError(
            "`widths`, `maps` and `folding` must have an entry for each layer. "
            f"Received: widths={widths!r}, maps={maps!r}, folding={folding!r}."
        )
    for layer, folded in enumerate(folding, start=1):
        if folded and rows % 2:
            raise ValueError(
                f"Layer {layer} cannot fold {rows} rows, an odd number. Choose "
                "an `embedding_dim` that can be halved by each folding layer, "
                "or leave this folding out with `folding=(True, ..., False)`."
            )
        rows = rows // 2 if folded else rows


def _size(shape):
    size = 1
    for length in shape:
        size *= length
    return size
