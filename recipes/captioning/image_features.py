"""Features of all splits, for a captioner that is trained from them."""

from recipes.feature_store import FeatureStore
from zoo.captioning.image_encoders import image_encoder


def image_features(records, trained, encoder, context):
    """Extracts the features of images, or finds them in the cache.

    Args:
        records: Dict from splits to `CaptionRecords`.
        trained: A captioner whose own encoder is used if it has one, or
            `None`.
        encoder: Name of the encoder otherwise.
        context: The `Context` of the run.

    Returns:
        `(encoder, rows)`: the Keras model, and a dict from splits to features.
    """
    model = trained.backbone.image_encoder if trained is not None else None
    model = model or image_encoder(encoder)
    store = FeatureStore(context.cache_dir / "features")
    rows = {}
    for split, part in records.items():
        with context.progress.phase(f"features {split}") as bar:
            rows[split] = store.extract(model, part, progress=bar)
    return model, rows
