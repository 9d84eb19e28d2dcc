import keras
import numpy as np
import pytest

from keras_tpr.callbacks import CaptionEvaluation
from keras_tpr.metrics import CaptionScorer, document_frequency

WORDS = ["a red dog runs", "a blue cat sits", "a green bird sings"]
REFERENCES = [[f"{word} here", word] for word in WORDS]
KNOWN = document_frequency([[word] for word in WORDS] * 20)


@keras.saving.register_keras_serializable(package="test_caption_evaluation")
class FakeCaptioner(keras.Model):
    """Writes better captions the more steps it has been trained."""

    script = [0, 3, 1, 2]

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.dense = keras.layers.Dense(1)
        self.calls = []

    def call(self, x):
        return self.dense(x)

    def generate(self, inputs, max_length=None):
        self.calls.append((len(inputs), max_length))
        good = self.script[len(self.calls) - 1]
        return [
            WORDS[int(row[0])] if row[0] < good else "nothing" for row in inputs
        ]


@pytest.fixture
def model():
    model = FakeCaptioner()
    model.compile(optimizer="sgd", loss="mse")
    return model


@pytest.fixture
def scorer():
    return CaptionScorer(["bleu", "cider_d"], **KNOWN)


INPUTS = np.arange(3.0)[:, None]
FEATURES = np.ones((4, 1), "float32")


def fit(model, *callbacks, epochs=4):
    history = model.fit(
        FEATURES,
        FEATURES,
        epochs=epochs,
        verbose=0,
        callbacks=list(callbacks),
    )
    return history.history


def test_scores_are_in_the_history(model, scorer):
    evaluation = CaptionEvaluation((INPUTS, REFERENCES), scorer)
    history = fit(model, evaluation)
    scores = history["val_cider_d"]
    assert scores[0] == 0.0
    assert scores[1] == max(scores) > scores[3] > scores[2] > 0
    assert len(history["val_bleu_4"]) == 4
    assert evaluation.captions == [WORDS[0], WORDS[1], "nothing"]
    expected = scorer(evaluation.captions, REFERENCES)
    assert history["val_cider_d"][-1] == expected["cider_d"]


def test_best_model_is_kept_whole(model, scorer, tmp_path):
    path = tmp_path / "runs" / "best.keras"
    evaluation = CaptionEvaluation(
        (INPUTS, REFERENCES), scorer, filepath=path, prefix=""
    )
    weights = []
    keep = keras.callbacks.LambdaCallback(
        on_epoch_end=lambda epoch, logs: weights.append(model.get_weights())
    )
    history = fit(model, evaluation, keep)
    assert evaluation.best == max(history["cider_d"])
    assert evaluation.best_epoch == 1
    assert [file.name for file in path.parent.iterdir()] == ["best.keras"]
    loaded = keras.models.load_model(path)
    for ours, expected in zip(loaded.get_weights(), weights[1], strict=True):
        np.testing.assert_array_equal(ours, expected)


def test_weights_only(model, scorer, tmp_path):
    path = tmp_path / "best.weights.h5"
    evaluation = CaptionEvaluation(
        (INPUTS, REFERENCES), scorer, filepath=str(path), monitor="bleu_1"
    )
    fit(model, evaluation)
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    model.load_weights(path)


def test_nothing_is_kept_below_the_threshold(model, scorer, tmp_path):
    path = tmp_path / "best.keras"
    evaluation = CaptionEvaluation(
        (INPUTS, REFERENCES),
        scorer,
        filepath=path,
        initial_value_threshold=10.0,
    )
    fit(model, evaluation)
    assert evaluation.best == 10.0
    assert evaluation.best_epoch is None
    assert not path.exists()


def test_a_failed_save_leaves_the_old_file(model, scorer, tmp_path):
    path = tmp_path / "best.keras"
    path.write_text("old")
    evaluation = CaptionEvaluation((INPUTS, REFERENCES), scorer, filepath=path)

    def save(partial):
        partial.write_text("half")
        raise OSError("disk full")

    model.save = save
    with pytest.raises(OSError, match="disk full"):
        fit(model, evaluation)
    assert path.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["best.keras"]


def test_model_checkpoint_can_monitor_the_score(model, scorer, tmp_path):
    checkpoint = keras.callbacks.ModelCheckpoint(
        str(tmp_path / "{epoch}.weights.h5"),
        monitor="val_cider_d",
        mode="max",
        save_best_only=True,
        save_weights_only=True,
    )
    evaluation = CaptionEvaluation((INPUTS, REFERENCES), scorer)
    fit(model, evaluation, checkpoint)
    saved = sorted(file.name for file in tmp_path.iterdir())
    assert saved == ["1.weights.h5", "2.weights.h5"]


def test_batches_and_options(model, scorer):
    batches = [(INPUTS[:2], REFERENCES[:2]), (INPUTS[2:], REFERENCES[2:])]
    model.script = [3, 3]
    evaluation = CaptionEvaluation(
        batches, scorer, generate_options={"max_length": 7}
    )
    fit(model, evaluation, epochs=1)
    assert model.calls == [(2, 7), (1, 7)]
    assert evaluation.captions == WORDS


def test_references_of_a_tensorflow_dataset(model, scorer):
    tf = pytest.importorskip("tensorflow")
    data = tf.data.Dataset.from_tensor_slices(
        (INPUTS, tf.ragged.constant(REFERENCES))
    ).batch(3)
    evaluation = CaptionEvaluation(data, scorer)
    model.script = [3, 3]
    history = fit(model, evaluation, epochs=2)
    expected = scorer(WORDS, REFERENCES)["cider_d"]
    assert history["val_cider_d"] == [expected, expected]


def test_every_second_epoch(model, scorer):
    evaluation = CaptionEvaluation((INPUTS, REFERENCES), scorer, every=2)
    history = fit(model, evaluation)
    assert len(model.calls) == 2
    assert len(history["val_cider_d"]) == 2


def test_one_caption_as_text(model, scorer):
    model.generate = lambda inputs: WORDS[0]
    evaluation = CaptionEvaluation((INPUTS[:1], REFERENCES[:1]), scorer)
    evaluation.set_model(model)
    assert evaluation.evaluate()["bleu_1"] == pytest.approx(1.0)
    assert evaluation.captions == WORDS[:1]


def test_number_of_references_must_fit(model, scorer):
    evaluation = CaptionEvaluation((INPUTS, REFERENCES[:2]), scorer)
    with pytest.raises(ValueError, match="2 lists of references for 3"):
        fit(model, evaluation)


def test_model_without_generate(scorer):
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(optimizer="sgd", loss="mse")
    evaluation = CaptionEvaluation((INPUTS, REFERENCES), scorer)
    with pytest.raises(TypeError, match="Received: Sequential"):
        fit(model, evaluation)


def test_any_function_scores(model, tmp_path):
    evaluation = CaptionEvaluation(
        (INPUTS, REFERENCES),
        lambda captions, references: {"words": 1.0},
        filepath=tmp_path / "best.keras",
        monitor="length",
    )
    with pytest.raises(ValueError, match=r"one of the scores \['words'\]"):
        fit(model, evaluation)


@pytest.mark.parametrize(
    "settings, message",
    [
        ({"filepath": "best.h5"}, "`filepath` must end in"),
        ({"filepath": "b.keras", "monitor": "cider"}, "scorer's names"),
        ({"every": 0}, "`every` must be a positive integer"),
        ({"scorer": "cider_d"}, "`scorer` must be a function"),
    ],
)
def test_wrong_settings(settings, message):
    with pytest.raises(ValueError, match=message):
        CaptionEvaluation((INPUTS, REFERENCES), **settings)
