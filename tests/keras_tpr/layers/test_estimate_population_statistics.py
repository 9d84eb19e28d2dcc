"""Population statistics, against means over the batches."""

import itertools

import keras
import numpy as np
import pytest
from layer_checks import assert_close, to_numpy

from keras_tpr.layers import (
    BatchNormalization,
    GhostBatchNormalization,
    estimate_population_statistics,
)

RNG = np.random.default_rng(0)
X = RNG.standard_normal((12, 4)).astype("float32") * 3 + 1
BATCHES = [X[:5], X[5:10], X[10:]]


def network():
    keras.utils.set_random_seed(0)
    return keras.Sequential(
        [
            keras.Input((4,)),
            BatchNormalization(name="first"),
            keras.layers.Dense(3, activation="tanh"),
            keras.layers.Dropout(0.5),
            keras.layers.Dense(3),
            BatchNormalization(name="second", unbiased=False),
        ]
    )


def moving(layer):
    return to_numpy([layer.moving_mean.value, layer.moving_variance.value])


@pytest.mark.parametrize("kind", ["list", "generator", "pairs", "py", "tf"])
def test_means_over_batches(kind):
    """Each batch has a factor of its own, and counts the same."""
    model = network()
    estimate_population_statistics(model, data(kind))
    mean = np.mean([x.mean(axis=0) for x in BATCHES], axis=0)
    variance = np.mean([x.var(axis=0, ddof=1) for x in BATCHES], axis=0)
    assert_close(moving(model.get_layer("first")), [mean, variance], atol=1e-5)
    assert not (moving(model.get_layer("second"))[1] == 1).any()


def data(kind):
    pairs = [(x, np.zeros(len(x))) for x in BATCHES]
    if kind == "py":
        return Batches(pairs)
    if kind == "tf":
        tf = pytest.importorskip("tensorflow")
        return tf.data.Dataset.from_generator(
            lambda: iter(BATCHES), output_signature=tf.TensorSpec((None, 4))
        )
    return {"list": BATCHES, "generator": iter(BATCHES), "pairs": pairs}[kind]


class Batches(keras.utils.PyDataset):
    def __init__(self, batches):
        super().__init__()
        self.batches = batches

    def __len__(self):
        return len(self.batches)

    def __getitem__(self, number):
        return self.batches[number]


def test_layers_behind_see_the_same_passes():
    """The second one that of the outputs of the first, in training."""
    inputs = keras.Input((4,))
    first, second = BatchNormalization(), BatchNormalization()
    model = keras.Model(inputs, second(first(inputs)))
    estimate_population_statistics(model, BATCHES)
    apart = BatchNormalization()
    seen = [to_numpy(apart(x, training=True)) for x in BATCHES]
    mean = np.mean([x.mean(axis=0) for x in seen], axis=0)
    variance = np.mean([x.var(axis=0, ddof=1) for x in seen], axis=0)
    assert_close(moving(second), [mean, variance], atol=1e-5)


def test_nothing_else_changes():
    model = network()
    keras_layer = keras.layers.BatchNormalization()
    model = keras.Sequential([*model.layers, keras_layer])
    model.build((None, 4))
    frozen = model.get_layer("second")
    frozen.trainable = False
    before = [to_numpy(v.value).copy() for v in model.variables]
    estimate_population_statistics(model, BATCHES)
    changed = {
        "/".join(v.path.split("/")[-2:])
        for v, value in zip(model.variables, before, strict=True)
        if (to_numpy(v.value) != value).any()
    }
    assert changed == {"first/moving_mean", "first/moving_variance"}
    # And it goes on as before.
    first = model.get_layer("first")
    estimated = moving(first)
    model(X, training=True)
    assert (moving(first)[0] != estimated[0]).all()


