import keras
import numpy as np
import pytest
import tensorflow as tf
from small_sentences import TREES, sentiment

from zoo.tree_lstm.class_labels import NAMES

TEXTS = ["a rare gem", "a bore", "gem", "not a gem"]
Y = [4, 0, 3, 1]


def make(**arguments):
    return sentiment("lstm_sentiment", **arguments)


def test_is_an_lstm():
    model = make()
    lstm = keras.layers.LSTM(6)
    lstm.build((None, None, 4))
    lstm.set_weights(model.backbone.lstm.get_weights())
    x = model.preprocessor(TEXTS, labelled=False)
    mask = keras.ops.convert_to_tensor(x["padding_mask"])
    states = lstm(model.backbone.token_embedding(x["token_ids"]), mask=mask)
    kernel, bias = model.head.get_weights()
    scores = np.exp(keras.ops.convert_to_numpy(states) @ kernel + bias)
    np.testing.assert_allclose(
        model.predict(TEXTS, verbose=0),
        scores / scores.sum(-1, keepdims=True),
        atol=1e-5,
    )


@pytest.mark.parametrize(
    "arguments", [{}, {"bidirectional": True, "layers": 2}]
)
def test_learns(arguments):
    model = make(units=12, **arguments)
    history = model.fit(TEXTS, Y, epochs=60, batch_size=2, verbose=0).history
    assert history["accuracy"][-1] == 1.0
    assert model.classify(TEXTS[:2]) == ["very positive", "very negative"]


@pytest.mark.parametrize(
    ("x", "y"),
    [
        (TEXTS, np.array(Y)),
        ([text.split() for text in TEXTS], Y),
        (TEXTS, [NAMES[5][n] for n in Y]),
        (
            [
                "(4 (2 a) (4 (2 rare) (2 gem)))",
                "(0 (2 a) (2 bore))",
                "(3 (3 gem))",
                "(1 (1 not) (2 (2 a) (3 gem)))",
            ],
            None,
        ),
        (tf.data.Dataset.from_tensor_slices((TEXTS, Y)).batch(2), None),
    ],
    ids=["texts", "words", "names", "trees", "dataset"],
)
def test_forms_of_data(x, y):
    model = make(l2=0.0)
    encoded = model.preprocessor(TEXTS, labelled=False)
    expected = model.evaluate(encoded, np.array(Y), verbose=0, return_dict=True)
    found = model.evaluate(x, y, verbose=0, return_dict=True)
    assert found == pytest.approx(expected, rel=1e-5)
    model.fit(x, y, verbose=0)
    if y is not None:
        assert model.predict(x, verbose=0).shape == (4, 5)


def test_no_words_give_zeros():
    model = make(bidirectional=True, layers=2)
    empty = np.zeros((2, 3), int)
    batch = {"token_ids": empty, "padding_mask": empty > 0}
    assert (model.predict(batch, verbose=0) == 0).all()


def test_words_without_an_id():
    model = make(oov="drop")
    np.testing.assert_allclose(
        *(model.predict([t], verbose=0) for t in ("a zebra gem", "a gem")),
        atol=1e-6,
    )
    assert (model.predict(["zebra"], verbose=0) == 0).all()
    with pytest.raises(ValueError, match=r"`x\[1\]`: none of its words"):
        model.fit(["a gem", "zebra"], [1, 2], verbose=0)
    empty = np.zeros((2, 3), int)
    with pytest.raises(ValueError, match=r"without words.*\[0, 1\]"):
        model.fit(
            {"token_ids": empty, "padding_mask": empty > 0},
            np.array([1, 2]),
            verbose=0,
        )


def test_explain():
    model = make()
    explanation = model.explain("a rare gem")
    whole, without = model.predict(["a rare gem", "a gem"], verbose=0)
    number = model.class_names.index(explanation.answer)
    assert explanation.value == pytest.approx(whole[number], rel=1e-5)
    assert explanation.influences[0][1] == pytest.approx(
        whole[number] - without[number], abs=1e-6
    )
    assert model.explain("gem").influences[0].tolist() == [0.0]


@pytest.mark.parametrize(
    ("x", "y", "error", "message"),
    [
        (TEXTS, None, ValueError, r"`x\[0\]`: the sentence has no class"),
        (TEXTS, [4, 0, 3, 9], ValueError, r"`x\[3\]`.*'9' is no class"),
        ([*TEXTS, ""], [*Y, 0], ValueError, r"`x\[4\]`: The sentence is em"),
        (TREES, [1] * 4, ValueError, "4 targets and 5 sentences"),
        ("a gem", [1], TypeError, "put it into a list"),
    ],
)
def test_malformed(x, y, error, message):
    with pytest.raises(error, match=message):
        make().fit(x, y, verbose=0)


@pytest.mark.parametrize(
    ("y", "error", "message"),
    [
        (None, ValueError, "`y` is missing"),
        (np.array([1]), ValueError, "of the 2 sentences"),
        (np.array([1, 5]), ValueError, "from 0 to 4"),
        (np.array([1.5, 2.0]), TypeError, "integers"),
    ],
)
def test_malformed_targets(y, error, message):
    ids = np.array([[1, 2], [3, 0]])
    batch = {"token_ids": ids, "padding_mask": ids > 0}
    with pytest.raises(error, match=message):
        make().fit(batch, y, verbose=0)


def test_layers():
    with pytest.raises(ValueError, match="`num_layers` must be"):
        make(layers=0)
