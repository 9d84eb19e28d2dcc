"""What sees the images for several captioners that are compared."""

import dataclasses
from typing import Any

import numpy as np

from recipes.captioning.image_features import image_features
from recipes.running.fit import fit
from recipes.running.index_batches import index_batches, updates_per_pass
from recipes.running.training import Training
from zoo.captioning.caption_tags import build_tags, tag_targets
from zoo.prefetched import prefetched

BATCH = 64
LEARNING_RATE = 3e-3


@dataclasses.dataclass(frozen=True)
class SharedVision:
    """An image encoder, what it sees, and the tags in that.

    Args:
        encoder: A Keras model from images to features.
        detector: A `zoo.TagDetector` that reads them.
        rows: Dict from splits to features.
        details: Facts for the report.
    """

    encoder: Any
    detector: Any
    rows: dict
    details: dict


def shared_vision(records, encoder, settings, context, validation):
    """Makes features and a tag detector, the same for every captioner.

    They are trained once for a set of images, whatever the seed of a
    captioner, and kept in the cache; captioners read them as they are, and so
    differ in nothing but themselves.

    Args:
        records: Dict from splits to `CaptionRecords`.
        encoder: Name of a published image encoder; or an untrained Keras model
            from images to features, which learns to see while the detector
            learns its tags.
        settings: Settings with `num_tags`, `vision_epochs` and `data_seed`.
        context: The `Context` of the run.
        validation: Name of the split that decides which weights are kept.

    Returns:
        A `SharedVision`.
    """
    import keras

    import zoo

    keras.utils.set_random_seed(settings.data_seed)
    tags = build_tags(
        [text for row in records["train"].captions for text in row],
        settings.num_tags,
    )
    if isinstance(encoder, str):
        encoder, rows = image_features(records, None, encoder, context)
    else:
        rows = None
    detector = zoo.tag_detector(
        class_names=tags, feature_dim=encoder.output_shape[-1]
    )
    network = detector.backbone
    if rows is None:
        network = keras.Sequential([encoder, network], name="vision")
    inputs = {
        split: records[split].images if rows is None else rows[split]
        for split in ("train", validation)
    }
    best = _train(network, inputs, records, tags, settings, context, validation)
    if rows is None:
        _, rows = image_features(records, None, encoder, context)
    details = {
        "tags": len(tags),
        "tags found (area under precision and recall)": round(
            best["val_pr_auc"], 4
        ),
    }
    return SharedVision(encoder, detector, rows, details)


def _train(network, inputs, records, tags, settings, context, validation):
    """Trains the network, or restores it, and returns its best log."""
    import keras

    train = records["train"]
    updates = updates_per_pass(len(train), BATCH)
    network.compile(
        keras.optimizers.Adam(
            keras.optimizers.schedules.CosineDecay(
                LEARNING_RATE, settings.vision_epochs * updates
            )
        ),
        "binary_crossentropy",
        metrics=[keras.metrics.AUC(curve="PR", name="pr_auc")],
    )
    images, targets = (
        np.asarray(inputs["train"]),
        tag_targets(train.captions, tags),
    )
    training = Training(
        batches=lambda update: _batches(images, targets, settings, update),
        updates_per_epoch=updates,
        epochs=settings.vision_epochs,
        validation=(
            np.asarray(inputs[validation], "float32"),
            tag_targets(records[validation].captions, tags),
        ),
        fingerprint=train.fingerprint,
    )
    folder = (
        context.cache_dir / "vision" / _folder_name(network, train, settings)
    )
    folder.mkdir(parents=True, exist_ok=True)
    with context.progress.phase("vision") as bar:
        return fit(network, training, folder, bar)["best"]


def _folder_name(network, train, settings):
    parts = (
        "x".join(map(str, network.input_shape[1:])),
        settings.num_tags,
        settings.vision_epochs,
        settings.data_seed,
        train.fingerprint[:16],
    )
    return "_".join(map(str, parts))


def _batches(images, targets, settings, first_update):
    import tensorflow as tf

    images, targets = tf.constant(images), tf.constant(targets)
    order = index_batches(len(targets), BATCH, settings.data_seed, first_update)

    def batch(rows):
        seen = tf.cast(tf.gather(images, rows), "float32")
        return seen, tf.gather(targets, rows)

    return prefetched(order.map(batch, num_parallel_calls=tf.data.AUTOTUNE))