def test_train_and_inference_agree():
    """After estimation both losses differ by less than a hundredth."""
    keras.utils.set_random_seed(0)
    x = RNG.standard_normal((4096, 4)).astype("float32") * 3 + 1
    y = (x.sum(axis=1) > 4).astype("int32")
    model = keras.Sequential(
        [
            keras.Input((4,)),
            keras.layers.Dense(16, use_bias=False),
            BatchNormalization(momentum=0.999),
            keras.layers.Activation("tanh"),
            keras.layers.Dense(2, activation="softmax"),
        ]
    )
    model.compile("adam", "sparse_categorical_crossentropy")
    model.fit(x, y, batch_size=512, epochs=5, verbose=0)

    batches = list(zip(np.split(x, 8), np.split(y, 8), strict=True))

    def losses():
        found = []
        for training in (True, False):
            parts = [
                to_numpy(
                    keras.losses.sparse_categorical_crossentropy(
                        labels, model(part, training=training)
                    )
                ).mean()
                for part, labels in batches
            ]
            found.append(np.mean(parts))
        return found

    train, inference = losses()
    assert abs(inference / train - 1) > 0.01  # moving averages are behind
    estimate_population_statistics(model, batches)
    train, inference = losses()
    assert abs(inference / train - 1) < 0.01


def test_steps():
    model, part = network(), network()
    endless = itertools.cycle(BATCHES)
    estimate_population_statistics(model, endless, steps=2)
    estimate_population_statistics(part, BATCHES[:2])
    # The second layer is behind a dropout.
    first = [moving(m.get_layer("first")) for m in (model, part)]
    assert_close(*first)
    with pytest.warns(UserWarning, match="3 batches, fewer than `steps=9`"):
        estimate_population_statistics(model, BATCHES, steps=9)


def test_masked_and_single():
    """Words of sentences; a batch of one word, and one of none."""
    words = keras.Input((3,), dtype="int32")
    embedding = keras.layers.Embedding(9, 2, mask_zero=True)
    norm = BatchNormalization()
    model = keras.Model(words, norm(embedding(words)))
    ids = [[[1, 2, 3], [4, 0, 0]], [[5, 0, 0]], [[0, 0, 0]], [[6, 7, 0]]]
    estimate_population_statistics(model, [np.array(batch) for batch in ids])
    table = to_numpy(embedding.embeddings.value)
    seen = [table[[1, 2, 3, 4]], table[[5]], table[[6, 7]]]
    mean = np.mean([x.mean(axis=0) for x in seen], axis=0)
    variance = np.mean([seen[n].var(axis=0, ddof=1) for n in (0, 2)], axis=0)
    assert_close(moving(norm), [mean, variance])


def test_layers_of_the_same_name():
    """In models inside a model."""
    parts = [
        keras.Sequential(
            [keras.Input((4,)), BatchNormalization(name="norm")], name=name
        )
        for name in "ab"
    ]
    inputs = keras.Input((4,))
    model = keras.Model(inputs, parts[1](10.0 * parts[0](inputs)))
    estimate_population_statistics(model, BATCHES)
    first, second = (moving(part.layers[0]) for part in parts)
    assert first[1].max() < 30 < second[1].min()


def test_groups():
    inputs = keras.Input((4,))
    norm = GhostBatchNormalization(4)
    model = keras.Model(inputs, norm(inputs))
    estimate_population_statistics(model, [X])
    groups = [X[:4], X[4:8], X[8:]]
    variance = np.mean([x.var(axis=0, ddof=1) for x in groups], axis=0)
    assert_close(moving(norm), [X.mean(axis=0), variance], atol=1e-5)


def test_bad_input():
    model = network()
    before = model.get_weights()
    with pytest.raises(ValueError, match="`data` is empty"):
        estimate_population_statistics(model, [])
    with pytest.raises(ValueError, match="several values for '.*first'"):
        estimate_population_statistics(model, [X[:1], X[1:2]])
    for array in (X, {"x": X}):
        with pytest.raises(TypeError, match="`data` must be batches"):
            estimate_population_statistics(model, array)
    with pytest.raises(ValueError, match="`steps`.*0"):
        estimate_population_statistics(model, BATCHES, steps=0)

    def broken():
        yield X
        raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        estimate_population_statistics(model, broken())
    assert_close(model.get_weights(), before, atol=0)
    plain = keras.Sequential([keras.Input((4,)), keras.layers.Dense(2)])
    with pytest.raises(ValueError, match="nothing to estimate"):
        estimate_population_statistics(plain, BATCHES)
    unbuilt = keras.Sequential([BatchNormalization()])
    with pytest.raises(ValueError, match="not built"):
        estimate_population_statistics(unbuilt, BATCHES)
