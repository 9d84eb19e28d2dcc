"""Training, prediction and bad data of the sentence classifiers."""

import keras
import numpy as np
import pytest
from layer_checks import assert_close, save_and_load
from small_questions import CLASSES, LABELS, QUESTIONS, SMALL, WORDS

import zoo

NUMBERS = [CLASSES.index(label) for label in LABELS]


@pytest.fixture
def model():
    return zoo.dcnn(config=SMALL, vocabulary=WORDS, class_names=CLASSES)


def test_learns_a_few_questions(model):
    model.compile(optimizer=keras.optimizers.Adam(0.05))
    model.fit(QUESTIONS, LABELS, epochs=40, verbose=0)
    assert model.classify(QUESTIONS) == LABELS
    assert model.evaluate(QUESTIONS, LABELS, verbose=0)[1] == 1.0


def test_predictions_come_in_the_order_of_the_sentences(model):
    together = model.predict(QUESTIONS, batch_size=2, verbose=0)
    assert_close(together.sum(axis=1), np.ones(5, "float32"))
    alone = [model.predict([text], verbose=0)[0] for text in QUESTIONS]
    assert_close(together, np.stack(alone), atol=1e-5)


def test_forms_of_sentences(model):
    expected = model.predict(QUESTIONS, verbose=0)
    words, _ = model.preprocessor.words(QUESTIONS)
    ids = model.preprocessor(QUESTIONS)
    for x in (
        words,
        tuple(QUESTIONS),
        np.array(QUESTIONS),
        np.array(QUESTIONS, object),
        ids,
        ids["token_ids"],
        ids["token_ids"].tolist(),
    ):
        assert_close(model.predict(x, verbose=0), expected, atol=1e-5)
    assert_close(model(ids), expected, atol=1e-5)
    assert_close(model(ids["token_ids"]), expected, atol=1e-5)


def test_words_are_never_split_again(model):
    row = model.preprocessor.words([["Who?", "wrote"]])[0][0]
    assert row == ["who?", "wrote"]


@pytest.mark.parametrize(
    "y",
    [
        NUMBERS,
        np.array(NUMBERS),
        np.array(NUMBERS, object),
        np.array(NUMBERS, "float32"),
        LABELS,
        np.array(LABELS),
        [*LABELS[:3], *NUMBERS[3:]],
    ],
)
def test_forms_of_labels(y):
    keras.utils.set_random_seed(1)
    model = zoo.dcnn(config=SMALL, vocabulary=WORDS, class_names=CLASSES)
    loss = model.evaluate(QUESTIONS, y, verbose=0)[0]
    assert loss == pytest.approx(
        model.evaluate(QUESTIONS, NUMBERS, verbose=0)[0]
    )


def test_sentences_at_the_edge(model):
    edge = ["", "?", "zzz qqq", "who", "who " * 60]
    model.fit(edge, [0, 1, 0, 1, 0], verbose=0)
    predicted = model.predict(edge, verbose=0)
    assert np.isfinite(predicted).all()
    words = [[], ["?"], ["zzz", "qqq"], ["who"], ["who"] * 60]
    assert_close(model.predict(words, verbose=0), predicted)
    assert_close(model.predict([""], verbose=0)[0], predicted[0])


def test_data_are_shuffled_repeatably():
    def trained(**options):
        keras.utils.set_random_seed(3)
        model = zoo.dcnn(config=SMALL, vocabulary=WORDS, class_names=CLASSES)
        model.fit(
            QUESTIONS, LABELS, batch_size=1, epochs=2, verbose=0, **options
        )
        return model.get_weights()[0]

    first = trained()
    assert_close(trained(), first)
    assert (trained(shuffle=False) != first).any()


def test_nothing_is_traced_again(model):
    calls = []
    inner = model.backbone.call

    def counted(*args, **kwargs):
        calls.append(1)
        return inner(*args, **kwargs)

    model.backbone.call = counted
    if keras.backend.backend() != "tensorflow":
        pytest.skip("graphs of TensorFlow")
    model.fit(QUESTIONS, LABELS, batch_size=1, verbose=0)
    traces = len(calls)
    longer = [f"{text} {'who ' * n}" for n, text in enumerate(QUESTIONS * 3)]
    model.fit(longer, LABELS * 3, batch_size=2, epochs=3, verbose=0)
    assert len(calls) == traces


def test_validation(model):
    history = model.fit(
        QUESTIONS,
        LABELS,
        validation_data=(QUESTIONS, NUMBERS),
        validation_batch_size=2,
        verbose=0,
    )
    expected = model.evaluate(QUESTIONS, NUMBERS, verbose=0)[0]
    assert history.history["val_loss"][0] == pytest.approx(expected, rel=1e-4)
    history = model.fit(QUESTIONS, LABELS, validation_split=0.4, verbose=0)
    assert "val_accuracy" in history.history
    with pytest.raises(TypeError, match="`validation_split` must be a share"):
        model.fit(QUESTIONS, LABELS, validation_split="0.2", verbose=0)
    with pytest.raises(ValueError, match="`validation_split=0.9`.*leaves"):
        model.fit(QUESTIONS, LABELS, validation_split=0.9, verbose=0)


