import dataclasses

import keras
import numpy as np
import pytest
import tensorflow as tf

from recipes.running.fit import TrainingDivergedError, fit
from recipes.running.index_batches import index_batches
from recipes.running.run_error import RunError
from recipes.running.training import Training

X = np.linspace(-1, 1, 12).reshape(12, 1).astype("float32")
Y = 2 * X


def line(learning_rate=0.1):
    model = keras.Sequential(
        [
            keras.layers.Input((1,)),
            keras.layers.Dense(1, kernel_initializer="zeros", use_bias=False),
        ]
    )
    model.compile(keras.optimizers.SGD(learning_rate), "mse")
    return model


def stream(first_update):
    order = index_batches(12, 4, 0, first_update)
    return order.map(lambda i: (tf.gather(X, i), tf.gather(Y, i)))


TRAINING = Training(
    batches=stream,
    updates_per_epoch=3,
    epochs=4,
    validation=tf.data.Dataset.from_tensors((X, Y)),
)


def test_log(tmp_path):
    fitted = fit(line(), TRAINING, tmp_path)
    assert [logs["update"] for logs in fitted["history"]] == [3, 6, 9, 12]
    assert [logs["epoch"] for logs in fitted["history"]] == [1, 2, 3, 4]
    assert fitted["updates"] == 12 and not fitted["stopped_early"]
    assert fitted["best"] == fitted["history"][-1]
    assert fitted["seconds"] > 0


@pytest.mark.parametrize("monitor", ["val_loss", None])
def test_averages_of_weights(tmp_path, monitor):
    """They are validated, kept, and there again after a kill."""
    training = dataclasses.replace(TRAINING, monitor=monitor)

    def averaged():
        model = line()
        optimizer = keras.optimizers.SGD(0.1, use_ema=True, ema_momentum=0.5)
        model.compile(optimizer, "mse")
        return model

    plain = line()
    weights, average = [], None
    for i in stream(0).take(12):
        plain.train_on_batch(*i)
        weights.append(plain.get_weights()[0].item())
    for weight in weights:
        average = weight if average is None else 0.5 * (average + weight)

    model = averaged()
    fitted = fit(model, training, tmp_path)
    (found,) = model.get_weights()
    assert found.item() == pytest.approx(average, abs=1e-6)
    assert fitted["history"][-1]["val_loss"] == pytest.approx(
        np.mean((average * X - Y) ** 2), abs=1e-6
    )
    again = averaged()
    fit(again, training, tmp_path)
    np.testing.assert_array_equal(again.get_weights()[0], found)


def test_checks_every_few_updates(tmp_path):
    training = dataclasses.replace(TRAINING, check_every=5)
    fitted = fit(line(), training, tmp_path)
    # 12 updates, rounded up to whole checks.
    assert [logs["update"] for logs in fitted["history"]] == [5, 10, 15]


def test_no_check_lies_behind_the_end(tmp_path):
    training = dataclasses.replace(TRAINING, check_every=500)
    fitted = fit(line(), training, tmp_path)
    assert [logs["update"] for logs in fitted["history"]] == [12]


def test_checks_are_shown(tmp_path):
    shown = []

    class Bar:
        def start(self, total, completed=0):
            shown.append((total, completed))

        def advance(self, steps, note):
            pass

        def check(self, note):
            shown.append(note)

    training = dataclasses.replace(TRAINING, epochs=1)
    fitted = fit(line(), training, tmp_path, Bar())
    (logs,) = fitted["history"]
    losses = f"loss {logs['loss']:.4f} val_loss {logs['val_loss']:.4f}"
    assert shown == [(3, 0), losses]


def test_stops_early_with_the_best_weights(tmp_path):
    # Steps of this size overshoot more and more.
    training = dataclasses.replace(TRAINING, epochs=30, patience=3)
    model = line(learning_rate=4.0)
    fitted = fit(model, training, tmp_path)
    assert fitted["stopped_early"]
    best = fitted["history"].index(fitted["best"])
    assert len(fitted["history"]) == best + 1 + 3
    loss = model.evaluate(X, Y, verbose=0)
    assert loss == pytest.approx(fitted["best"]["val_loss"], rel=1e-5)
    # A further call neither trains nor loses the best weights.
    again = line()
    assert fit(again, training, tmp_path) == fitted
    np.testing.assert_array_equal(again.get_weights(), model.get_weights())


def test_a_high_value_may_be_the_best(tmp_path):
    training = dataclasses.replace(TRAINING, mode="max", patience=2)
    fitted = fit(line(), training, tmp_path)
    assert fitted["best"] == fitted["history"][0]
    assert fitted["stopped_early"] and len(fitted["history"]) == 3


def test_without_a_monitor_the_last_weights_stay(tmp_path):
    training = dataclasses.replace(TRAINING, monitor=None, validation=None)
    fitted = fit(line(), training, tmp_path)
    assert fitted["best"] is None
    assert [p.name for p in tmp_path.iterdir()] == ["checkpoint.npz"]


def test_no_epochs(tmp_path):
    training = dataclasses.replace(TRAINING, epochs=0)
    fitted = fit(line(), training, tmp_path)
    assert fitted["history"] == [] and fitted["updates"] == 0


def test_divergence(tmp_path):
    training = dataclasses.replace(TRAINING, epochs=60)
    with pytest.raises(TrainingDivergedError, match="learning rate"):
        fit(line(learning_rate=100.0), training, tmp_path)


def test_unknown_monitor(tmp_path):
    training = dataclasses.replace(TRAINING, monitor="val_cider")
    with pytest.raises(ValueError, match="'val_cider' is not among"):
        fit(line(), training, tmp_path)


def test_other_data(tmp_path):
    fit(line(), TRAINING, tmp_path)
    other = dataclasses.replace(TRAINING, fingerprint="other")
    with pytest.raises(RunError, match="other data"):
        fit(line(), other, tmp_path)


def test_bad_training():
    with pytest.raises(ValueError, match="must be positive"):
        dataclasses.replace(TRAINING, check_every=0)
    with pytest.raises(ValueError, match="`mode`"):
        dataclasses.replace(TRAINING, mode="maximum")
    with pytest.raises(ValueError, match="`check_every` must be positive"):
        dataclasses.replace(TRAINING, check_every=0)
