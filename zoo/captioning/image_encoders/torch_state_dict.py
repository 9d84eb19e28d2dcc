"""Reads the weights in a file of `torch.save`, without PyTorch."""

import collections
import pickle

import numpy as np

_MAGIC_NUMBER = 0x1950A86A20F9469CFC6C
_NUMBER_TYPES = {
    "DoubleStorage": "<f8",
    "FloatStorage": "<f4",
    "HalfStorage": "<f2",
    "LongStorage": "<i8",
    "IntStorage": "<i4",
}


def read_torch_state_dict(path):
    """Reads a state dict written by `torch.save` before version 1.6.

    Nothing in the file is executed: only ordered dicts, tensors and their
    storages are understood, and anything else is an error.

    Args:
        path: path of the file.

    Returns:
        Dict from name to NumPy array, in the order of the file.

    Raises:
        ValueError: if the file is not of this format, or holds other objects.
    """
    with open(path, "rb") as file:
        try:
            state = _read(file)
        except (pickle.UnpicklingError, EOFError, IndexError, KeyError) as e:
            raise ValueError(
                f"{str(path)!r} is not a state dict saved by PyTorch before "
                f"version 1.6, or is cut short ({e})."
            ) from e
    return {name: tensor.array() for name, tensor in state.items()}


def _read(file):
    # Three small pickles come first: a magic number, versions, machine type.
    if _Unpickler(file).load() != _MAGIC_NUMBER:
        raise pickle.UnpicklingError("wrong magic number")
    for _ in range(2):
        _Unpickler(file).load()
    unpickler = _Unpickler(file)
    state = unpickler.load()
    # Then the numbers of each storage, preceded by their count.
    for key in _Unpickler(file).load():
        storage = unpickler.storages[key]
        count = int.from_bytes(file.read(8), "little")
        size = storage.count * storage.dtype.itemsize
        content = file.read(size)
        if len(content) != size or count != storage.count:
            raise EOFError(f"storage {key} has {len(content)} of {size} bytes")
        storage.values = np.frombuffer(content, storage.dtype)
    return state


class _Storage:
    """The numbers of one or several tensors, read after the tensors."""

    def __init__(self, dtype, count):
        self.dtype = np.dtype(dtype)
        self.count = count
        self.values = None


class _Tensor:
    """A view of a storage."""

    def __init__(self, storage, offset, shape, strides, *unused):
        self.storage = storage
        self.offset = offset
        self.shape = shape
        self.strides = strides

    def array(self):
        values = self.storage.values
        size = 1 + sum(
            (n - 1) * s for n, s in zip(self.shape, self.strides, strict=True)
        )
        if self.offset < 0 or self.offset + size > len(values):
            raise ValueError("A tensor lies outside of its storage.")
        strides = [s * values.itemsize for s in self.strides]
        view = np.lib.stride_tricks.as_strided(
            values[self.offset :], self.shape, strides, writeable=False
        )
        return view.copy()


class _Unpickler(pickle.Unpickler):
    def __init__(self, file):
        super().__init__(file)
        self.storages = {}

    def find_class(self, module, name):
        if (module, name) == ("collections", "OrderedDict"):
            return collections.OrderedDict
        if (module, name) == ("torch._utils", "_rebuild_tensor_v2"):
            return _Tensor
        if module == "torch" and name in _NUMBER_TYPES:
            return _NUMBER_TYPES[name]
        raise pickle.UnpicklingError(f"unexpected object {module}.{name}")

    def persistent_load(self, pid):
        # ("storage", number type, key, device, count, None)
        _, dtype, key, _, count, _ = pid
        if key not in self.storages:
            self.storages[key] = _Storage(dtype, count)
        return self.storages[key]
