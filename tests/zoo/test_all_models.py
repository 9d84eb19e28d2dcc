"""What every model of the registry must do.

A new model needs one row in `ROWS`.
"""

import dataclasses
import inspect

import keras
import keras_hub
import numpy as np
import pytest
from layer_checks import save_and_load

import zoo
from keras_tpr.trees import TreeBatch, read_trees
from zoo import registry

WORDS = ("a", "red", "dog", "cat", "runs", "sits")
FEATURES = np.random.default_rng(0).random((4, 5), "float32")
CAPTIONS = {
    "features": FEATURES,
    "captions": ["a dog", "a red cat", "dog runs", "a cat sits"],
}
CAPTION_IDS = {
    "features": FEATURES,
    "token_ids": np.array([[1, 3, 0], [1, 2, 4], [3, 5, 0], [1, 0, 0]]),
}


@dataclasses.dataclass(frozen=True)
class Row:
    """A model, small: arguments, and what `fit` takes.

    Attributes:
        options: of the model's function.
        raw: inputs of a model with words, `x` or `(x, y)`.
        encoded: inputs of a model without.
        words: arguments that give the model its words.
        size: arguments that give their number only.
        needs_words: whether without words there is no preprocessor.
        eager: whether tests run operation by operation, as a graph of so many
            layers would take too long to make.
    """

    options: dict
    raw: dict | tuple
    encoded: dict | tuple
    words: dict = dataclasses.field(
        default_factory=lambda: {"vocabulary": WORDS}
    )
    size: dict = dataclasses.field(
        default_factory=lambda: {"vocabulary_size": 7}
    )
    needs_words: bool = True
    eager: bool = False

    def make(self, name, words=False, **others):
        size = self.words if words else self.size
        return getattr(zoo, name)(**self.options, **size, **others)


TREES = [
    "(3 (2 a) (4 dog))",
    "(1 (2 a) (1 (2 red) (2 cat)))",
    "(4 (4 dog) (3 runs))",
    "(0 (1 (2 a) (2 cat)) (1 sits))",
]
WORD_IDS = {word: number for number, word in enumerate(WORDS, start=2)}
TREE_BATCH = TreeBatch.from_trees(
    read_trees(TREES), arity=2, word_ids=WORD_IDS
).to_dict()
DEPENDENCIES = [
    {"tokens": ["a", "dog", "runs"], "heads": [2, 3, 0]},
    {"tokens": ["dog", "sits"], "heads": [2, 0]},
    {"tokens": ["a", "red", "cat"], "heads": [3, 3, 0]},
    {"tokens": ["cat"], "heads": [0]},
]
PAIRS = list(zip(DEPENDENCIES, DEPENDENCIES[::-1], strict=True))
TEXT_PAIRS = [
    tuple(" ".join(tree["tokens"]) for tree in pair) for pair in PAIRS
]
TEXTS = [texts[0] for texts in TEXT_PAIRS]
SCORES = np.array([1.0, 2.5, 3.2, 5.0], "float32")
TEXT_IDS = np.array([[2, 4, 6], [4, 7, 0], [2, 3, 5], [5, 0, 0]])
TEXT_BATCH = {"token_ids": TEXT_IDS, "padding_mask": TEXT_IDS > 0}
PAIRED = {name: np.stack([x, x[::-1]], 1) for name, x in TEXT_BATCH.items()}
CHAINS = np.arange(-1, 2).reshape(1, 1, 3, 1).repeat(4, 0).repeat(2, 1)
TREE_SIZE = {"vocabulary_size": 8}
SMALL = {"units": 6, "embedding_dim": 4}

TAGS = np.array([[0.9, 0.1], [0.2, 0.7], [0.5, 0.5], [0.0, 1.0]], "float32")
TAG_TARGETS = (FEATURES, TAGS.round())

SENTENCES = (CAPTIONS["captions"], [0, 1, 0, 1])
SENTENCE_IDS = (CAPTION_IDS["token_ids"], [0, 1, 0, 1])

STORIES = {
    "story": [["A dog runs.", "A cat sits."], ["A cat sits."], [], ["Red!"]],
    "question": ["Who runs?", "What cat?", "Who sits?", "What runs?"],
}


def sentence_row(**config):
    """A classifier of sentences, with ids for padding and unknown words."""
    return Row(
        {"config": {"embedding_dim": 4, **config}},
        SENTENCES,
        SENTENCE_IDS,
        size={"vocabulary_size": 8},
    )


# Ids of the words, behind END and the classes of unknown words.
GRAMMAR_IDS = np.array(
    [[128, 130, 132], [129, 131, 0], [2, 130, 133], [131, 0, 0]]
)
GRAMMAR_TAGS = [["X", "NN"], ["X", "X", "NN"], ["NN", "X"], ["X", "NN", "X"]]
GRAMMAR_CLASSES = np.where(GRAMMAR_IDS > 0, GRAMMAR_IDS % 2, -1)
GRAMMAR_TREES = [
    "(S (X a) (NN dog))",
    "(S (NP (X a) (X red)) (NN cat))",
    "(NP (NN dog) (X runs))",
    "(S (X a) (NP (NN cat) (X sits)))",
]
GRAMMAR_ROWS = {
    "token_ids": GRAMMAR_IDS,
    "pos": np.maximum(GRAMMAR_CLASSES, 0),
    "bits": np.array([[[0, 1, 1], [0, 0, 0]]] * 4),
    "labels": np.array([[[0, 2, 2], [1, 1, 1]]] * 4),
    "row_mask": np.ones((4, 2), bool),
}
GRAMMAR_SIZE = {"vocabulary_size": 134}


