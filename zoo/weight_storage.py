"""The type in which files hold weights."""

import os
import pathlib
import tempfile

import h5py
import numpy as np

STORAGES = (None, "float16")


def check_storage(storage):
    """Raises a `ValueError` for a type that files cannot have."""
    if storage not in STORAGES:
        raise ValueError(
            f"`storage` must be one of {STORAGES}. Received: {storage!r}."
        )


def store_weights_as(storage, path):
    """Writes a file of weights again with floats of another type.

    They become those of the variables again as they are loaded, so that
    only their last digits differ.

    Args:
        storage: `"float16"`.
        path: an HDF5 file of Keras.

    Raises:
        ValueError: if a weight is too large for the type.
    """
    path = pathlib.Path(path)
    handle, name = tempfile.mkstemp(prefix=f"{path.name}.", dir=path.parent)
    os.close(handle)
    try:
        with h5py.File(path) as source, h5py.File(name, "w") as target:
            _copy(source, target, storage)
        os.replace(name, path)
    finally:
        pathlib.Path(name).unlink(missing_ok=True)


def _copy(source, target, storage):
    target.attrs.update(source.attrs)
    for name, item in source.items():
        if isinstance(item, h5py.Group):
            _copy(item, target.create_group(name), storage)
        elif item.dtype == np.float32:
            values = item[()]
            _check_range(values, item.name, storage)
            stored = target.create_dataset(name, data=values.astype(storage))
            stored.attrs.update(item.attrs)
        else:
            source.copy(item, target, name)


def _check_range(values, name, storage):
    largest = np.finfo(storage).max
    found = np.abs(values[np.isfinite(values)])
    if found.size and found.max() > largest:
        raise ValueError(
            f"`storage={storage!r}` holds values up to {largest:g}, but the "
            f"weights {name!r} go up to {found.max():g}. Use `storage=None`."
        )
