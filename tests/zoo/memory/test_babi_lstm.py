"""The LSTM that reads stories."""

import keras
import numpy as np
import pytest
from layer_checks import to_numpy

import zoo

X = {
    "story": [["Ann is in the hall.", "Bob is in the shed."], ["Ann ran."], []],
    "question": ["Where is Ann?", "Who ran?", "Where is Bob?"],
}
Y = ["hall", "ann", "shed"]


def make(**options):
    keras.utils.set_random_seed(0)
    words = zoo.story_vocabulary(X, Y)
    return zoo.babi_lstm(vocabulary=words, units=6, embedding_dim=5, **options)


def test_reads_the_story_then_the_question():
    model = make()
    network, tokenizer = model.backbone.network, model.preprocessor.tokenizer
    kernel, recurrent, bias = (
        to_numpy(w).astype("float64") for w in network.cell.weights
    )
    found = model.predict(X, verbose=0)["answer"]
    for row, (story, question) in enumerate(
        zip(X["story"], X["question"], strict=True)
    ):
        h = c = np.zeros(6)
        for text in (*story, question):
            for number in tokenizer.sentence_ids(text):
                x = to_numpy(network.embedding.embeddings)[number]
                i, f, g, o = np.split(x @ kernel + h @ recurrent + bias, 4)
                c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
                h = sigmoid(o) * np.tanh(c)
        scores = h @ to_numpy(network.head.kernel) + to_numpy(network.head.bias)
        np.testing.assert_allclose(found[row, 0, 2:], scores[2:], atol=1e-5)
        assert (found[row, 0, :2] == -1e9).all()


def test_number_of_weights():
    model = zoo.babi_lstm(vocabulary_size=150)
    lstm = 4 * 100 * (50 + 100 + 1)
    assert model.count_params() == 150 * 50 + lstm + 150 * (100 + 1)


def test_learns_and_explains():
    model = make()
    model.fit(X, Y, epochs=60, verbose=0)
    assert model.answer(X) == Y
    scores = model.evaluate(X, Y, verbose=0, return_dict=True)
    assert set(scores) == {"accuracy", "loss"} and scores["accuracy"] == 1
    found = model.explain({name: rows[0] for name, rows in X.items()})
    assert found.answer == "hall" and found.facts == []
    assert found.hop_weights.shape == (1, 2)
    assert found.hop_weights.min() >= 0 and found.hop_weights.max() <= 1
    empty = model.explain({"story": [], "question": "Where is Bob?"})
    assert empty.hop_weights.shape == (1, 0)


def test_reads_the_last_statements_only():
    model = make(memory_size=1)
    with pytest.warns(UserWarning, match="only the last 1"):
        long = model.predict(X, verbose=0)["answer"]
    short = {**X, "story": [story[-1:] for story in X["story"]]}
    np.testing.assert_array_equal(
        long, model.predict(short, verbose=0)["answer"]
    )


def sigmoid(x):
    return 1 / (1 + np.exp(-x))
