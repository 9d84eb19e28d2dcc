"""What the sentiment recipes do: fine-grained and binary."""

import dataclasses

from recipes.tree_lstm.label_scheme import LabelScheme
from recipes.tree_lstm.word_table import WordTable

ROWS = {
    "constituency GloVe tuned": {"model": "constituency", "vectors": "tuned"},
    "constituency GloVe fixed": {"model": "constituency", "vectors": "fixed"},
    "constituency random": {"model": "constituency", "vectors": "random"},
    **{
        name: {
            "model": "lstm",
            "vectors": "tuned",
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
}
SMOKE = {
    "epochs": 1,
    "units": 12,
    "embedding_dim": 10,
    "stand_in": True,
    "train_trees": 60,
    "eval_trees": 20,
}


@dataclasses.dataclass(frozen=True)
class SentimentData:
    """The treebank, ready for a model.

    Args:
        trees: Dict from splits to lists of `Tree`s with classes as labels.
        table: Words and their vectors.
        scheme: What classes there are.
    """

    trees: dict
    table: WordTable
    scheme: LabelScheme


def prepare(settings, context, scheme):
    """Reads the trees, counts the words and looks their vectors up."""
    from recipes.tree_lstm.read_treebank import read_treebank
    from recipes.tree_lstm.word_table import word_table

    vectors = settings.vector_source(settings.vectors == "random")
    sizes = {
        "train": settings.train_trees,
        "validation": settings.eval_trees,
        "test": settings.eval_trees,
    }
    trees = read_treebank(scheme, context, sizes)
    sentences = (tree.words() for split in trees.values() for tree in split)
    table = word_table(sentences, vectors, settings.seed, settings.lowercase)
    return SentimentData(trees, table, scheme)


def build(settings, data):
    """The model of one row."""
    import zoo
    from keras_tpr.optimizers import SparseAdagrad
    from recipes.running.weight_averages import averaging

    shared = {
        "vocabulary": data.table.words,
        "embedding": data.table.embedding,
        "embedding_dim": data.table.embedding.shape[1],
        "embedding_trainable": settings.vectors != "fixed",
        "num_classes": data.scheme.num_classes,
        "compared": data.scheme.compared,
        "lowercase": settings.lowercase,
        "embedding_dropout": settings.embedding_dropout,
        "units": settings.units,
        "dropout": settings.dropout,
        "l2": settings.l2,
    }
    optimizer = SparseAdagrad(
        settings.learning_rate,
        embedding_learning_rate=settings.embedding_learning_rate,
        embedding_rule=settings.embedding_rule,
        initial_accumulator_value=0.0,
        **averaging(settings.averaging),
    )
    if settings.model == "lstm":
        model = zoo.lstm_sentiment(
            bidirectional=settings.bidirectional,
            layers=settings.layers,
            **shared,
        )
        model.compile(optimizer=optimizer)
    else:
        model = zoo.tree_lstm_sentiment(kind="constituency", **shared)
        model.compile(
            optimizer=optimizer, loss_reduction=settings.loss_reduction
        )
    return model


def train(settings, data, model):
    """The weights kept are those with the best accuracy on validation."""
    from recipes.running.training import Training
    from recipes.tree_lstm.row_batches import RowBatches
    from recipes.tree_lstm.span_batches import SpanBatches

    if settings.model == "lstm":
        batches = SpanBatches(
            model, data.trees["train"], settings.spans, settings.batch_size
        )
    else:
        rows, targets = model.encode(data.trees["train"], labelled=True)
        batches = RowBatches(model, rows, targets, settings.batch_size)
    rows, targets = model.encode(data.trees["validation"], labelled=True)
    validation = RowBatches(model, rows, targets, settings.batch_size)
    return Training(
        batches=lambda update: batches.training(settings.seed, update),
        updates_per_epoch=batches.updates_per_epoch,
        epochs=settings.epochs,
        validation=validation.evaluation(),
        monitor="val_accuracy",
        mode="max",
        patience=settings.patience,
        fingerprint=batches.fingerprint,
    )


def evaluate(settings, data, model, context):
    """Accuracy on sentences; for trees also some of them, coloured."""
    from recipes.running.evaluation import Evaluation
    from recipes.tree_lstm.confusion import confusion_section
    from recipes.tree_lstm.tree_examples import tree_examples

    scores = {}
    for split in ("validation", "test"):
        with context.progress.phase(f"score {split}"):
            scores[split] = {"accuracy": _accuracy(model, data.trees[split])}
    details = {
        "trees": {split: len(trees) for split, trees in data.trees.items()},
        **data.table.details,
    }
    sections = [confusion_section(model, data.trees["test"])]
    if settings.model != "lstm":
        sections.append(tree_examples(model, data.trees["test"]))
        small = export(settings, data, model)
        details["test accuracy of the preset"] = _accuracy(
            small, data.trees["test"]
        )
    return Evaluation(
        scores=scores,
        notes=settings.notes,
        sections=sections,
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


def _accuracy(model, trees):
    found = model.evaluate(trees, batch_size=256, return_dict=True, verbose=0)
    return float(found["accuracy"])
