import keras
import numpy as np
import pytest

from recipes.running.checkpoint import Checkpoint
from recipes.running.run_error import RunError


def small_model(units=2, dtype=None):
    model = keras.Sequential(
        [
            keras.layers.Input((3,)),
            keras.layers.Dropout(0.5, seed=1),
            keras.layers.Dense(units, dtype=dtype),
        ]
    )
    model.compile("adam", "mse")
    return model


def trained_model():
    model = small_model()
    model.fit(np.ones((4, 3)), np.ones((4, 2)), epochs=2, verbose=0)
    return model


def test_restores_weights_optimiser_and_random_state(tmp_path):
    model, other = trained_model(), small_model()
    checkpoint = Checkpoint(tmp_path / "c.npz")
    checkpoint.save(model, {"updates": 2})
    assert checkpoint.restore(other) == {"updates": 2}
    for a, b in zip(model.variables, other.variables, strict=True):
        np.testing.assert_array_equal(a, b)
    for a, b in zip(
        model.optimizer.variables, other.optimizer.variables, strict=True
    ):
        np.testing.assert_array_equal(a, b)
    assert int(other.optimizer.iterations) == 2
    # The next dropout mask is the same, and not the first one again.
    x = np.ones((8, 3))
    np.testing.assert_array_equal(
        model(x, training=True), other(x, training=True)
    )
    assert [p.name for p in tmp_path.iterdir()] == ["c.npz"]


def test_without_optimiser(tmp_path):
    checkpoint = Checkpoint(tmp_path / "c.npz")
    checkpoint.save(trained_model(), {}, optimizer=False)
    other = small_model()
    assert checkpoint.restore(other, optimizer=False) == {}
    assert int(other.optimizer.iterations) == 0


def test_bfloat16(tmp_path):
    checkpoint = Checkpoint(tmp_path / "c.npz")
    model, other = small_model(dtype="bfloat16"), small_model(dtype="bfloat16")
    checkpoint.save(model, {})
    checkpoint.restore(other)
    kernel, restored = (m.layers[-1].kernel.numpy() for m in (model, other))
    np.testing.assert_array_equal(
        kernel.astype("float32"), restored.astype("float32")
    )


def test_no_file(tmp_path):
    assert Checkpoint(tmp_path / "c.npz").restore(small_model()) is None


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (lambda: small_model(units=5), "holds `.*kernel` of shape .3, 2."),
        (lambda: keras.Sequential([keras.Input((3,))]), "variables, the model"),
    ],
)
def test_other_model(tmp_path, other, message):
    checkpoint = Checkpoint(tmp_path / "c.npz")
    checkpoint.save(trained_model(), {}, optimizer=False)
    with pytest.raises(RunError, match=message):
        checkpoint.restore(other(), optimizer=False)


def test_damaged_file(tmp_path):
    path = tmp_path / "c.npz"
    Checkpoint(path).save(trained_model(), {})
    path.write_bytes(path.read_bytes()[:500])
    model = small_model()
    before = model.layers[-1].kernel.numpy()
    with pytest.raises(RunError, match="cannot be read"):
        Checkpoint(path).restore(model)
    np.testing.assert_array_equal(before, model.layers[-1].kernel.numpy())
