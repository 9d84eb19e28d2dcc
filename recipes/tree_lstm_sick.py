"""Tree-LSTMs on SICK: how related two sentences are."""

import dataclasses
from typing import Literal

from recipes.recipe import PresetCard, Recipe
from recipes.running.settings import setting
from recipes.tree_lstm.vector_settings import VectorSettings

# Table 3 of the paper, means of five runs.
PUBLISHED = {
    "dependency": (0.8676, 0.8083, 0.2532),
    "LSTM": (0.8528, 0.7911, 0.2831),
    "bidirectional LSTM": (0.8567, 0.7966, 0.2736),
    "2-layer LSTM": (0.8515, 0.7896, 0.2838),
    "2-layer bidirectional LSTM": (0.8558, 0.7965, 0.2762),
}
METRICS = ("pearson", "spearman", "mse")


@dataclasses.dataclass(frozen=True)
class SICKSettings(VectorSettings):
    """One model of the table, and its training; defaults as published."""

    model: Literal["dependency", "lstm"] = setting(
        "dependency", "the Tree-LSTM, or an LSTM that it is compared with"
    )
    bidirectional: bool = setting(
        False, "with model=lstm; both directions share their weights"
    )
    layers: int = setting(1, "with model=lstm")
    epochs: int = setting(10, "as the release; the best one is kept")
    batch_size: int = setting(25, "pairs, section 4.3")
    learning_rate: float = setting(0.05, "of AdaGrad, section 4.3")
    l2: float = setting(
        2e-4,
        "times the squares; published 5e-5, half of the lambda in section 4.3, "
        "with which validation got worse after six epochs",
    )
    averaging: float = setting(
        0.995,
        "momentum of the average of weights that is kept, an update; not "
        "published, 0: none",
    )
    units: int | None = setting(
        None, "none: as published, 150, of LSTMs with two layers 108"
    )
    hidden: int = setting(50, "of the layer that compares, section 4.3")
    tune_vectors: bool = setting(False, "word vectors are fixed, section 5.2")
    patience: int | None = setting(None, "all epochs are run")
    train_pairs: int | None = setting(None, "the first ones; none: all")
    eval_pairs: int | None = setting(None, "of validation and test; none: all")

    def __post_init__(self):
        super().__post_init__()
        self.require_at_least(
            1, "layers", "units", "hidden", "patience", "train_pairs"
        )
        self.require_at_least(2, "eval_pairs")
        self.require_at_least(0, "l2")
        self.require("learning_rate", "above 0", lambda rate: rate > 0)
        self.require(
            "averaging", "at least 0 and below 1", lambda rate: 0 <= rate < 1
        )


@dataclasses.dataclass(frozen=True)
class SICKData:
    """The pairs, and their words.

    Args:
        pairs: Dict from splits to `Pairs`.
        table: A `WordTable`.
    """

    pairs: dict
    table: object


def prepare(settings, context):
    """Reads the pairs, counts the words and looks their vectors up."""
    from recipes.tree_lstm.read_pairs import read_pairs
    from recipes.tree_lstm.word_table import word_table

    vectors = settings.vector_source(random=False)
    sizes = {
        "train": settings.train_pairs,
        "validation": settings.eval_pairs,
        "test": settings.eval_pairs,
    }
    pairs = read_pairs(context, sizes)
    sentences = (
        tree.words()
        for split in pairs.values()
        for both in split.trees
        for tree in both
    )
    table = word_table(sentences, vectors, settings.seed, settings.lowercase)
    return SICKData(pairs, table)


def build(settings, data):
    """The model of one row."""
    import zoo
    from keras_tpr.optimizers import SparseAdagrad
    from recipes.running.weight_averages import averaging

    shared = {
        "vocabulary": data.table.words,
        "embedding": data.table.embedding,
        "embedding_dim": data.table.embedding.shape[1],
        "embedding_trainable": settings.tune_vectors,
        "lowercase": settings.lowercase,
        "units": settings.units,
        "hidden": settings.hidden,
        "l2": settings.l2,
    }
    if settings.model == "lstm":
        model = zoo.lstm_relatedness(
            bidirectional=settings.bidirectional,
            layers=settings.layers,
            **shared,
        )
    else:
        model = zoo.tree_lstm_relatedness(kind="dependency", **shared)
    model.compile(
        optimizer=SparseAdagrad(
            settings.learning_rate,
            initial_accumulator_value=0.0,
            **averaging(settings.averaging),
        )
    )
    return model


