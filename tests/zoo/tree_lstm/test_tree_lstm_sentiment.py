import gzip
import pathlib

import keras
import nltk
import numpy as np
import pytest
import tensorflow as tf
from small_sentences import TREES, WORDS, sentiment
from tree_lstm_reference import batch_states, read_weights

import zoo
from keras_tpr.trees import TreeBatch, from_brackets, read_trees
from zoo.tree_lstm.tree_explanation import TreeExplanation

REAL = pathlib.Path(__file__).parents[4] / "shared/data/sst/trees"
IDS = {word: number for number, word in enumerate(WORDS, start=2)}
LABELS = [-1, 0, 1, 2, 3, 4]


def encoded(trees=TREES, **arguments):
    batch = TreeBatch.from_trees(
        read_trees(trees), arity=2, word_ids=IDS, **arguments
    )
    return batch.to_dict()


def reference(model, batch):
    """Probabilities of all nodes, from the equations."""
    (table,) = model.backbone.token_embedding.get_weights()
    x = table[batch["token_ids"]].astype("float64")
    x[batch["token_ids"] == 0] = 0
    weights = read_weights(model.backbone.tree_lstm.cell)
    h, _ = batch_states(weights, x, batch["children"], batch["node_mask"])
    kernel, bias = model.head.get_weights()
    scores = np.exp(h @ kernel + bias)
    return scores / scores.sum(-1, keepdims=True)


def nodes(model, batch):
    inputs = keras.tree.map_structure(keras.ops.convert_to_tensor, batch)
    return keras.ops.convert_to_numpy(model(inputs))


def test_is_the_published_model():
    model, batch = sentiment(), encoded()
    expected = reference(model, batch)
    found = nodes(model, batch)
    real = batch["node_mask"]
    np.testing.assert_allclose(found[real], expected[real], atol=1e-5)
    assert (found[~real] == 0).all()
    roots = expected[np.arange(len(TREES)), batch["root"]]
    np.testing.assert_allclose(
        model.predict(TREES, verbose=0), roots, atol=1e-5
    )


def test_padding_alone_gives_zeros():
    batch = encoded(num_nodes=8, schedule=False)
    batch = {name: np.zeros_like(x) for name, x in batch.items()}
    batch["children"] -= 1
    del batch["labels"], batch["root"]
    model = sentiment()
    assert (nodes(model, batch) == 0).all()
    assert (model.predict(batch, verbose=0) == 0).all()


@pytest.mark.parametrize("reduction", ["sentence", "node"])
def test_loss(reduction):
    model = sentiment(l2=0.0)
    model.compile(loss_reduction=reduction)
    batch = encoded()
    losses = -np.log(
        np.take_along_axis(
            reference(model, batch), batch["labels"].clip(0)[..., None], -1
        )
    )[batch["node_mask"]]
    expected = losses.sum() / len(TREES)
    if reduction == "node":
        expected = losses.mean()
    found = model.evaluate(TREES, verbose=0, return_dict=True)
    assert found["loss"] == pytest.approx(expected, rel=1e-5)


def test_penalty_is_on_all_weights_but_word_vectors():
    model = sentiment(l2=0.5)
    penalized = [
        weight
        for weight in model.trainable_weights
        if weight is not model.backbone.token_embedding.embeddings
    ]
    assert len(penalized) == 4 + 2
    expected = sum(
        0.5 * (keras.ops.convert_to_numpy(w) ** 2).sum() for w in penalized
    )
    assert float(sum(model.losses)) == pytest.approx(expected, rel=1e-5)


def test_published_training():
    model = sentiment()
    config = model.optimizer.get_config()
    assert config["learning_rate"] == pytest.approx(0.05)
    assert config["embedding_learning_rate"] == 0.1
    assert config["embedding_rule"] == "sgd"
    assert config["initial_accumulator_value"] == 0.0
    assert model.loss.per == "sentence"
    assert sentiment(units=16).backbone.units == 16


