import os
import pickle

import numpy as np
import pytest

from zoo.captioning.image_encoders.torch_state_dict import (
    read_torch_state_dict,
)

PREFIX = [
    pickle.dumps(0x1950A86A20F9469CFC6C, protocol=2),
    pickle.dumps(1001, protocol=2),
    pickle.dumps({"little_endian": True}, protocol=2),
]


class Harmful:
    def __reduce__(self):
        return os.getcwd, ()


@pytest.fixture
def write(tmp_path):
    def write(*parts):
        path = tmp_path / "state.pth"
        path.write_bytes(b"".join(parts))
        return path

    return write


def test_reads_what_torch_writes(tmp_path):
    torch = pytest.importorskip("torch")
    base = torch.arange(24, dtype=torch.float32)
    state = {
        "plain": base.reshape(2, 3, 4),
        "transposed": base.reshape(4, 6).T,
        "view": base[5:9],
        "double": torch.tensor([1.5], dtype=torch.float64),
        "half": torch.tensor([0.5, -2.0], dtype=torch.float16),
        "scalar": torch.tensor(7),
    }
    path = tmp_path / "state.pth"
    torch.save(state, path, _use_new_zipfile_serialization=False)
    read = read_torch_state_dict(path)
    assert list(read) == list(state)
    for name, tensor in state.items():
        assert read[name].dtype == tensor.numpy().dtype
        np.testing.assert_array_equal(read[name], tensor.numpy())
    whole = path.read_bytes()
    for lost in (1, 20, 100):
        path.write_bytes(whole[:-lost])
        with pytest.raises(ValueError, match="cut short"):
            read_torch_state_dict(path)
    torch.save(state, path)
    with pytest.raises(ValueError, match="before version 1.6"):
        read_torch_state_dict(path)


def test_executes_nothing(write):
    path = write(*PREFIX, pickle.dumps({"a": Harmful()}, protocol=2))
    with pytest.raises(ValueError, match=r"unexpected object .*getcwd"):
        read_torch_state_dict(path)


@pytest.mark.parametrize(
    "content", [b"", b"no pickle", pickle.dumps(1), b"PK\x03\x04zip"]
)
def test_other_files(write, content):
    with pytest.raises(ValueError, match="state.pth' is not a state dict"):
        read_torch_state_dict(write(content))


def test_a_tensor_outside_of_its_storage(write):
    # Written by hand: a storage of one number, a tensor of two.
    opcodes = (
        b"\x80\x02}X\x01\x00\x00\x00a"  # a dict, and the key "a"
        b"ctorch._utils\n_rebuild_tensor_v2\n(("
        b"X\x07\x00\x00\x00storagectorch\nFloatStorage\n"
        b"X\x01\x00\x00\x000X\x03\x00\x00\x00cpuK\x01NtQ"
        b"K\x00K\x02\x85K\x01\x85tRs."
    )
    keys = pickle.dumps(["0"], protocol=2)
    storage = (1).to_bytes(8, "little") + np.float32(3).tobytes()
    path = write(*PREFIX, opcodes, keys, storage)
    with pytest.raises(ValueError, match="outside of its storage"):
        read_torch_state_dict(path)