def train(settings, data, model):
    """The weights kept are those with the best Pearson's r on validation."""
    from recipes.running.training import Training
    from recipes.tree_lstm.row_batches import RowBatches

    batches = {
        split: RowBatches(
            model,
            *model.encode(pairs.trees, pairs.scores, labelled=True),
            settings.batch_size,
        )
        for split, pairs in data.pairs.items()
        if split != "test"
    }
    return Training(
        batches=lambda update: batches["train"].training(settings.seed, update),
        updates_per_epoch=batches["train"].updates_per_epoch,
        epochs=settings.epochs,
        validation=batches["validation"].evaluation(),
        monitor="val_pearson",
        mode="max",
        patience=settings.patience,
        fingerprint=batches["train"].fingerprint,
    )


def evaluate(settings, data, model, context):
    """Correlations and error on the original scale, and some of the pairs."""
    from recipes.running.evaluation import Evaluation
    from recipes.tree_lstm.pair_examples import pair_examples

    scores = {}
    for split in ("validation", "test"):
        with context.progress.phase(f"score {split}"):
            scores[split] = _scores(model, data.pairs[split])
    details = {
        "pairs": {
            split: len(pairs.trees) for split, pairs in data.pairs.items()
        },
        **data.table.details,
    }
    test = data.pairs["test"]
    small = export(settings, data, model)
    if small is not None:
        details["test scores of the preset"] = _scores(small, test)
    found = model.score(test.trees, batch_size=256)
    return Evaluation(
        scores=scores,
        notes=settings.notes,
        sections=pair_examples(model, test, found),
        details=details,
    )


def export(settings, data, model):
    """The Tree-LSTM with small files; LSTMs have no preset."""
    from zoo.tree_lstm.compact import compact

    if settings.model == "lstm":
        return None
    storage = None if settings.preset_storage == "float32" else "float16"
    words = data.table.words[: settings.preset_words]
    return compact(model, words, storage)


def _scores(model, pairs):
    found = model.evaluate(
        pairs.trees,
        pairs.scores,
        batch_size=256,
        return_dict=True,
        verbose=0,
    )
    return {name: float(found[name]) for name in METRICS}


RECIPE = Recipe(
    name="tree_lstm_sick",
    title="Tree-LSTMs on SICK, semantic relatedness",
    paper=(
        "Tai, Socher and Manning, Improved Semantic Representations From "
        "Tree-Structured Long Short-Term Memory Networks, ACL 2015, table 3, "
        "with 300-d vectors of glove.840B."
    ),
    settings=SICKSettings,
    prepare=prepare,
    build=build,
    train=train,
    evaluate=evaluate,
    export=export,
    metric=("dependency: test", "pearson"),
    preset=PresetCard(
        name="tree_lstm_sick_en",
        model="tree_lstm_relatedness",
        data="sick_relatedness",
        licence="CC BY-NC-SA 3.0",
    ),
    rows={
        "dependency": {"model": "dependency"},
        **{
            name: {
                "model": "lstm",
                "bidirectional": bidirectional,
                "layers": layers,
            }
            for name, bidirectional, layers in (
                ("LSTM", False, 1),
                ("bidirectional LSTM", True, 1),
                ("2-layer LSTM", False, 2),
                ("2-layer bidirectional LSTM", True, 2),
            )
        },
    },
    published={
        f"{row}: test": dict(zip(METRICS, values, strict=True))
        for row, values in PUBLISHED.items()
    },
    variants={
        "smoke": {
            "epochs": 1,
            "units": 12,
            "hidden": 6,
            "embedding_dim": 10,
            "stand_in": True,
            "train_pairs": 60,
            "eval_pairs": 20,
        }
    },
)
