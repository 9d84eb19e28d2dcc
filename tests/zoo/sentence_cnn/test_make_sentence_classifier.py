"""What the functions of the classifiers take."""

import keras
import numpy as np
import pytest

import zoo
from zoo.sentence_cnn.configs import CONFIGS

SMALL = {"embedding_dim": 4, "widths": (3,), "maps": (2,)}


def test_configs_are_those_of_the_paper():
    for name, config in CONFIGS.items():
        backbone = zoo.dcnn(config=name).backbone
        for argument in ("embedding_dim", "widths", "maps", "k_top"):
            assert getattr(backbone, argument) == config[argument]
    assert zoo.dcnn(config="sst_fine").num_classes == 5
    assert zoo.nbow(config="trec").num_classes == 6
    assert zoo.max_tdnn(config="twitter").backbone.embedding_dim == 60


def test_a_config_as_a_dict():
    model = zoo.dcnn(config={**SMALL, "num_classes": 3})
    assert model.num_classes == 3
    assert model.backbone.k_top == 4
    model = zoo.max_tdnn(config={"width": 3, "maps": (9,)})
    assert model.backbone.width == 3


def test_arguments_win_over_the_config():
    model = zoo.dcnn(
        config="trec", embedding_dim=50, num_classes=2, vocabulary=["a"]
    )
    assert model.backbone.embedding_dim == 50
    assert model.class_names == ["0", "1"]
    assert model.backbone.vocabulary_size == 3


def test_initial_word_vectors():
    table = np.arange(12.0).reshape(3, 4)
    model = zoo.dcnn(
        config=SMALL,
        vocabulary=["a"],
        embedding=table,
        embedding_trainable=False,
    )
    np.testing.assert_array_equal(
        model.backbone.embedding.get_weights()[0], table
    )
    assert not model.backbone.embedding.trainable
    with pytest.raises(ValueError, match=r"`embedding`.*\(3, 4\).*\(2, 4\)"):
        zoo.dcnn(config=SMALL, vocabulary=["a"], embedding=table[:2])


@pytest.mark.parametrize("make", [zoo.dcnn, zoo.max_tdnn, zoo.nbow])
def test_fixed_word_vectors(make, tmp_path):
    sentences = ["good film", "bad film", "a film"]
    vectors = np.random.default_rng(0).normal(size=(6, 7)).astype("float32")
    vectors[0] = 0.0
    model = make(
        config={"embedding_dim": 4},
        vocabulary=["film", "good", "bad", "fine"],
        fixed_vectors=vectors,
    )
    before = model.backbone.word_vectors()
    model.fit(sentences, [1, 0, 1], epochs=2, verbose=0)
    after = model.backbone.word_vectors()
    # A word that did not occur has learned from those that did.
    assert (before[5] != after[5]).all()
    np.testing.assert_array_equal(model.backbone.embedding.fixed, vectors)
    merged = model.merged()
    assert (
        merged.count_params()
        == make(config={"embedding_dim": 4}, vocabulary_size=6).count_params()
    )
    expected = model.predict(sentences, verbose=0)
    np.testing.assert_allclose(
        merged.predict(sentences, verbose=0), expected, atol=1e-6
    )
    assert merged.merged() is merged
    model.save(tmp_path / "model.keras")
    loaded = keras.saving.load_model(tmp_path / "model.keras")
    np.testing.assert_allclose(
        loaded.predict(sentences, verbose=0), expected, atol=1e-6
    )


def test_fixed_word_vectors_of_every_word():
    with pytest.raises(ValueError, match=r"`fixed_vectors`.*\(3, 7\).*\(2, 7"):
        zoo.dcnn(config=SMALL, vocabulary=["a"], fixed_vectors=np.zeros((2, 7)))


@pytest.mark.parametrize("vectors", [3.0, np.zeros(7), np.zeros((1, 3, 7))])
def test_fixed_word_vectors_that_are_no_table(vectors):
    with pytest.raises(ValueError, match="`fixed_vectors` must have shape"):
        zoo.dcnn(config=SMALL, vocabulary=["a"], fixed_vectors=vectors)