def image_row(side, channels, eager=False, **options):
    """A classifier of images, which needs no words."""
    images = np.random.default_rng(1).integers(0, 256, (4, side, side, 3))
    encoded = images[..., :channels].astype("float32")
    return Row(
        options,
        (list(images.astype("uint8")), [0, 1, 2, 1]),
        (encoded, [0, 1, 2, 1]),
        words={"class_names": ["a", "b", "c"]},
        size={},
        needs_words=False,
        eager=eager,
    )


SMALL_INCEPTION = {"image_shape": (32, 32, 3), "width_multiplier": 0.03}
STORY_IDS = {
    "story": np.array([[[2, 4], [3, 0]], [[5, 6], [0, 0]]] * 2),
    "question": np.array([[4, 7], [5, 0]] * 2),
    "support": np.array([[0], [0]] * 2),
}


def story_row(**options):
    """A model that answers questions from facts."""
    return Row(
        options,
        (
            {**STORIES, "support": [[0], [0], [], [0]]},
            ["dog", "cat", "cat", "dog"],
        ),
        (STORY_IDS, np.array([2, 3, 3, 2])),
        words={"vocabulary": (*WORDS, "who", "what")},
        size={"vocabulary_size": 10},
    )


ROWS = {
    "atpl_autoencoder": Row(
        {"dim": 4, "units": 6},
        (CAPTIONS["captions"],),
        ({"token_ids": GRAMMAR_IDS},),
        size=GRAMMAR_SIZE,
    ),
    "atpl_parser": Row(
        {
            "dim": 4,
            "max_layers": 3,
            "share_from": 2,
            "units": 5,
            "factors": 3,
            "class_names": ["NN", "X"],
            "labels": ["S", "NP"],
        },
        (GRAMMAR_TREES,),
        (GRAMMAR_ROWS,),
        size=GRAMMAR_SIZE,
        eager=True,
    ),
    "atpl_tagger": Row(
        {"dim": 4, "units": 6, "factors": 5, "class_names": ["NN", "X"]},
        (CAPTIONS["captions"], GRAMMAR_TAGS),
        ({"token_ids": GRAMMAR_IDS}, GRAMMAR_CLASSES),
        size=GRAMMAR_SIZE,
    ),
    "atpl_captioner": Row(
        {"dim": 4, "units": 6, "feature_dim": 5, "num_tags": None},
        CAPTIONS,
        CAPTION_IDS,
    ),
    "cnn_lstm_captioner": Row(
        {"embedding_dim": 4, "units": 6, "feature_dim": 5},
        CAPTIONS,
        CAPTION_IDS,
    ),
    "nic_captioner": Row(
        {"embedding_dim": 4, "units": 6, "feature_dim": 5},
        CAPTIONS,
        CAPTION_IDS,
    ),
    "scn_captioner": Row(
        {
            "embedding_dim": 4,
            "units": 6,
            "feature_dim": 5,
            "num_tags": 2,
            "tag_factors": 3,
        },
        {**CAPTIONS, "tags": TAGS},
        {**CAPTION_IDS, "tags": TAGS},
    ),
    "lstm_relatedness": Row(
        {**SMALL, "hidden": 3},
        (TEXT_PAIRS, SCORES),
        (PAIRED, SCORES),
        size=TREE_SIZE,
    ),
    "lstm_sentiment": Row(
        {**SMALL, "bidirectional": True, "layers": 2},
        (TEXTS, np.array([4, 0, 2, 1])),
        (TEXT_BATCH, np.array([4, 0, 2, 1])),
        size=TREE_SIZE,
    ),
    "tree_lstm_relatedness": Row(
        {**SMALL, "hidden": 3},
        (PAIRS, SCORES),
        (
            {
                "token_ids": PAIRED["token_ids"],
                "children": CHAINS,
                "node_mask": PAIRED["padding_mask"],
            },
            SCORES,
        ),
        size=TREE_SIZE,
    ),
    "tree_lstm_sentiment": Row(SMALL, TREES, TREE_BATCH, size=TREE_SIZE),
    "babi_ngram": Row(
        {"class_names": ["dog", "cat"]},
        (STORIES, ["dog", "cat", "cat", "dog"]),
        (TEXT_BATCH, [0, 1, 1, 0]),
        size={"vocabulary_size": 8},
    ),
    "babi_lstm": story_row(units=5, embedding_dim=4),
    "memn2n": story_row(embedding_dim=4),
    "memnn": story_row(variant="am", embedding_dim=4),
    "mnist_sigmoid": image_row(28, 1, units=5),
    "bn_inception": image_row(32, 3, eager=True, **SMALL_INCEPTION),
    "inception_ensemble": image_row(
        32, 3, eager=True, num_members=1, **SMALL_INCEPTION
    ),
    "dcnn": sentence_row(widths=(3, 2), maps=(2, 3), k_top=2),
    "max_tdnn": sentence_row(width=3),
    "nbow": sentence_row(),
    "tag_detector": Row(
        {"feature_dim": 5, "hidden": 4},
        TAG_TARGETS,
        TAG_TARGETS,
        words={"class_names": ["dog", "cat"]},
        size={"num_tags": 2},
    ),
}