def test_weights_of_sentences(model):
    weights = np.array([1.0, 0, 0, 0, 0])
    loss = model.evaluate(QUESTIONS, LABELS, sample_weight=weights, verbose=0)[
        0
    ]
    alone = model.evaluate(QUESTIONS[:1], LABELS[:1], verbose=0)[0]
    assert loss == pytest.approx(alone / 5, rel=1e-4)
    with pytest.raises(ValueError, match="one weight for each of the 5"):
        model.fit(QUESTIONS, LABELS, sample_weight=np.ones(4), verbose=0)
    with pytest.raises(ValueError, match=r"`sample_weight\[2\]` is nan"):
        weights[2] = np.nan
        model.fit(QUESTIONS, LABELS, sample_weight=weights, verbose=0)
    with pytest.raises(ValueError, match="`sample_weight` must be numbers"):
        model.fit(QUESTIONS, LABELS, sample_weight=LABELS, verbose=0)


@pytest.mark.skipif(
    keras.backend.backend() != "tensorflow", reason="a pipeline of TensorFlow"
)
def test_datasets(model):
    import tensorflow as tf

    dataset = tf.data.Dataset.from_tensor_slices((QUESTIONS, NUMBERS)).batch(2)
    model.fit(dataset, validation_data=dataset, verbose=0)
    expected = model.predict(QUESTIONS, verbose=0)
    texts = dataset.map(lambda x, y: x)
    assert_close(model.predict(texts, verbose=0), expected, atol=1e-5)
    assert model.evaluate(dataset, verbose=0)[0] == pytest.approx(
        model.evaluate(QUESTIONS, NUMBERS, verbose=0)[0], rel=1e-4
    )
    model.fit(QUESTIONS, NUMBERS, validation_data=dataset, verbose=0)
    named = tf.data.Dataset.from_tensor_slices((QUESTIONS, LABELS)).batch(2)
    assert model.evaluate(named, verbose=0)[0] == pytest.approx(
        model.evaluate(QUESTIONS, NUMBERS, verbose=0)[0], rel=1e-4
    )
    ids = model.preprocessor(QUESTIONS)
    probabilities = np.eye(2, dtype="float32")[NUMBERS]
    model.compile(loss="categorical_crossentropy", metrics=["accuracy"])
    encoded = tf.data.Dataset.from_tensor_slices((ids, probabilities)).batch(5)
    assert model.evaluate(encoded, verbose=0)[0] == pytest.approx(
        model.evaluate(named.map(_one_hot), verbose=0)[0], rel=1e-4
    )


def _one_hot(x, y):
    import tensorflow as tf

    return x, tf.one_hot(tf.cast(y == CLASSES[1], "int32"), 2)


@pytest.mark.skipif(
    keras.backend.backend() != "tensorflow", reason="a pipeline of TensorFlow"
)
def test_bad_datasets(model):
    import tensorflow as tf

    def dataset(*parts):
        return tf.data.Dataset.from_tensor_slices(parts)

    single = dataset(QUESTIONS, NUMBERS)
    for call in (model.fit, model.evaluate, model.predict):
        with pytest.raises(ValueError, match=r"`x` is a.*`x.batch\(50\)`"):
            call(single, verbose=0)
    with pytest.raises(ValueError, match="`validation_data.batch"):
        model.fit(QUESTIONS, NUMBERS, validation_data=single, verbose=0)
    ids = {"token_ids": np.ones((5, 3), "int32")}
    with pytest.raises(ValueError, match=r"`x.batch\(50\)`"):
        model.predict(tf.data.Dataset.from_tensor_slices(ids))
    for call in (model.fit, model.evaluate):
        with pytest.raises(ValueError, match="have no labels"):
            call(dataset(QUESTIONS).batch(2), verbose=0)
    wrong = dataset(QUESTIONS, [0, 1, 0, 7, 1]).batch(5)
    with pytest.raises(Exception, match=r"`y\[3\]`, of '.*is 7, which is no"):
        model.fit(wrong, verbose=0)


def test_data_that_cannot_be_encoded_on_the_way(model):
    class Batches(keras.utils.PyDataset):
        def __len__(self):
            return 1

        def __getitem__(self, index):
            return QUESTIONS, NUMBERS

    with pytest.raises(TypeError, match="`PyDataset`, Batches.*tf.data"):
        model.fit(Batches(), verbose=0)
    with pytest.raises(TypeError, match="`validation_data` must be a tuple"):
        model.fit(QUESTIONS, NUMBERS, validation_data=[QUESTIONS, NUMBERS])


