"""Linear layers with the scale and shift of a normalisation in their weights.

A layer is here if its outputs are linear in one weight and its class says how.
"""

import keras

from keras_tpr.layers.factored_dense import FactoredDense
from keras_tpr.layers.rowwise_conv1d import RowwiseConv1D

# Class -> its last weight, and the axes of the outputs in it. A class that
# extends one of these may compute anything, so it is none of them.
_LAST_KERNEL = ("kernel", -1)
_TRANSPOSED = ("kernel", -2)
_OUTPUTS = {
    keras.layers.Dense: _LAST_KERNEL,
    keras.layers.Conv1D: _LAST_KERNEL,
    keras.layers.Conv2D: _LAST_KERNEL,
    keras.layers.Conv3D: _LAST_KERNEL,
    keras.layers.Conv1DTranspose: _TRANSPOSED,
    keras.layers.Conv2DTranspose: _TRANSPOSED,
    keras.layers.Conv3DTranspose: _TRANSPOSED,
    # (..., inputs, multiplier), outputs in this order
    keras.layers.DepthwiseConv1D: ("kernel", (-2, -1)),
    keras.layers.DepthwiseConv2D: ("kernel", (-2, -1)),
    keras.layers.SeparableConv1D: ("pointwise_kernel", -1),
    keras.layers.SeparableConv2D: ("pointwise_kernel", -1),
    FactoredDense: _LAST_KERNEL,
    RowwiseConv1D: _LAST_KERNEL,
}


def is_linear(layer):
    """Whether a layer is of a known linear class, without an activation."""
    activation = getattr(layer, "activation", keras.activations.linear)
    return (
        type(layer) in _OUTPUTS
        and activation is keras.activations.linear
        and not getattr(layer, "lora_enabled", False)
        and getattr(layer, "quantization_mode", None) is None
    )


def feature_axis(layer, rank):
    """The axis of the features in the outputs of a linear layer."""
    first = getattr(layer, "data_format", "channels_last") == "channels_first"
    return 1 if first else rank - 1


def folded_copy(layer):
    """An unbuilt copy of a linear layer that can take a scale and a shift."""
    config = layer.get_config()
    if "use_bias" in config:
        config["use_bias"] = True
    return type(layer).from_config(config)


def fold_into(copy, layer, scale, shift):
    """Sets the weights of a built `folded_copy`.

    Args:
        copy: the copy.
        layer: the linear layer.
        scale, shift: float64 `(C,)`, applied to the outputs of the layer.

    Returns:
        What is to be added to the outputs of a copy that has no bias, or None.
    """
    name, axes = _OUTPUTS[type(layer)]
    for weight, original in zip(copy.weights, layer.weights, strict=False):
        weight.assign(original)
    kernel = keras.ops.convert_to_numpy(getattr(layer, name))
    getattr(copy, name).assign(kernel * _on_axes(scale, axes, kernel.shape))
    bias = getattr(layer, "bias", None)
    if bias is not None:
        shift = shift + scale * keras.ops.convert_to_numpy(bias)
    if getattr(copy, "bias", None) is None:
        return shift
    copy.bias.assign(shift)
    return None


def _on_axes(scale, axes, shape):
    """`scale` in the shape of a kernel, 1 on all but these axes."""
    axes = axes if isinstance(axes, tuple) else (axes,)
    sizes = [1] * len(shape)
    for axis in axes:
        sizes[axis] = shape[axis]
    return scale.reshape(sizes)