# Loaded models are the same in a graph, which others of these tests make.
ABOUT_FILES = {"test_saving", "test_preset"}


@pytest.fixture(autouse=True)
def eager_where_graphs_take_long(request, monkeypatch):
    parameters = getattr(request.node, "callspec", None)
    name = parameters and parameters.params.get("name")
    about_files = request.node.originalname in ABOUT_FILES
    if name is not None and (ROWS[name].eager or about_files):
        always = property(lambda model: True, lambda model, value: None)
        monkeypatch.setattr(keras.Model, "run_eagerly", always)


TASKS = [
    name for name in zoo.list_models() if registry.find_model(name).is_task
]
every_model = pytest.mark.parametrize("name", TASKS)


def fit(model, inputs):
    data = inputs if isinstance(inputs, tuple) else (inputs,)
    return model.fit(*data, shuffle=False, verbose=0).history


def predict(model, inputs):
    x = inputs[0] if isinstance(inputs, tuple) else inputs
    outputs = keras.tree.flatten(model.predict(x, verbose=0))
    if len(outputs) == 1:
        return outputs[0]
    return np.concatenate([output.ravel() for output in outputs])


def assert_trains(model, inputs):
    before = model.get_weights()
    history = fit(model, inputs)
    after = model.get_weights()
    assert np.isfinite(history["loss"]).all()
    assert all(np.isfinite(w).all() for w in after)
    assert any((a != b).any() for a, b in zip(before, after, strict=True))


def test_every_model_has_a_row():
    assert set(ROWS) == set(TASKS)


@every_model
def test_function(name):
    function = getattr(zoo, name)
    parameters = inspect.signature(function).parameters
    assert {"preset", "dtype", "load_weights"} <= set(parameters)
    assert {*ROWS[name].words, *ROWS[name].size} <= set(parameters)
    for section in ("Args:", "Returns:", "Example:", "Reference:"):
        assert section in function.__doc__
    for parameter in parameters:
        assert parameter in function.__doc__


@every_model
def test_classes_are_exported(name):
    entry = registry.find_model(name)
    for exported in entry.classes:
        cls = getattr(zoo, exported)
        assert cls.__name__ == exported
        assert keras.saving.get_registered_name(cls) == f"keras_tpr>{exported}"


@every_model
def test_is_a_compiled_task_without_words(name):
    model = ROWS[name].make(name)
    assert isinstance(model, keras_hub.models.Task)
    assert type(model).__name__ in registry.find_model(name).classes
    assert model.compiled
    assert (model.preprocessor is None) == ROWS[name].needs_words
    for argument, value in ROWS[name].size.items():
        assert getattr(model.backbone, argument) == value
    assert_trains(model, ROWS[name].encoded)


@every_model
def test_is_a_compiled_task_with_words(name):
    model = ROWS[name].make(name, words=True)
    for argument, value in ROWS[name].size.items():
        assert getattr(model.backbone, argument) == value
    assert_trains(model, ROWS[name].raw)
    assert np.isfinite(predict(model, ROWS[name].raw)).all()


@every_model
def test_saving(name):
    inputs = ROWS[name].encoded
    model = ROWS[name].make(name)
    fit(model, inputs)
    copy = save_and_load(model)
    assert type(copy) is type(model)
    assert copy.compiled
    assert copy.get_config() == model.get_config()
    np.testing.assert_array_equal(predict(copy, inputs), predict(model, inputs))


@every_model
def test_preset(name, tmp_path):
    inputs = ROWS[name].raw
    model = ROWS[name].make(name, words=True)
    fit(model, inputs)
    model.save_to_preset(tmp_path / "preset")
    expected = predict(model, inputs)
    for load in (getattr(zoo, name), type(model).from_preset):
        copy = load(str(tmp_path / "preset"))
        assert type(copy) is type(model)
        np.testing.assert_array_equal(predict(copy, inputs), expected)
        assert_trains(copy, inputs)


@every_model
def test_mixed_precision(name):
    model = ROWS[name].make(name, dtype="mixed_bfloat16")
    assert model.backbone.dtype_policy.name == "mixed_bfloat16"
    assert all(w.dtype == "float32" for w in model.weights)
    assert_trains(model, ROWS[name].encoded)


@every_model
def test_weights_have_names_of_their_own(name):
    paths = [w.path for w in ROWS[name].make(name).backbone.weights]
    assert len(set(paths)) == len(paths)
