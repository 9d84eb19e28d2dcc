"""Both models of relatedness."""

import pathlib

import keras
import numpy as np
import pytest
import tensorflow as tf
from small_sentences import PAIRS, SCORES, relatedness
from tree_lstm_reference import batch_states, read_weights

import zoo
from recipes.datasets.sick_relatedness import read_sick

REAL = pathlib.Path(__file__).parents[4] / "shared/data/sick"
TEXTS = [tuple(" ".join(s["tokens"]) for s in pair) for pair in PAIRS]
NAMES = ("tree_lstm_relatedness", "lstm_relatedness")
INPUTS = dict(zip(NAMES, (PAIRS, TEXTS), strict=True))
both = pytest.mark.parametrize("name", NAMES)


def sigmoid(z):
    return 1 / (1 + np.exp(-z))


def head(model, left, right):
    """Probabilities of the scores, from the equations."""
    hidden, output = model.head.hidden_layer, model.head.output_layer
    w, b = (keras.ops.convert_to_numpy(x) for x in hidden.weights)
    features = np.concatenate([left * right, abs(left - right)], -1)
    w_p, b_p = (keras.ops.convert_to_numpy(x) for x in output.weights)
    scores = np.exp(sigmoid(features @ w + b) @ w_p + b_p)
    return scores / scores.sum(-1, keepdims=True)


def test_is_the_published_model():
    model = relatedness()
    x, _ = model.preprocessor(PAIRS, SCORES)
    batch = {name: a.reshape(-1, *a.shape[2:]) for name, a in x.items()}
    (table,) = model.backbone.token_embedding.get_weights()
    h, _ = batch_states(
        read_weights(model.backbone.tree_lstm.cell),
        table[batch["token_ids"]],
        batch["children"],
        batch["node_mask"],
    )
    roots = h[np.arange(len(h)), batch["node_mask"].sum(1) - 1]
    expected = head(model, roots[::2], roots[1::2])
    found = model.predict(PAIRS, verbose=0)
    np.testing.assert_allclose(found, expected, atol=1e-5)
    np.testing.assert_allclose(
        model.score(PAIRS), expected @ np.arange(1, 6), rtol=1e-5
    )


@both
def test_is_symmetric(name):
    model = relatedness(name)
    swapped = [pair[::-1] for pair in INPUTS[name]]
    np.testing.assert_allclose(
        model.score(INPUTS[name]), model.score(swapped), rtol=1e-5
    )


@both
def test_published_training(name):
    model = relatedness(name)
    assert model.optimizer.get_config()["learning_rate"] == pytest.approx(0.05)
    assert model.optimizer.get_config()["embedding_learning_rate"] is None
    assert not model.backbone.token_embedding.trainable
    assert not model.backbone.output_gate
    found = model.evaluate(INPUTS[name], SCORES, verbose=0, return_dict=True)
    assert set(found) == {"loss", "mse", "pearson", "spearman"}
    scores = model.score(INPUTS[name])
    assert found["mse"] == pytest.approx(
        ((scores - SCORES) ** 2).mean(), rel=1e-4
    )
    assert found["pearson"] == pytest.approx(
        np.corrcoef(scores, SCORES)[0, 1], abs=1e-4
    )


@both
def test_learns(name):
    model = relatedness(name, units=12, embedding_dim=8, hidden=8, l2=0.0)
    history = model.fit(
        INPUTS[name], SCORES, epochs=100, batch_size=2, verbose=0
    ).history
    assert history["loss"][-1] < 0.5 * history["loss"][0]
    assert history["pearson"][-1] > 0.8


@pytest.mark.parametrize(
    "make",
    [
        list,
        lambda pairs: tuple(list(side) for side in zip(*pairs, strict=True)),
        lambda pairs: dict(
            zip(
                ("left", "right"),
                (list(side) for side in zip(*pairs, strict=True)),
                strict=True,
            )
        ),
    ],
    ids=["pairs", "tuple", "dict"],
)
@both
def test_forms_of_data(name, make):
    model = relatedness(name)
    np.testing.assert_allclose(
        model.score(make(INPUTS[name])), model.score(INPUTS[name]), rtol=1e-6
    )
    model.fit(make(INPUTS[name]), SCORES, verbose=0)


