"""AdaGrad with a rate and a rule of its own for embeddings."""

import keras
import numpy as np
import pytest
from layer_checks import save_and_load, to_numpy

from keras_tpr.optimizers import SparseAdagrad

WORDS = np.array([[1, 3, 3], [4, 1, 0]])
TARGETS = np.array([[1.0], [-2.0]], "float32")
RULES = pytest.mark.parametrize("rule", ["adagrad", "sgd"])


def make_model(optimizer):
    embedding = keras.layers.Embedding(6, 2)
    model = keras.Sequential(
        [embedding, keras.layers.Flatten(), keras.layers.Dense(1)]
    )
    model.build((None, 3))
    rng = np.random.default_rng(0)
    for weight in model.weights:
        weight.assign(rng.standard_normal(weight.shape))
    model.compile(optimizer, "mse")
    return model


def weights_of(model):
    return [to_numpy(w).astype("float64").copy() for w in model.weights]


def gradients(table, kernel, bias):
    """Of the mean square of the errors."""
    x = table[WORDS].reshape(2, 6)
    d_output = (x @ kernel + bias - TARGETS) * 2 / 2
    d_table = np.zeros_like(table)
    d_x = (d_output @ kernel.T).reshape(2, 3, 2)
    np.add.at(d_table, WORDS, d_x)
    return d_table, x.T @ d_output, d_output.sum(axis=0)


def recurrence(weights, steps, rates, rule="adagrad", start=0.0):
    """The updates in float64; `rates` are of the table and of the others."""
    weights = [w.copy() for w in weights]
    sums = [np.full_like(w, start) for w in weights]
    for _ in range(steps):
        for n, g in enumerate(gradients(*weights)):
            rate = rates[0] if n == 0 else rates[1]
            if n == 0 and rule == "sgd":
                weights[n] -= rate * g
                continue
            sums[n] += g * g
            weights[n] -= rate * g / (np.sqrt(sums[n]) + 1e-10)
    return weights


@RULES
@pytest.mark.parametrize("start", [0.0, 0.1])
def test_equations(rule, start):
    optimizer = SparseAdagrad(
        0.05,
        embedding_learning_rate=0.2,
        embedding_rule=rule,
        initial_accumulator_value=start,
    )
    model = make_model(optimizer)
    before = weights_of(model)
    for _ in range(4):
        model.train_on_batch(WORDS, TARGETS)
    expected = recurrence(before, 4, (0.2, 0.05), rule, start)
    for found, other in zip(weights_of(model), expected, strict=True):
        np.testing.assert_allclose(found, other, rtol=1e-4, atol=1e-6)
    # Words 2 and 5 do not occur.
    np.testing.assert_array_equal(
        weights_of(model)[0][[2, 5]], before[0][[2, 5]]
    )


def test_one_rate_for_all():
    model = make_model(SparseAdagrad(0.1))
    expected = recurrence(weights_of(model), 3, (0.1, 0.1))
    for _ in range(3):
        model.train_on_batch(WORDS, TARGETS)
    for found, other in zip(weights_of(model), expected, strict=True):
        np.testing.assert_allclose(found, other, rtol=1e-4, atol=1e-6)


def test_an_embedding_rate_of_zero_keeps_it():
    model = make_model(SparseAdagrad(0.1, embedding_learning_rate=0.0))
    before = weights_of(model)
    model.train_on_batch(WORDS, TARGETS)
    after = weights_of(model)
    np.testing.assert_array_equal(after[0], before[0])
    assert (after[1] != before[1]).any()


def test_the_first_step_has_the_size_of_the_rate():
    model = make_model(SparseAdagrad(0.05))
    before = weights_of(model)
    d_table, *_ = gradients(*before)
    model.train_on_batch(WORDS, TARGETS)
    moved = weights_of(model)[0] - before[0]
    np.testing.assert_allclose(moved, -0.05 * np.sign(d_table), atol=1e-5)


@RULES
def test_dense_gradients_give_the_same_numbers(rule):
    """A table that is used as a matrix, too, has a dense gradient."""
    options = {"embedding_learning_rate": 0.2, "embedding_rule": rule}
    model = make_model(SparseAdagrad(0.05, **options))
    expected = recurrence(weights_of(model), 3, (0.2, 0.05), rule)
    optimizer = SparseAdagrad(0.05, **options)
    optimizer.build(model.trainable_variables)
    for _ in range(3):
        found = gradients(*weights_of(model))
        optimizer.apply(
            [keras.ops.convert_to_tensor(g, "float32") for g in found]
        )
    for weight, other in zip(weights_of(model), expected, strict=True):
        np.testing.assert_allclose(weight, other, rtol=1e-4, atol=1e-6)


def test_only_rows_of_the_batch_are_touched():
    if keras.backend.backend() != "tensorflow":
        pytest.skip("gradients of embeddings are dense on this back end")
    import tensorflow as tf

    model = make_model(SparseAdagrad(0.1))
    table = model.trainable_variables[0]
    seen = []

    class Watching(SparseAdagrad):
        def update_step(self, gradient, variable, learning_rate):
            seen.append(type(gradient))
            super().update_step(gradient, variable, learning_rate)

    model.compile(Watching(0.1), "mse")
    model.train_on_batch(WORDS, TARGETS)
    assert issubclass(seen[0], tf.IndexedSlices)
    # A row that has NaN in it, but no gradient, stays as it is and harms none.
    values = to_numpy(table).copy()
    values[2] = np.nan
    table.assign(values)
    model.compile(SparseAdagrad(0.1), "mse")
    model.train_on_batch(WORDS, TARGETS)
    assert np.isnan(to_numpy(table)[2]).all()
    assert np.isfinite(np.delete(to_numpy(table), 2, axis=0)).all()


@RULES
def test_config_and_file(rule):
    optimizer = SparseAdagrad(
        0.05,
        embedding_learning_rate=0.2,
        embedding_rule=rule,
        initial_accumulator_value=0.3,
        epsilon=1e-8,
        clipnorm=5.0,
    )
    revived = SparseAdagrad.from_config(optimizer.get_config())
    assert revived.get_config() == optimizer.get_config()
    model = make_model(optimizer)
    model.train_on_batch(WORDS, TARGETS)
    loaded = save_and_load(model)
    for each in (model, loaded):
        each.train_on_batch(WORDS, TARGETS)
    for found, other in zip(weights_of(loaded), weights_of(model), strict=True):
        np.testing.assert_allclose(found, other, rtol=1e-5)


def test_schedule_and_clipping():
    schedule = keras.optimizers.schedules.ExponentialDecay(0.1, 1, 0.5)
    model = make_model(SparseAdagrad(schedule, global_clipnorm=1e-3))
    expected = recurrence(weights_of(model), 1, (0.1, 0.1))
    model.train_on_batch(WORDS, TARGETS)
    # AdaGrad does not mind the scale of gradients.
    for found, other in zip(weights_of(model), expected, strict=True):
        np.testing.assert_allclose(found, other, atol=1e-4)


@pytest.mark.parametrize(
    "options, message",
    [
        ({"embedding_rule": "adam"}, "`embedding_rule`.*sgd.*'adam'"),
        ({"embedding_learning_rate": -1.0}, "`embedding_learning_rate`.*-1.0"),
        ({"embedding_learning_rate": "fast"}, "number.*'fast'"),
        ({"initial_accumulator_value": -0.1}, "non-negative.*-0.1"),
        ({"epsilon": 0.0}, "`epsilon`.*positive.*0.0"),
    ],
)
def test_bad_arguments(options, message):
    with pytest.raises(ValueError, match=message):
        SparseAdagrad(0.1, **options)
