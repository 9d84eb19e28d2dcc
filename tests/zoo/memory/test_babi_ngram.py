import keras
import numpy as np
import pytest
import tensorflow as tf

import zoo
from zoo.memory.story_ngrams import ngram_vocabulary

X = {
    "story": [
        ["Ann is in the hall.", "Bob is in the shed."],
        ["Bob is in the hall.", "Ann is in the shed."],
        ["Cy ran.", "Ann is in the hall."],
        ["Ann is in the shed."],
    ],
    "question": ["Where, Ann?", "Where, Ann?", "Where, Ann?", "Where, Ann?"],
}
ANSWERS = ["hall", "shed", "hall", "shed"]
ONE = {"story": "Ann is in the shed.\nBob is in the hall", "question": "Ann?"}


def make(**arguments):
    return zoo.babi_ngram(
        **{
            "vocabulary": ngram_vocabulary(X),
            "class_names": ["hall", "shed"],
            **arguments,
        }
    )


@pytest.fixture(scope="module")
def trained():
    model = make()
    model.fit(X, ANSWERS, epochs=40, verbose=0)
    return model


def test_answers(trained):
    assert trained.answer(X) == ANSWERS
    assert trained.answer(ONE) == "shed"
    probabilities = trained.predict(X, verbose=0)
    np.testing.assert_allclose(probabilities.sum(1), 1, rtol=1e-5)
    assert trained.answers == ["hall", "shed"]
    loss, accuracy = trained.evaluate(X, ANSWERS, verbose=0)
    assert accuracy == 1
    expected = -np.log(probabilities[range(4), [0, 1, 0, 1]]).mean()
    assert loss == pytest.approx(expected, rel=1e-4)


def test_scores_are_sums_of_the_weights_of_ngrams():
    """By hand: two n-grams, one of them twice, and the bias."""
    model = make(vocabulary=["ann", "ann_is"])
    weights = np.array([[9, 9], [0.5, 0], [1, 2], [0, 3]], "float32")
    model.backbone.set_weights([weights])
    x = {"story": ["Ann is", "ann", "Bob is"], "question": "ann"}
    scores = np.array([0.5 + 1 + 0 + 1, 0 + 2 + 3 + 2])
    expected = np.exp(scores) / np.exp(scores).sum()
    np.testing.assert_allclose(model.predict(x, verbose=0)[0], expected, 1e-5)
    # Longer rows, of another batch, change nothing.
    ids = {"token_ids": [[1, 2, 3, 2, 0, 0, 0]]}
    np.testing.assert_allclose(model.predict(ids, verbose=0)[0], expected, 1e-5)


def test_the_bias_answers_without_statements(trained):
    empty = {"story": [[], ["Cy ran."]], "question": ["Ann?", "Ann?"]}
    bias = trained.backbone.get_weights()[0][1]
    expected = np.exp(bias) / np.exp(bias).sum()
    for row in trained.predict(empty, verbose=0):
        np.testing.assert_allclose(row, expected, rtol=1e-5)


def test_explanation(trained):
    story = ["Bob is in the hall.", "Zed ran to Ann", "ANN is in the shed"]
    explanation = trained.explain({"story": story, "question": "Is Ann lost?"})
    assert explanation.facts == [0, 1, 2]  # all have "is", or "ann"
    assert explanation.answer == "shed"
    assert explanation.unknown == ["bob", "zed", "ran", "to", "lost"]
    with pytest.raises(TypeError, match="one story with one question.*of 4"):
        trained.explain(X)


def test_data_in_a_graph(trained):
    dataset = tf.data.Dataset.from_tensor_slices(
        {
            "story": tf.ragged.constant(X["story"]).to_tensor(""),
            "question": X["question"],
        }
    )
    np.testing.assert_allclose(
        trained.predict(dataset.batch(3), verbose=0),
        trained.predict(X, verbose=0),
        rtol=1e-5,
    )
    labelled = tf.data.Dataset.zip(
        dataset, tf.data.Dataset.from_tensor_slices([0, 1, 0, 1])
    )
    model = make()
    model.fit(labelled.batch(2), epochs=40, verbose=0)
    assert model.answer(X) == ANSWERS
    assert model.evaluate(labelled.batch(2), verbose=0)[1] == 1
    named = labelled.map(lambda x, y: (x, tf.gather(["hall", "shed"], y)))
    assert model.evaluate(named.batch(2), verbose=0)[1] == 1
    with pytest.raises(ValueError, match="Batches .* have no answers"):
        model.fit(dataset.batch(2), verbose=0)
    history = (
        make()
        .fit(X, ANSWERS, validation_data=labelled.batch(2), verbose=0)
        .history
    )
    assert len(history["val_loss"]) == 1


def test_validation():
    history = make().fit(
        X, ANSWERS, validation_data=(X, ANSWERS), epochs=2, verbose=0
    )
    assert len(history.history["val_accuracy"]) == 2


def test_training_is_repeatable():
    weights = []
    for _ in range(2):
        keras.utils.set_random_seed(0)
        model = make()
        model.fit(X, ANSWERS, batch_size=2, epochs=3, verbose=0)
        weights.append(model.get_weights()[0])
    np.testing.assert_array_equal(*weights)
    assert weights[0].any()


@pytest.mark.parametrize(
    "y, message",
    [
        (
            ["hall", "shed", "hall", "den"],
            r"`y\[3\]`, of 'Where, Ann\?'.*'den'",
        ),
        (["hall"], "`y` has 1 labels"),
    ],
)
def test_wrong_answers(y, message):
    with pytest.raises(ValueError, match=message):
        make().fit(X, y, verbose=0)


def test_no_answers_and_weights():
    for method in (make().fit, make().evaluate):
        with pytest.raises(ValueError, match="`y` is missing"):
            method(X)
    model = make()
    model.fit(X, ANSWERS, sample_weight=[1, 0, 1, 0], epochs=20, verbose=0)
    assert model.predict(X, verbose=0).argmax(axis=1).tolist() == [0] * 4


def test_wrong_arguments(tmp_path):
    with pytest.raises(ValueError, match="`ngrams`"):
        make(ngrams=0)
    with pytest.raises(ValueError, match="`class_names` must be"):
        make(class_names=["hall", "hall"])
    with pytest.raises(TypeError, match="must be a `BabiNgramTokenizer`"):
        zoo.BabiNgramPreprocessor(["ann"])
    trained = make()
    trained.save_to_preset(tmp_path)
    with pytest.raises(ValueError, match="has its own vocabulary"):
        zoo.babi_ngram(str(tmp_path), class_names=["a", "b"])


def test_a_model_without_words():
    model = zoo.babi_ngram(vocabulary_size=9, num_classes=3)
    assert model.predict({"token_ids": [[1, 4, 8]]}, verbose=0).shape == (1, 3)
    for use in (model.predict, model.explain, model.answer):
        with pytest.raises(
            ValueError, match="have to be encoded.*`vocabulary="
        ):
            use(ONE)


def test_ngrams_of_another_length():
    model = make(ngrams=1)
    ids = model.preprocessor(ONE)["token_ids"]
    longer = make().preprocessor(ONE)["token_ids"]
    assert len(ids) < len(longer)
    assert ids.tolist() == longer[: len(ids)].tolist()
