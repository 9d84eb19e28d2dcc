import keras
import numpy as np
import pytest
from gradients_of import gradients_of

from keras_tpr.losses import NodeCrossEntropy

P = np.array(
    [[[0.5, 0.5], [0.2, 0.8], [0, 0]], [[0.9, 0.1], [0.5, 0.5], [0.25, 0.75]]],
    "float32",
)
CLASSES = np.array([[0, 1, -1], [-1, -1, 0]])
NODES = -np.log([0.5, 0.8, 0.25])


@pytest.mark.parametrize(
    ("per", "expected"),
    [("sentence", NODES.sum() / 2), ("node", NODES.mean())],
)
def test_by_hand(per, expected):
    assert float(NodeCrossEntropy(per)(CLASSES, P)) == pytest.approx(
        expected, rel=1e-5
    )


@pytest.mark.parametrize(
    ("per", "expected"),
    [
        ("sentence", (3 * NODES[0] + 3 * NODES[1]) / 2),
        ("node", NODES[:2].mean()),
    ],
)
def test_weights_of_sentences(per, expected):
    loss = NodeCrossEntropy(per)(CLASSES, P, sample_weight=[[3.0], [0.0]])
    assert float(loss) == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize("per", ["sentence", "node"])
def test_more_padding_changes_nothing(per):
    more = np.pad(P, ((0, 0), (0, 4), (0, 0)))
    classes = np.pad(CLASSES, ((0, 0), (0, 4)), constant_values=-1)
    loss = NodeCrossEntropy(per)
    assert float(loss(classes, more)) == pytest.approx(
        float(loss(CLASSES, P)), rel=1e-6
    )


@pytest.mark.parametrize("per", ["sentence", "node"])
def test_nothing_labelled_is_zero(per):
    assert float(NodeCrossEntropy(per)(np.full((2, 3), -1), P)) == 0.0


@pytest.mark.parametrize("per", ["sentence", "node"])
def test_config(per):
    loss = NodeCrossEntropy(per, name="mine")
    copy = keras.losses.deserialize(keras.losses.serialize(loss))
    assert copy.get_config() == loss.get_config()
    assert copy.per == per
    assert float(copy(CLASSES, P)) == float(loss(CLASSES, P))


def test_unknown_reduction():
    with pytest.raises(ValueError, match="`per` must be one of"):
        NodeCrossEntropy("tree")


@pytest.mark.parametrize("per", ["sentence", "node"])
def test_gradient_is_finite_where_there_is_no_node(per):

    logits = keras.Variable(np.log(np.maximum(P, 1e-3)))
    real = keras.ops.convert_to_tensor(P.sum(-1, keepdims=True) > 0)

    def loss():
        probabilities = keras.ops.softmax(logits) * keras.ops.cast(
            real, "float32"
        )
        return NodeCrossEntropy(per)(CLASSES, probabilities)

    (gradient,) = gradients_of(loss, [logits])
    gradient = keras.ops.convert_to_numpy(gradient)
    assert np.isfinite(gradient).all()
    assert (gradient[CLASSES < 0] == 0).all()
    assert (gradient[CLASSES >= 0] != 0).any()
