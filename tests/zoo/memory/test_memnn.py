"""`zoo.memnn`: what people give, and what they get."""

import keras
import numpy as np
import pytest
from layer_checks import to_numpy

import zoo
from keras_tpr.losses import MarginRankingLoss

PEOPLE, PLACES = ("ann", "bob", "eve"), ("hall", "shed", "attic")


def stories(count, seed=0):
    """People move; the last move of the asked person counts."""
    rng = np.random.default_rng(seed)
    x, y = {"story": [], "question": [], "support": []}, []
    for _ in range(count):
        who = rng.integers(3, size=5)
        who[rng.integers(5)] = asked = rng.integers(3)
        where = rng.integers(3, size=5)
        x["story"].append(
            [
                f"{PEOPLE[p].title()} went to the {PLACES[q]}."
                for p, q in zip(who, where, strict=True)
            ]
        )
        last = int(np.flatnonzero(who == asked)[-1])
        x["question"].append(f"Where is {PEOPLE[asked].title()}?")
        x["support"].append([last])
        y.append(PLACES[where[last]])
    return x, y


X, Y = stories(120)


def make(variant="am", **options):
    ngrams = 3 if "ng" in variant else 1
    words = zoo.story_vocabulary(X, Y, ngrams=ngrams)
    keras.utils.set_random_seed(1)
    return zoo.memnn(variant=variant, vocabulary=words, **options)


@pytest.fixture(scope="module")
def trained():
    model = make("am", embedding_dim=16)
    model.fit(X, Y, epochs=25, verbose=0)
    return model


def test_learns_from_few_stories(trained):
    scores = trained.evaluate(
        *stories(100, seed=5), return_dict=True, verbose=0
    )
    assert scores["accuracy"] == scores["fact_accuracy"] == 1.0
    assert set(scores) == {"accuracy", "fact_accuracy", "loss"}


def test_answers(trained):
    story = "Ann went to the shed.\nBob went to the hall."
    assert (
        trained.answer({"story": story, "question": "Where is Ann?"}) == "shed"
    )
    x = {"story": [story, story], "question": ["Where is Bob?", "where is ann"]}
    assert trained.answer(x) == ["hall", "shed"]


def test_explains(trained):
    story = ["Eve went to the hall.", "Ann went to the shed.", "Eve is fine."]
    with pytest.warns(UserWarning, match="'fine'"):
        found = trained.explain({"story": story, "question": "Where is Ann?"})
    assert found.facts == [1] and found.fact_texts == [story[1]]
    assert found.answer == found.answers[0] == "shed"
    assert (np.diff(found.scores) <= 0).all()
    assert found.hop_weights.tolist() == [[0, 1, 0]]
    assert found.unknown == ["fine"]
    assert "shed" in found.to_html()
    with pytest.raises(TypeError, match="one story.*120 questions"):
        trained.explain(X)


def test_explains_what_is_left_of_a_long_story():
    model = make(embedding_dim=8, memory_size=2)
    with pytest.warns(UserWarning, match="last 2 are kept"):
        found = model.explain({"story": X["story"][0], "question": "Where?"})
    assert found.statements == X["story"][0][-2:] and found.forgotten == 3


def test_no_statement(trained):
    found = trained.explain({"story": [], "question": "Where is Ann?"})
    assert found.facts == [] and found.answer in PLACES + PEOPLE
    outputs = trained.predict(
        {
            "story": [[], ["Ann went to the hall."]],
            "question": ["Where is Ann?"] * 2,
        },
        verbose=0,
    )
    assert (outputs["hops"][0] == -1).all() and outputs["hops"][1, 0] == 0
    assert np.isfinite(outputs["answer"]).all()


def test_predictions_do_not_depend_on_the_batch(trained):
    x = {**X, "story": [s[: 1 + n % 5] for n, s in enumerate(X["story"])]}
    del x["support"]
    one = trained.predict(x, batch_size=7, verbose=0)
    all_ = trained.predict(x, batch_size=120, verbose=0)
    np.testing.assert_allclose(one["answer"], all_["answer"], atol=1e-5)
    np.testing.assert_array_equal(one["hops"], all_["hops"])