def test_tuning_of_a_preset_starts_with_small_steps(tmp_path):
    path = str(tmp_path / "preset")
    sentiment().save_to_preset(path)
    for model in (zoo.tree_lstm_sentiment(path), zoo.load_model(path)):
        before = model.head.get_weights()[0]
        model.fit(TREES, verbose=0)
        step = abs(model.head.get_weights()[0] - before).max()
        assert 0 < step <= 0.01
        assert "accuracy" in model.evaluate(TREES, verbose=0, return_dict=True)
    untrained = zoo.tree_lstm_sentiment(path, load_weights=False)
    assert untrained.optimizer.initial_accumulator_value == 0.0
    bare = zoo.TreeLSTMSentiment.from_preset(path, compile=False)
    assert not bare.compiled


def test_uniform_weights_are_as_in_the_release():
    model = zoo.tree_lstm_sentiment(vocabulary_size=9)
    cell = model.backbone.tree_lstm.cell
    for weight, size in (
        (cell.leaf_kernel, 300),
        (cell.recurrent_kernel, 150),
        (cell.bias, 150),
        (model.head.kernel, 150),
    ):
        largest = abs(keras.ops.convert_to_numpy(weight)).max()
        assert 0.9 * size**-0.5 < largest <= size**-0.5
    embeddings = keras.ops.convert_to_numpy(
        model.backbone.token_embedding.embeddings
    )
    assert 0.045 < abs(embeddings).max() <= 0.05


def test_learns():
    model = sentiment(units=16, embedding_dim=8)
    history = model.fit(
        TREES,
        epochs=60,
        batch_size=2,
        validation_data=TREES,
        verbose=0,
    ).history
    assert history["val_accuracy"][-1] == 1.0
    assert history["loss"][-1] < 0.5 * history["loss"][0]
    found = model.classify(TREES)
    assert found[:2] == ["very positive", "very negative"]


def test_one_trace_serves_all_batches():
    model = sentiment()
    traces = []
    step = model.train_step

    def counted(data):
        traces.append(1)
        return step(data)

    model.train_step = counted
    # All batches have the same size, from which nothing is to be concluded.
    model.fit(["(2 a)"] * 4, batch_size=2, verbose=0)
    before = len(traces)
    model.fit(TREES, batch_size=2, epochs=3, verbose=0)
    assert len(traces) == before


def test_predictions_keep_the_order():
    model = sentiment()
    together = model.predict(TREES, batch_size=2, verbose=0)
    alone = [model.predict([tree], verbose=0)[0] for tree in TREES]
    np.testing.assert_allclose(together, alone, atol=1e-6)


@pytest.mark.parametrize(
    "make",
    [
        list,
        lambda trees: list(map(from_brackets, trees)),
        lambda trees: list(map(nltk.Tree.fromstring, trees)),
        lambda trees: np.array(trees),
        encoded,
        lambda trees: TreeBatch.from_trees(
            read_trees(trees), arity=2, word_ids=IDS
        ),
        lambda trees: tf.data.Dataset.from_tensor_slices(trees).batch(2),
        lambda trees: tf.data.Dataset.from_tensor_slices(
            {k: v for k, v in encoded(trees, schedule=False).items()}
        ).batch(3),
    ],
    ids=[
        "brackets",
        "trees",
        "nltk",
        "array",
        "encoded",
        "batch",
        "dataset",
        "encoded dataset",
    ],
)
def test_forms_of_data(make):
    model = sentiment()
    expected = model.evaluate(TREES, verbose=0, return_dict=True)
    data = make(TREES)
    found = model.evaluate(data, verbose=0, return_dict=True)
    assert found["accuracy"] == pytest.approx(expected["accuracy"])
    if not isinstance(data, tf.data.Dataset):
        # Of batches of different sizes the mean loss is another one.
        assert found["loss"] == pytest.approx(expected["loss"], rel=1e-5)
    np.testing.assert_allclose(
        model.predict(data, verbose=0),
        model.predict(TREES, verbose=0),
        atol=1e-6,
    )
    model.fit(data, verbose=0, validation_data=data)


