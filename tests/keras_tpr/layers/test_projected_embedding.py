import keras
import numpy as np
import pytest
from layer_checks import assert_close, check_layer

from keras_tpr.layers import ProjectedEmbedding
from keras_tpr.optimizers import SparseAdagrad

WORDS = np.array([[1, 2, 2, 0], [5, 1, 0, 0]])


def make(**options):
    layer = ProjectedEmbedding(6, 4, fixed_dim=3, **options)
    layer.build((None, None))
    rng = np.random.default_rng(0)
    for weight in layer.weights:
        weight.assign(rng.normal(size=weight.shape))
    return layer


def test_equation():
    layer = make()
    own, projection, fixed = (
        np.asarray(keras.ops.convert_to_numpy(x))
        for x in (layer.embeddings, layer.projection, layer.fixed)
    )
    expected = np.stack(
        [[own[i] + fixed[i] @ projection for i in row] for row in WORDS]
    )
    assert_close(layer(WORDS), expected.astype("float32"))


def test_merged_table_computes_the_same():
    layer = make()
    table = layer.merged_table()
    assert table.shape == (6, 4)
    assert_close(layer(WORDS), table[WORDS])


@pytest.mark.parametrize("optimizer", [SparseAdagrad(0.1), "adam"])
def test_only_words_that_occur_change_but_all_profit(optimizer):
    layer = make()
    before = layer.merged_table(), *layer.get_weights()
    model = keras.Sequential([layer, keras.layers.GlobalMaxPooling1D()])
    model.compile(optimizer, "mse")
    model.train_on_batch(WORDS, np.zeros((2, 4)))
    own, projection, fixed = layer.get_weights()
    np.testing.assert_array_equal(own[[3, 4]], before[1][[3, 4]])
    assert (own[[1, 2]] != before[1][[1, 2]]).any()
    assert (projection != before[2]).any()
    np.testing.assert_array_equal(fixed, before[3])
    assert (layer.merged_table()[[3, 4]] != before[0][[3, 4]]).all()


def test_conformance():
    check_layer(
        ProjectedEmbedding,
        {"input_dim": 6, "output_dim": 4, "fixed_dim": 3},
        WORDS,
    )


@pytest.mark.parametrize("name", ["input_dim", "output_dim", "fixed_dim"])
@pytest.mark.parametrize("size", [0, -1, 2.0, None, True])
def test_sizes(name, size):
    sizes = {"input_dim": 6, "output_dim": 4, "fixed_dim": 3, name: size}
    with pytest.raises(ValueError, match=f"`{name}` must be a positive int"):
        ProjectedEmbedding(**sizes)