@both
def test_encoded(name):
    model = relatedness(name)
    x, y = model.preprocessor(INPUTS[name], SCORES)
    expected = model.evaluate(INPUTS[name], SCORES, verbose=0, return_dict=True)
    for data in ((x, y), (tf.data.Dataset.from_tensors((x, y)),)):
        found = model.evaluate(*data, verbose=0, return_dict=True)
        assert found == pytest.approx(expected, rel=1e-5)
    model.preprocessor = None
    model.fit(x, y, verbose=0)


def test_dataset_of_texts():
    model = relatedness("lstm_relatedness")
    sides = tuple(list(side) for side in zip(*TEXTS, strict=True))
    dataset = tf.data.Dataset.from_tensor_slices((sides, SCORES)).batch(2)
    expected = model.evaluate(TEXTS, SCORES, verbose=0, return_dict=True)
    found = model.evaluate(dataset, verbose=0, return_dict=True)
    assert found["pearson"] == pytest.approx(expected["pearson"], abs=1e-5)
    model.fit(dataset, verbose=0)


def test_pairs_without_words():
    model = relatedness("lstm_relatedness")
    empty = np.zeros((2, 2, 3), int)
    found = model.predict(
        {"token_ids": empty, "padding_mask": empty > 0}, verbose=0
    )
    assert np.isfinite(found).all()


def test_explain_trees():
    model = relatedness()
    explanation = model.explain(*PAIRS[0])
    assert explanation.score == pytest.approx(model.score(PAIRS[:1])[0])
    assert explanation.similarities.shape == (2, 3)
    same = model.explain(PAIRS[1][0], PAIRS[1][1])
    np.testing.assert_allclose(np.diag(same.similarities), 1, atol=1e-6)
    assert same.alike(1)[0][2] == pytest.approx(1)


def test_explain_words():
    model = relatedness("lstm_relatedness")
    explanation = model.explain("dogs bark", "cats sleep well")
    assert [len(i) for i in explanation.influences] == [2, 3]
    whole, left, right = model.score(
        [
            ("dogs bark", "cats sleep well"),
            ("bark", "cats sleep well"),
            ("dogs bark", "cats sleep"),
        ]
    )
    assert explanation.value == pytest.approx(whole, rel=1e-5)
    assert explanation.influences[0][0] == pytest.approx(whole - left, abs=1e-5)
    assert explanation.influences[1][2] == pytest.approx(
        whole - right, abs=1e-5
    )


@pytest.mark.parametrize(
    ("x", "y", "error", "message"),
    [
        (PAIRS, None, ValueError, "`y` is missing"),
        (PAIRS, [1.0, 2.0], ValueError, "2 targets and 3 sentences"),
        (PAIRS, [1.0, 2.0, 5.5], ValueError, "from 1 to 5"),
        (PAIRS, [1.0, 2.0, float("nan")], ValueError, "from 1 to 5"),
        (["(2 a)"], [1.0], ValueError, r"`x\[0\]` must be a pair"),
        ([(PAIRS[0][0], "a b")], [1.0], ValueError, r"`x\[0\], right`"),
        ({"left": [], "right": []}, [], ValueError, r'`x\["left"\]` is empty'),
        ({"a": [], "b": []}, [], ValueError, "`left` and `right`"),
        (([PAIRS[0][0]], [PAIRS[0][0]] * 2), [1.0], ValueError, "1 and 2"),
        ("a b", [1.0], TypeError, "list of pairs"),
    ],
)
def test_malformed(x, y, error, message):
    with pytest.raises(error, match=message):
        relatedness().fit(x, y, verbose=0)


def test_constituency_trees():
    model = relatedness(kind="constituency")
    trees = [("(X (X dogs) (X bark))", "(X dogs)")]
    assert model.score(trees).shape == (1,)


@pytest.mark.skipif(not REAL.exists(), reason=f"needs {REAL}")
def test_on_real_pairs():
    pairs = read_sick(REAL)["validation"][:40]
    trees = [(pair.tree_a, pair.tree_b) for pair in pairs]
    words = {w for pair in trees for tree in pair for w in tree.words()}
    model = zoo.tree_lstm_relatedness(
        vocabulary=sorted(words), units=12, embedding_dim=10, hidden=6
    )
    history = model.fit(
        trees, [pair.score for pair in pairs], epochs=4, verbose=0
    ).history
    assert history["loss"][-1] < history["loss"][0]
