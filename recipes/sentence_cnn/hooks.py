"""What the recipes of sentence classifiers do with their data."""

import math

ROWS = {name: {"model": name} for name in ("dcnn", "max_tdnn", "nbow")}
SMOKE = {"epochs": 1, "train_sentences": 300, "eval_sentences": 60}


def build(config, settings, data):
    """The model of one row, compiled.

    Args:
        config: Name of the config of `zoo.dcnn`.
        settings: `SentenceSettings`.
        data: `SentenceData`.
    """
    import keras

    import zoo

    # A uniform distribution of this root mean square.
    limit = settings.embedding_scale * math.sqrt(3.0)
    options = {
        "config": config,
        "vocabulary": data.vocabulary,
        "class_names": data.class_names,
        "fixed_vectors": data.vectors,
        "embedding_dim": settings.embedding_dim,
        "embedding_trainable": settings.embedding_trainable,
        "embeddings_initializer": keras.initializers.RandomUniform(
            -limit, limit
        ),
        "embedding_l2": settings.embedding_l2,
        "dropout": settings.dropout,
        "l2": settings.l2,
    }
    if settings.model != "nbow":
        options["filter_l2"] = settings.filter_l2
    model = getattr(zoo, settings.model)(**options)
    model.compile(
        optimizer=_optimizer(settings),
        # Targets are probabilities, as those of neutral phrases.
        loss=keras.losses.CategoricalCrossentropy(
            label_smoothing=settings.label_smoothing
        ),
        metrics=["accuracy"],
    )
    return model


def _optimizer(settings):
    import keras

    from keras_tpr.optimizers import SparseAdagrad
    from recipes.running.weight_averages import averaging

    averages = averaging(settings.averaging)
    if settings.optimizer == "adam":
        return keras.optimizers.Adam(settings.learning_rate, **averages)
    return SparseAdagrad(
        settings.learning_rate,
        initial_accumulator_value=settings.initial_accumulator,
        **averages,
    )


def train(settings, data, model):
    """The weights kept are those with the best accuracy on validation."""
    from recipes.running.training import Training
    from recipes.sentence_cnn.sentence_batches import SentenceBatches

    batches = {
        split: SentenceBatches(
            data.splits[split],
            model.preprocessor,
            settings.batch_size,
            settings.by_length,
        )
        for split in ("train", "validation")
    }
    return Training(
        batches=lambda update: batches["train"].training(settings.seed, update),
        updates_per_epoch=batches["train"].updates_per_epoch,
        epochs=settings.epochs,
        validation=batches["validation"].evaluation(),
        check_every=settings.check_every,
        monitor="val_accuracy",
        mode="max",
        patience=settings.patience,
        fingerprint=data.splits["train"].fingerprint,
    )


def evaluate(settings, data, model, context):
    """Scores validation and test, and shows what the model looks at."""
    from recipes.running.evaluation import Evaluation
    from recipes.sentence_cnn.classification_scores import (
        classification_scores,
    )
    from recipes.sentence_cnn.sentence_examples import sentence_sections

    scores, sections = {}, []
    for split in ("validation", "test"):
        sentences = data.splits[split]
        with context.progress.phase(split):
            found, section = classification_scores(model, sentences, split)
        scores[split] = found
        sections.append(section)
    with context.progress.phase("examples"):
        sections += sentence_sections(model, data.splits["test"])
    return Evaluation(
        scores=scores,
        notes=list(data.notes),
        sections=sections,
        details=data.details,
    )


def export(settings, data, model):
    """The preset is the DCNN; the baselines of the table are none."""
    return model.merged() if settings.model == "dcnn" else None


def cut(splits, settings):
    """The splits of a run that is to be short."""
    return {
        name: part.first(
            settings.train_sentences
            if name == "train"
            else settings.eval_sentences
        )
        for name, part in splits.items()
    }