def test_encoded_and_raw_inputs_agree(trained):
    encoded = trained.preprocessor(X)
    found = to_numpy(trained(encoded))
    expected = trained.predict(X, verbose=0)
    np.testing.assert_allclose(found["answer"], expected["answer"], atol=1e-5)
    again = trained.predict(encoded, verbose=0)
    np.testing.assert_array_equal(again["hops"], expected["hops"])


def test_datasets():
    tf = pytest.importorskip("tensorflow")
    if keras.config.backend() != "tensorflow":
        pytest.skip("a `tf.data.Dataset` of text is for TensorFlow")
    model = make(embedding_dim=16)
    x = {**X, "support": np.array(X["support"], "int32")}
    data = tf.data.Dataset.from_tensor_slices((x, Y)).shuffle(120).batch(20)
    history = model.fit(data, epochs=15, validation_data=data, verbose=0)
    assert history.history["accuracy"][-1] > history.history["accuracy"][0]
    assert history.history["val_fact_accuracy"][-1] > 0.8
    assert model.evaluate(data, verbose=0, return_dict=True)["accuracy"] > 0.8
    assert model.predict(data, verbose=0)["hops"].shape == (120, 10)


def test_validation_and_weights():
    model = make(embedding_dim=8)
    weights = np.zeros(120)
    weights[:60] = 1.0
    history = model.fit(
        X, Y, sample_weight=weights, validation_split=0.25, verbose=0
    )
    assert {"val_accuracy", "val_fact_accuracy", "val_loss"} <= set(
        history.history
    )
    before = model.get_weights()
    model.fit(X, Y, sample_weight=np.zeros(120), verbose=0)
    # Adam goes on with what it has gathered; a new one does not.
    model.compile()
    before = model.get_weights()
    model.fit(X, Y, sample_weight=np.zeros(120), verbose=0)
    for old, new in zip(before, model.get_weights(), strict=True):
        np.testing.assert_array_equal(old, new)
    history = model.fit(X, Y, validation_data=(X, Y), verbose=0)
    assert "val_accuracy" in history.history


def test_several_words():
    x = {
        "story": [["Ann got the milk.", "Ann got the ball."]] * 4,
        "question": ["What has Ann?", "Is it?", "What has Ann?", "Is it?"],
        "support": [[0, 1], [0], [0, 1], [0]],
    }
    y = ["milk,ball", "yes", "milk,ball", "yes"]
    words = zoo.story_vocabulary(x, y, max_answer_words=2)
    keras.utils.set_random_seed(0)
    model = zoo.memnn(
        variant="am", vocabulary=words, max_answer_words=2, embedding_dim=16
    )
    model.fit(x, y, epochs=60, verbose=0)
    assert model.answer(x) == y
    assert model.evaluate(x, y, verbose=0, return_dict=True)["accuracy"] == 1
    wrong = ["ball,milk", "yes"] * 2
    scores = model.evaluate(x, wrong, verbose=0, return_dict=True)
    assert scores["accuracy"] == 0.5
    # The end of an answer is no word.
    shown = model.explain({name: x[name][0] for name in ("story", "question")})
    assert "" in shown.answers and "<pad>" not in shown.answers
    # As one entry of the vocabulary each, in a model of one-word answers.
    words = zoo.story_vocabulary(x, y)
    model = zoo.memnn(vocabulary=words, embedding_dim=16)
    model.fit(x, y, epochs=60, verbose=0)
    assert model.answer(x) == y


W, N, PSZ = 150, 100, 5
COUNTS = {
    # Of the specification: n (3 |W| + 3) for the facts, n 3 |W| for answers.
    "memnn": 45_300 + 45_000,
    "am": 45_300 + 45_000 + N,
    "am_ng": 45_300 + 45_000 + N,
    "am_nl": 45_300 + 45_000 + N + 2 * N * N,
    "am_ng_nl": 45_300 + 45_000 + N + 2 * N * N,
    "am_multilinear": 2 * N * W + 3 * N + N + 2 * PSZ * N * N,
}