def test_targets():
    model = sentiment(l2=0.0)
    plain = ["(X (X a) (X gem))", "(X a)"]
    by_label = model.evaluate(
        ["(4 (None a) (None gem))".replace("None", "-1"), "(0 a)"],
        verbose=0,
        return_dict=True,
    )
    for y in (
        [4, 0],
        np.array([4.0, 0.0]),
        ["very positive", "very negative"],
        np.array([4, 0]),
    ):
        found = model.evaluate(plain, y, verbose=0, return_dict=True)
        assert found == pytest.approx(by_label)
    y = [[2, 3, 4], [0]]
    found = model.evaluate(plain, y, verbose=0, return_dict=True)
    assert found["loss"] > by_label["loss"]
    batch = encoded(["(2 (2 a) (3 gem))", "(1 a)"])
    for y in (np.array([4, 0]), np.array([4.0, 0.0])):
        found = model.evaluate(batch, y, verbose=0, return_dict=True)
        assert found == pytest.approx(by_label)
    with pytest.raises(TypeError, match="`y` must be classes, integers"):
        model.evaluate(batch, np.array([4.5, 0.0]))


def test_weights():
    model = sentiment(l2=0.0)
    alone = model.evaluate(TREES[:1], verbose=0, return_dict=True)
    both = model.evaluate(
        TREES[:2], sample_weight=[2.0, 0.0], verbose=0, return_dict=True
    )
    assert both["loss"] == pytest.approx(alone["loss"], rel=1e-5)
    assert both["accuracy"] == alone["accuracy"]


def test_binary_task_compares_two_of_three_classes():
    model = sentiment(num_classes=3, compared=("negative", "positive"))
    kernel, bias = model.head.get_weights()
    # Neutral is by far the most probable class, then positive.
    model.head.set_weights([np.zeros_like(kernel), np.array([0.0, 5.0, 1.0])])
    trees = ["(2 (1 a) (2 gem))", "(0 (1 a) (0 bore))", "(2 a)", "(2 a)"]
    found = model.evaluate(trees, verbose=0, return_dict=True)
    assert found["accuracy"] == 0.75
    assert model.classify(trees) == ["positive"] * 4
    assert model.predict(trees, verbose=0).argmax(-1).tolist() == [1] * 4
    # A neutral sentence is neither right nor wrong.
    found = model.evaluate([*trees, "(1 a)"], verbose=0, return_dict=True)
    assert found["accuracy"] == 0.75
    explanation = model.explain(trees[0])
    assert explanation.classes.tolist() == [1, 1, 2]
    everything = sentiment(num_classes=3)
    everything.set_weights(model.get_weights())
    found = everything.evaluate(trees, verbose=0, return_dict=True)
    assert found["accuracy"] == 0.0


def test_metrics_see_whole_sentences():
    model = sentiment()
    model.compile(
        metrics=[keras.metrics.SparseTopKCategoricalAccuracy(5, name="top")],
        weighted_metrics=[],
    )
    found = model.evaluate(TREES, verbose=0, return_dict=True)
    assert found["top"] == 1.0
    assert "accuracy" not in found


def test_phrases():
    model = sentiment()
    found = model.predict_nodes(TREES, batch_size=2)
    batch = encoded()
    expected = nodes(model, batch)
    for n, rows in enumerate(found):
        assert len(rows) == batch["root"][n] + 1
        np.testing.assert_allclose(rows, expected[n, : len(rows)], atol=1e-6)


def test_explain():
    model = sentiment()
    explanation = model.explain(TREES[0])
    assert isinstance(explanation, TreeExplanation)
    assert explanation.phrases[-1] == "a rare gem"
    assert explanation.labels.tolist() == [2, 3, 3, 4, 4]
    np.testing.assert_allclose(
        explanation.probabilities, model.predict_nodes(TREES[:1])[0], atol=1e-6
    )
    # Labels that are no classes are none, and no error.
    assert model.explain("(S (NP a) (NN gem))").labels.tolist() == [-1] * 3


def test_explains_many_at_once():
    model = sentiment()
    found = model.explain_all(TREES)
    for tree, explanation in zip(TREES, found, strict=True):
        alone = model.explain(tree)
        assert alone.tree == explanation.tree
        np.testing.assert_allclose(
            alone.probabilities, explanation.probabilities, atol=1e-6
        )


def test_explains_lists_only():
    model = sentiment()
    with pytest.raises(TypeError, match="`trees` must be a list"):
        model.explain_all(TREES[0])
    with pytest.raises(ValueError, match="`trees` is empty"):
        model.explain_all([])
    with pytest.raises(ValueError, match=r"`trees\[1\]`.*without a tree"):
        model.explain_all([TREES[0], "a gem"])


