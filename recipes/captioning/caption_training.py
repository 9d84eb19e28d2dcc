"""How the recipes train a captioner."""

from recipes.captioning.caption_batches import CaptionBatches
from recipes.running.training import Training


def caption_training(settings, data, model):
    """Makes the `Training` of a captioner.

    The weights kept are those with the lowest mean loss of a word on the
    validation split; without such a split, or with `patience=None`, the last
    ones.

    Args:
        settings: Settings with `epochs`, `batch_size`, `seed`, `check_every`
            and `patience`.
        data: `CaptionData`.
        model: A captioner with a preprocessor.

    Returns:
        A `Training`, or `None` for a captioner that is trained already.
    """

    if data.trained is not None:
        return None

    def batches(split):
        return CaptionBatches(
            data.rows[split],
            data.records[split].captions,
            model.preprocessor,
            settings.batch_size,
        )

    train = batches(data.train)
    validated = data.validation in data.records
    keep_best = validated and settings.patience is not None
    return Training(
        batches=lambda update: train.training(settings.seed, update),
        updates_per_epoch=train.updates_per_epoch,
        epochs=settings.epochs,
        validation=batches(data.validation).evaluation() if validated else None,
        check_every=settings.check_every,
        monitor="val_token_loss" if keep_best else None,
        patience=settings.patience,
        fingerprint=data.records[data.train].fingerprint,
    )
