"""The names of the equations for the weights of an `ATPLDecoder`."""

import keras
import numpy as np
from atpl_reference import sylvester


def read_weights(decoder):
    """The decoder's weights as `atpl_reference` wants them, in float64."""
    weights = {
        name: keras.ops.convert_to_numpy(variable.value).astype("float64")
        for name, variable in variables_by_name(decoder).items()
    }
    weights["U"] = np.asarray(decoder.cell.roles.basis, "float64")
    if decoder.tie_output:
        weights["Wo"] = weights["E"].T
    if "Wa" in weights:
        for name in ("Wa", "Wb", "Ua", "Ub"):
            weights[name] = np.stack(np.split(weights[name], 4, axis=-1))
        weights["b"] = weights["b"].reshape(4, -1)
    return weights


def assign_weights(decoder, weights):
    """Sets the decoder's weights from arrays named as in the equations."""
    for name, variable in variables_by_name(decoder).items():
        value = weights[name]
        if name in ("Wa", "Wb", "Ua", "Ub"):
            value = np.concatenate(list(value), axis=-1)
        variable.assign(value.reshape(variable.shape))


def randomize(layer, scale=0.7, seed=0):
    """Gives all weights of a layer values of a size that matters."""
    rng = np.random.default_rng(seed)
    for weight in layer.trainable_weights:
        weight.assign(scale * rng.standard_normal(weight.shape))


def check_weights(tags=False):
    """The weights of the published check: `0.5 sin(0.7 (n + 1) + offset)`.

    Sizes V = 5, d = 4, n_v = 3, H = 2, and with tags n_y = 3, n_f = 2.
    """
    shapes = {
        "E": (5, 4), "C0": (3, 4), "Wv": (18, 3), "bv": (3,),
        "Ws": (3, 16), "bs": (16,), "Wu": (18, 4), "bu": (4,),
        "Wo": (4, 5), "bo": (5,),
        "kernel": (4, 8), "recurrent": (2, 8), "bias": (8,),
    }  # fmt: skip
    weights = {name: _fill(shapes[name], n) for n, name in enumerate(shapes)}
    if tags:
        shapes = {
            "Wa": (4, 4, 2), "Wb": (4, 3, 2), "Wc": (4, 2, 2),
            "Ua": (4, 2, 2), "Ub": (4, 3, 2), "Uc": (4, 2, 2), "b": (4, 2),
        }  # fmt: skip
        for name in ("kernel", "recurrent", "bias"):
            del weights[name]
        for n, name in enumerate(shapes):
            weights[name] = _fill(shapes[name], 20 + n)
    return {**weights, "U": sylvester(4)}


def variables_by_name(decoder):
    """The trainable weights under their names in the equations."""
    cell, lstm = decoder.cell, decoder.cell.lstm
    found = {
        "E": decoder.embedding.embeddings,
        "C0": decoder.feature_projection.kernel,
        "Wv": cell.feature_attention.kernel,
        "bv": cell.feature_attention.bias,
        "Ws": cell.reader.kernel,
        "bs": cell.reader.bias,
        "Wu": cell.role_attention.kernel,
        "bu": cell.role_attention.bias,
        "bo": decoder.output_weights[1],
    }
    if not decoder.tie_output:
        found["Wo"] = decoder.output_layer.kernel
    if decoder.tag_projection is not None:
        found["T0"] = decoder.tag_projection.kernel
    if decoder.tag_mode == "scn":
        found |= {
            "Wa": lstm.kernel,
            "Wb": lstm.tag_kernel,
            "Wc": lstm.factor_kernel,
            "Ua": lstm.recurrent_kernel,
            "Ub": lstm.recurrent_tag_kernel,
            "Uc": lstm.recurrent_factor_kernel,
            "b": lstm.bias,
        }
    else:
        found |= {
            "kernel": lstm.kernel,
            "recurrent": lstm.recurrent_kernel,
            "bias": lstm.bias,
        }
    return found


def _fill(shape, offset):
    n = np.arange(1, np.prod(shape) + 1)
    return (0.5 * np.sin(0.7 * n + offset)).reshape(shape)