@pytest.mark.parametrize("name", ["fixed_vectors", "embedding"])
@pytest.mark.parametrize(
    ("vectors", "message"),
    [
        ("glove.txt", "must be numbers.*glove"),
        ([[1.0, 2.0], [3.0]], "must be numbers"),
        ({"a": [1.0, 2.0]}, "must be numbers"),
        ([[1.0], [2.0], [np.nan]], r"must be finite.*nan at \(2, 0\)"),
    ],
)
def test_word_vectors_that_are_no_numbers(name, vectors, message):
    with pytest.raises(ValueError, match=f"`{name}` {message}"):
        zoo.dcnn(config=SMALL, vocabulary=["a"], **{name: vectors})


def test_tweets():
    model = zoo.dcnn(config="twitter", vocabulary=["<user>", "soo", "good"])
    words, _ = model.preprocessor.words(["@ann Sooooo GOOD :)"])
    assert words == [["<user>", "soo", "good"]]


def test_penalties():
    model = zoo.dcnn(
        config=SMALL,
        vocabulary=["a"],
        l2=0.1,
        filter_l2=0.1,
        embedding_l2=0.1,
    )
    # Word vectors, filters, biases, softmax.
    assert len(model.losses) == 4


def test_words_in_capitals():
    with pytest.raises(ValueError, match=r"`vocabulary\[1\]` is 'Dog'"):
        zoo.dcnn(config=SMALL, vocabulary=["a", "Dog"])
    model = zoo.dcnn(config=SMALL, vocabulary=["a", "Dog"], lowercase=False)
    assert model.preprocessor.token_rows(["Dog dog"])[0] == [[3, 1]]


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        ({"config": "trex"}, ValueError, "`config`.*'trex'.*'trec'"),
        ({"config": {"width": 3}}, ValueError, "no entry 'width' in `dcnn`"),
        ({"maps_": 3}, TypeError, "no argument `maps_`.*'maps'"),
        ({"preset": "trec"}, ValueError, "a config: give `config='trec'`"),
        ({"preset": "dcnn_tre"}, ValueError, "no preset 'dcnn_tre'"),
        ({"vocabulary": "a b"}, TypeError, "list of words"),
        ({"vocabulary": ["a", "a"]}, ValueError, "repeats 'a'"),
        (
            {"vocabulary": ["a"], "vocabulary_size": 9},
            ValueError,
            "makes 3 ids.*vocabulary_size=9",
        ),
        ({"num_classes": 1}, ValueError, "`num_classes`.*num_classes=1"),
        (
            {"num_classes": 3, "class_names": ["a", "b"]},
            ValueError,
            "3 different names",
        ),
        ({"class_names": ["a", "a"]}, ValueError, "2 different names"),
        ({"class_names": "ab"}, ValueError, "must be a list of names.*'ab'"),
        ({"class_names": 2}, ValueError, "must be a list of names.*2"),
        ({"vocabulary": ["a"], "splitting": ""}, ValueError, "`splitting`"),
        ({"vocabulary": ["a"], "lowercase": "no"}, ValueError, "`lowercase`"),
        ({"vocabulary": ["a"], "splitting": "x"}, ValueError, "`splitting`"),
        ({"vocabulary": ["a"], "oov": "x"}, ValueError, "`oov`"),
        (
            {"vocabulary": ["a"], "sequence_length": 0},
            ValueError,
            "`sequence_length`",
        ),
    ],
)
def test_arguments_that_do_not_fit(arguments, kind, message):
    with pytest.raises(kind, match=message):
        zoo.dcnn(**arguments)


def test_a_preset_has_its_own_architecture(tmp_path):
    zoo.dcnn(config=SMALL, vocabulary=["a"]).save_to_preset(tmp_path)
    with pytest.raises(ValueError, match="`dropout` cannot be changed"):
        zoo.dcnn(tmp_path, dropout=0.2)
    with pytest.raises(ValueError, match="`widths` cannot be changed"):
        zoo.dcnn(tmp_path, widths=(3,))
    assert zoo.dcnn(tmp_path, load_weights=False).backbone.widths == (3,)
    with pytest.raises(ValueError, match="belongs to `zoo.dcnn`"):
        zoo.nbow(tmp_path)