def test_structure():
    model = sentiment(structure="right_branching")
    text, tree = "a rare gem", "(2 (2 a) (2 (2 rare) (2 gem)))"
    np.testing.assert_allclose(
        *(model.predict([x], verbose=0) for x in (text, tree)), atol=1e-6
    )
    history = model.fit([text, "a bore"], [4, 0], verbose=0).history
    assert np.isfinite(history["loss"]).all()
    assert model.explain(text).phrases[-2] == "rare gem"


def test_structure_of_a_preset(tmp_path):
    sentiment().save_to_preset(tmp_path / "preset")
    model = zoo.tree_lstm_sentiment(str(tmp_path / "preset"))
    with pytest.raises(ValueError, match="load the preset, with `structure=`"):
        model.predict(["a gem"])
    model = zoo.tree_lstm_sentiment(
        str(tmp_path / "preset"), structure="balanced"
    )
    assert model.predict(["a gem"], verbose=0).shape == (1, 5)
    with pytest.raises(ValueError, match="`units` cannot be changed"):
        zoo.tree_lstm_sentiment(str(tmp_path / "preset"), units=3)


def test_case():
    model = sentiment(lowercase=True)
    np.testing.assert_array_equal(
        *(
            model.predict([tree], verbose=0)
            for tree in ("(2 (2 A) (2 GEM))", "(2 (2 a) (2 gem))")
        )
    )
    tree = "(2 (2 A) (2 a))"
    ids = sentiment().preprocessor([tree])[0]["token_ids"]
    assert ids.tolist() == [[1, 2, 0]]


def test_dependency_trees():
    model = sentiment(kind="dependency")
    trees = [
        {"tokens": ["a", "gem"], "heads": [2, 0], "labels": [2, 4]},
        {"tokens": ["not", "a", "bore"], "heads": [3, 3, 0], "labels": [0] * 3},
    ]
    model.fit(trees, epochs=2, verbose=0)
    assert model.predict(trees, verbose=0).shape == (2, 5)
    assert model.explain(trees[1]).tree.word == "bore"


@pytest.mark.parametrize("name", ["tree_lstm_sentiment", "lstm_sentiment"])
def test_dropout_of_word_vectors(name):
    """Only while training; so much of it that no word is left."""
    plain = sentiment(name)
    model = sentiment(name, embedding_dropout=0.999999)
    model.set_weights(plain.get_weights())
    x = model.preprocessor(TREES, labelled=False)
    x = keras.tree.map_structure(keras.ops.convert_to_tensor, x)
    states = keras.ops.convert_to_numpy(model.backbone(x, training=False))
    expected = keras.ops.convert_to_numpy(plain.backbone(x))
    np.testing.assert_array_equal(states, expected)
    silent = {**x, "token_ids": keras.ops.zeros_like(x["token_ids"])}
    np.testing.assert_allclose(
        keras.ops.convert_to_numpy(model.backbone(x, training=True)),
        keras.ops.convert_to_numpy(plain.backbone(silent)),
        atol=1e-6,
    )


def test_fixed_word_vectors_stay_fixed(tmp_path):
    table = np.random.default_rng(0).normal(size=(7, 4)).astype("float32")
    model = sentiment(embedding=table, embedding_trainable=False)
    model.fit(TREES, verbose=0)
    model.save_to_preset(tmp_path / "preset")
    copy = zoo.tree_lstm_sentiment(str(tmp_path / "preset"))
    copy.trainable = True
    copy.compile()
    copy.fit(TREES, verbose=0)
    for task in (model, copy):
        np.testing.assert_array_equal(
            task.backbone.token_embedding.get_weights()[0], table
        )


