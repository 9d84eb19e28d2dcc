"""What every layer must do, whatever it computes."""

import tempfile
import warnings
from pathlib import Path

import keras
import numpy as np
from keras.src.testing import TestCase

BATCH_SIZES = (1, 5)


def to_numpy(outputs):
    """Tensors of any backend and nesting as arrays."""
    return keras.tree.map_structure(keras.ops.convert_to_numpy, outputs)


def assert_close(actual, expected, atol=1e-6, rtol=1e-5):
    """Equal structures of nearly equal arrays."""
    actual, expected = to_numpy(actual), to_numpy(expected)
    keras.tree.assert_same_structure(actual, expected)
    for a, b in zip(
        keras.tree.flatten(actual), keras.tree.flatten(expected), strict=True
    ):
        np.testing.assert_allclose(a, b, atol=atol, rtol=rtol)


def check_layer(layer_class, arguments, inputs, dynamic=()):
    """Checks a layer against the rules of Keras.

    With one positional input (an array or a list of arrays) this is Keras' own
    conformance test. With a dict of call arguments it is the same for several
    tensors: config round trip, symbolic shape, `.keras` file, a training step,
    mixed precision, other batch sizes.

    Args:
        layer_class: the class.
        arguments: dict of arguments of the constructor.
        inputs: an array, a list of arrays, or a dict of call arguments.
        dynamic: names of call arguments whose second axis, in a model, has no
            fixed size.
    """
    case = TestCase()
    case.setUp()
    if not isinstance(inputs, dict):
        shape = (
            inputs.shape
            if isinstance(inputs, np.ndarray)
            else tuple(x.shape for x in inputs)
        )
        whole = isinstance(inputs, np.ndarray) and inputs.dtype.kind == "i"
        dtype = "int32" if whole else None  # Keras' own: floats
        with warnings.catch_warnings():
            # Its own call of `fit` warns, and so does a layer that has no
            # weights in it.
            warnings.filterwarnings("ignore", "`shuffle=True` was passed")
            warnings.filterwarnings("ignore", "The model does not have any")
            case.run_layer_test(
                layer_class, arguments, input_shape=shape, input_dtype=dtype
            )
        return
    case.run_class_serialization_test(layer_class(**arguments))
    _check_output_shape(layer_class(**arguments), inputs)
    for policy in _policies():
        layer = layer_class(**arguments, dtype=policy)
        model = _model_of(layer, inputs, dynamic)
        outputs = _check_outputs(model, layer, inputs)
        if policy == "float32":
            _check_batches(model, inputs)
            _check_file(model, inputs, outputs)
        if policy != "mixed_bfloat16":
            _check_training(model, inputs, outputs)


def check_padding(call, inputs, mask_name="padding_mask", reduces=False):
    """Checks that values at padded positions, and more of them, do nothing.

    Args:
        call: the layer.
        inputs: dict of its call arguments, with the mask and at least one
            padded position; those of rank 2 or more whose second axis is as
            long as the mask's are sequences.
        mask_name: name of the mask argument.
        reduces: whether the output has no positions. Otherwise outputs are
            compared at real positions.
    """
    mask = inputs[mask_name]
    assert not mask.all(), "there is no padding to check"
    rng = np.random.default_rng(0)
    changed, longer = {}, {}
    for name, x in inputs.items():
        if x.shape[:2] != mask.shape:
            changed[name] = longer[name] = x
            continue
        other = np.zeros_like(x) if x.dtype == bool else _noise(rng, x)
        real = mask.reshape(mask.shape + (1,) * (x.ndim - 2))
        changed[name] = np.where(real, x, other)
        longer[name] = np.concatenate([changed[name], other[:, :2]], axis=1)
    expected = to_numpy(call(**inputs))
    if not reduces:
        expected = _real_positions(expected, mask)
    for variant in (changed, longer):
        actual = to_numpy(call(**variant))
        if not reduces:
            actual = _real_positions(actual, mask)
        assert_close(actual, expected)


def save_and_load(model):
    """The model from its `.keras` file, without `custom_objects`."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "model.keras"
        model.save(file)
        return keras.saving.load_model(file)


def _check_output_shape(layer, inputs):
    shapes = {f"{name}_shape": x.shape for name, x in inputs.items()}
    promised = layer.compute_output_shape(**shapes)
    actual = keras.tree.map_structure(np.shape, to_numpy(layer(**inputs)))
    assert promised == actual


def _check_outputs(model, layer, inputs):
    outputs = to_numpy(model(inputs))
    for x, symbolic in zip(
        keras.tree.flatten(outputs),
        keras.tree.flatten(model.output),
        strict=True,
    ):
        dtype = keras.backend.standardize_dtype(symbolic.dtype)
        assert dtype == layer.compute_dtype
        assert np.isfinite(x.astype("float32")).all()
        for size, expected in zip(x.shape, symbolic.shape, strict=True):
            assert expected in (None, size)
    for weight in layer.trainable_weights:
        assert weight.dtype == "float32"
    return outputs


def _model_of(layer, inputs, dynamic):
    symbolic = {}
    for name, x in inputs.items():
        shape = list(x.shape[1:])
        if name in dynamic:
            shape[0] = None
        symbolic[name] = keras.Input(shape, dtype=str(x.dtype), name=name)
    return keras.Model(symbolic, layer(**symbolic))


def _check_training(model, inputs, outputs):
    before = [_value(w) for w in model.trainable_weights]
    target = keras.tree.map_structure(
        lambda x: x.astype("float32") + 1.0, outputs
    )
    model.compile(optimizer="sgd", loss="mse")
    with warnings.catch_warnings():
        if not before:
            warnings.filterwarnings("ignore", "The model does not have any")
        model.fit(inputs, target, verbose=0)
    after = [_value(w) for w in model.trainable_weights]
    assert all(np.isfinite(w).all() for w in after)
    if before:
        pairs = zip(before, after, strict=True)
        assert any((a != b).any() for a, b in pairs)


def _check_batches(model, inputs):
    """Each row gives the same, whatever the batch it is in."""
    full = to_numpy(model(inputs))
    for size in BATCH_SIZES:
        rows = np.arange(size) % len(next(iter(inputs.values())))
        pick = lambda x: x[rows]  # noqa: B023, E731
        part = model({name: x[rows] for name, x in inputs.items()})
        assert_close(part, keras.tree.map_structure(pick, full))


def _check_file(model, inputs, outputs):
    assert_close(save_and_load(model)(inputs), outputs)


def _real_positions(outputs, mask):
    length = mask.shape[1]
    return keras.tree.map_structure(lambda x: x[:, :length][mask], outputs)


def _value(variable):
    return keras.ops.convert_to_numpy(variable.value).copy()


def _noise(rng, x):
    """Other values of the same kind."""
    if x.dtype.kind == "f":
        return 10.0 * rng.standard_normal(x.shape).astype(x.dtype)
    return rng.permutation(x.reshape(-1)).reshape(x.shape)


def _policies():
    policies = ["float32", "mixed_bfloat16"]
    if keras.backend.backend() != "torch":
        # PyTorch has no float16 products on CPUs.
        policies.append("mixed_float16")
    return policies