def test_train_on_batch(model):
    assert np.isfinite(model.train_on_batch(QUESTIONS, LABELS)).all()


def test_file_and_preset(model, tmp_path):
    model.fit(QUESTIONS, LABELS, verbose=0)
    expected = model.predict(QUESTIONS, verbose=0)
    copy = save_and_load(model)
    assert copy.class_names == CLASSES
    ids = model.preprocessor(QUESTIONS)
    assert_close(copy.predict(ids, verbose=0), expected)
    model.save_to_preset(tmp_path / "preset")
    loaded = zoo.dcnn(str(tmp_path / "preset"))
    assert loaded.optimizer.initial_accumulator_value == 0.1
    assert_close(loaded.predict(QUESTIONS, verbose=0), expected)
    assert loaded.preprocessor.splitting == "treebank"


@pytest.mark.parametrize(
    ("label", "message"),
    [
        (2, r"`y\[1\]`, of 'What is a dog\?', is 2, which is no class"),
        (-1, r"`y\[1\]`.* is -1"),
        (None, r"`y\[1\]`.* is None, which is no class"),
        ([1], r"`y` must be one label for each sentence.*\[0, \[1\], 0"),
    ],
)
def test_labels_outside_the_classes(model, label, message):
    with pytest.raises(ValueError, match=message):
        model.fit(QUESTIONS, [0, label, 0, 1, 1], verbose=0)


def test_names_that_are_no_class(model):
    with pytest.raises(ValueError, match=r"`y\[0\]`.*'place'.*'thing', 'pe"):
        model.evaluate(QUESTIONS, ["place", *LABELS[1:]], verbose=0)


@pytest.mark.parametrize(
    ("x", "y", "kind", "message"),
    [
        ("who ?", 0, TypeError, "`x` must be a list.*'who \\?'"),
        ([], [], ValueError, "`x` is empty"),
        (QUESTIONS, LABELS[:3], ValueError, "has 3 labels, but.*5 sentences"),
        (QUESTIONS, None, ValueError, "`y` is missing"),
        (QUESTIONS, np.eye(5), ValueError, "one label for each.*\\(5, 5\\)"),
        (QUESTIONS, [0, 1, 0.5, 0, 1], TypeError, r"float64.*`y\[2\]`.*is 0.5"),
        (QUESTIONS, [0, np.nan, 0, 0, 1], TypeError, r"`y\[1\]`.*is nan"),
        ([3, *QUESTIONS[1:]], NUMBERS, TypeError, "`x` must be.*received .3,"),
        ([*QUESTIONS[:4], None], NUMBERS, TypeError, r"`x\[4\]` is None"),
        ([["who"], "who ?"], [0, 1], TypeError, r"`x\[1\]` is 'who \?'"),
        (
            np.array([["who is it"]]),
            [0],
            TypeError,
            r"`x\[0\]` is a list of one",
        ),
        ([1.5, 2.5], [0, 1], TypeError, "`token_ids` must be integers"),
        ([[1, 99]], [0], ValueError, "between 0 and 10.*from 1 to 99"),
        ([[0, 3]], [0], ValueError, r"`token_ids\[0\]` has words behind a 0"),
        ([[3, 2], [1]], [0, 1], TypeError, "lists of different lengths"),
        ({"ids": [[1]]}, [0], ValueError, "`token_ids` are missing.*'ids'"),
        ([["who", 3]], [0], TypeError, "`x` must be a text, a list"),
        ([None], [0], TypeError, "`x` must be a text, a list"),
    ],
)
def test_bad_data(model, x, y, kind, message):
    with pytest.raises(kind, match=message):
        model.fit(x, y, verbose=0)


def test_a_model_without_words():
    model = zoo.dcnn(config=SMALL, vocabulary_size=9, num_classes=3)
    assert model.class_names == ["0", "1", "2"]
    for call in (model.predict, model.explain):
        with pytest.raises(ValueError, match="`vocabulary=`"):
            call(["who ?"])
    with pytest.raises(ValueError, match="`vocabulary=`"):
        model.top_ngrams(["who ?"], (0, 0))
    model.fit(np.array([[3, 4, 0], [5, 0, 0]]), [0, 2], verbose=0)


def test_other_losses_and_heads():
    model = zoo.dcnn(config=SMALL, vocabulary=WORDS)
    logits = zoo.DCNN(model.backbone, 2, model.preprocessor, activation=None)
    logits.fit(QUESTIONS, NUMBERS, verbose=0)
    assert (logits.predict(QUESTIONS, verbose=0) < 0).any()


def test_a_strange_preprocessor_is_refused(model):
    other = zoo.dcnn(config=SMALL, vocabulary=WORDS[::-1])
    with pytest.raises(ValueError, match="vocabulary is not the one"):
        zoo.DCNN(model.backbone, 2, other.preprocessor)