@pytest.mark.parametrize(
    ("x", "y", "error", "message"),
    [
        (["(2 (2 a) (2 b) (2 c))"], None, ValueError, r"`x\[0\]`.*3 children"),
        ([*TREES, "(2 (2 a)"], None, ValueError, r"`x\[5\]`.*still open"),
        ([*TREES, "(9 a)"], None, ValueError, r"`x\[5\]`.*'9' is no class"),
        (["(NP a)"], None, ValueError, r"`x\[0\]`.*'NP' is no class"),
        (["a gem"], None, ValueError, r"`x\[0\]`.*text without a tree"),
        ([*TREES, ""], None, ValueError, r"`x\[5\]`.*empty"),
        (["(2 a)"], [7], ValueError, "7' is no class"),
        (["(2 a)"], [1, 2], ValueError, "2 targets and 1 sentences"),
        (["(2 a)"], 3, TypeError, "`y` must be a list.*Received int"),
        (["(2 a)"], [2.5], ValueError, "2.5 is no class"),
        (["(-1 a)"], None, ValueError, "No node of any tree has a class"),
        ([], None, ValueError, "`x` is empty"),
        ("(2 a)", None, TypeError, "put it into a list"),
        ({1, 2}, None, TypeError, "`x` must be a list of sentences, or"),
    ],
)
def test_malformed(x, y, error, message):
    with pytest.raises(error, match=message):
        sentiment().fit(x, y, verbose=0)


@pytest.mark.parametrize(
    ("changes", "y", "message"),
    [
        ({"labels": None}, None, "There are no classes"),
        ({}, np.zeros(2, int), "classes of nodes"),
        ({}, np.full(5, 9), "from -1 to 4"),
        ({}, np.full(5, -2), "from -1 to 4"),
        ({"token_ids": encoded()["token_ids"] + 5}, None, "between 0 and 6"),
    ],
)
def test_malformed_encoded(changes, y, message):
    with pytest.raises(ValueError, match=message):
        sentiment().fit({**encoded(), **changes}, y, verbose=0)


def test_without_words():
    model = sentiment(vocabulary_size=7)
    assert model.preprocessor is None
    for call in (
        lambda: model.predict(TREES),
        lambda: model.explain(TREES[0]),
        lambda: model.fit(TREES),
    ):
        with pytest.raises(ValueError, match="`vocabulary=`"):
            call()
    with pytest.raises(ValueError, match="called with a dict of token_ids"):
        model({"token_ids": np.ones((1, 1))})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"kind": "chart"}, "`kind` must be one of"),
        ({"vocabulary_size": 3}, "makes 7 ids"),
        ({"embedding": np.zeros((3, 4))}, r"\(7, 4\)"),
        ({"class_names": ["a", "a"]}, "different names"),
        ({"initialization": "zeros"}, "`initialization` must be one of"),
        ({"structure": "flat"}, "`structure` must be one of"),
        ({"units": 0}, "`units` must be a positive integer"),
        ({"embedding_dropout": 1.0}, "`embedding_dropout` must be a rate"),
        ({"dropout": 1.0}, "`dropout` must be a rate"),
        ({"embedding": np.full((7, 4), np.nan)}, "`embedding` must be finite"),
    ],
)
def test_arguments_that_cannot_work(arguments, message):
    with pytest.raises(ValueError, match=message):
        zoo.tree_lstm_sentiment(vocabulary=WORDS, embedding_dim=4, **arguments)


def test_sizes_of_other_models_that_cannot_work():
    with pytest.raises(ValueError, match="`hidden` must be a positive"):
        zoo.tree_lstm_relatedness(vocabulary=WORDS, hidden=0)
    with pytest.raises(ValueError, match="`units` must be a positive"):
        zoo.lstm_sentiment(vocabulary=WORDS, units=0)


def test_unknown_reduction():
    with pytest.raises(ValueError, match="`per` must be one of"):
        sentiment().compile(loss_reduction="tree")


@pytest.mark.skipif(not REAL.exists(), reason=f"needs {REAL}")
def test_on_real_trees():
    with gzip.open(REAL / "dev.txt.gz", "rt", encoding="utf-8") as file:
        trees = [file.readline() for _ in range(60)]
    words = {w for tree in trees for w in from_brackets(tree).words()}
    model = zoo.tree_lstm_sentiment(
        vocabulary=sorted(words), units=16, embedding_dim=12
    )
    history = model.fit(
        trees, epochs=4, validation_split=0.2, verbose=0
    ).history
    assert history["loss"][-1] < history["loss"][0]
    assert np.isfinite(history["val_loss"]).all()