@pytest.mark.parametrize("variant", COUNTS)
def test_number_of_weights(variant):
    model = zoo.memnn(variant=variant, vocabulary_size=W, time="pairwise")
    assert model.count_params() == COUNTS[variant]
    several = zoo.memnn(variant=variant, vocabulary_size=W, max_answer_words=3)
    # One word more: that which ends an answer.
    assert several.count_params() == COUNTS[variant] + N
    absolute = zoo.memnn(
        variant=variant, vocabulary_size=W, time="absolute", memory_size=50
    )
    assert absolute.count_params() == COUNTS[variant] - 3 * N + 2 * 50 * N


def test_ngrams_have_no_answer_vectors():
    model = make("am_ng")
    backbone = model.backbone
    assert backbone.answer_size == model.preprocessor.tokenizer.num_words
    assert backbone.answer_size < backbone.vocabulary_size
    expected = N * (5 * backbone.vocabulary_size + backbone.answer_size + 3 + 1)
    assert model.count_params() == expected


def test_compiled_with_the_published_loss():
    model = make(margin=0.2, negatives="all")
    assert isinstance(model.loss, MarginRankingLoss)
    assert (model.loss.margin, model.loss.negatives) == (0.2, "all")
    config = model.get_config()
    assert (config["margin"], config["negatives"]) == (0.2, "all")


def test_sampled_negatives_train():
    model = make(negatives="sampled", embedding_dim=16)
    history = model.fit(X, Y, epochs=20, verbose=0).history["loss"]
    assert history[-1] < 0.5 * history[0]


def test_bad_arguments():
    with pytest.raises(ValueError, match="`variant`.*am_nl.*'am_ln'"):
        zoo.memnn(variant="am_ln")
    with pytest.raises(ValueError, match="no n-grams.*ngrams=3"):
        zoo.memnn(variant="am_ng", vocabulary=zoo.story_vocabulary(X, Y))
    with pytest.raises(TypeError, match="no argument `hop`"):
        zoo.memnn(hop=3)
    for variant, name in (("am", "hops"), ("memnn", "max_hops")):
        with pytest.raises(ValueError, match=f"`{name}=3` .*'{variant}'"):
            zoo.memnn(variant=variant, **{name: 3})
    for name, value in (("time", "now"), ("hops", 0), ("answer_size", 2)):
        with pytest.raises(ValueError, match=f"`{name}`"):
            zoo.memnn(**{name: value})
    for make_model in (zoo.memnn, zoo.memn2n):
        with pytest.raises(ValueError, match="`initializer_range` must be"):
            make_model(initializer_range=0)
    with pytest.raises(ValueError, match="`nonlinear`"):
        zoo.memnn(variant="am_multilinear", nonlinear=True)


def test_bad_data():
    model = make(embedding_dim=4)
    without = {"story": X["story"], "question": X["question"]}
    with pytest.raises(ValueError, match=r"x\['support'\]` is missing"):
        model.fit(without, Y)
    with pytest.raises(ValueError, match="`y` is missing"):
        model.fit(X)
    with pytest.raises(ValueError, match="'cellar'.*could not give"):
        model.fit(X, ["cellar", *Y[1:]])
    with pytest.raises(ValueError, match="`sample_weight`.*120"):
        model.fit(X, Y, sample_weight=[1.0])
    with pytest.raises(TypeError, match="must be a dict of `story`"):
        model.predict(["Ann went to the hall."])
    encoded = zoo.memnn(vocabulary_size=9)
    for method in (encoded.answer, encoded.explain):
        with pytest.raises(ValueError, match="speaks in words"):
            method({"story": "Ann ran.", "question": "Who?"})
    with pytest.raises(ValueError, match="no preprocessor"):
        encoded.predict({"story": "Ann ran.", "question": "Who?"})


def test_preset_has_its_own_architecture(tmp_path):
    model = make(embedding_dim=4)
    model.save_to_preset(tmp_path / "p")
    with pytest.raises(ValueError, match="`variant` cannot be changed"):
        zoo.memnn(str(tmp_path / "p"), variant="am")
    copy = zoo.memnn(str(tmp_path / "p"))
    np.testing.assert_array_equal(
        copy.predict(X, verbose=0)["answer"],
        model.predict(X, verbose=0)["answer"],
    )
