"""The ATPL captioner on COCO, as published, or on a folder of images."""

import dataclasses

from recipes.recipe import PresetCard, Recipe
from recipes.running.settings import Settings, is_power_of_two, setting


@dataclasses.dataclass(frozen=True)
class ATPLCocoSettings(Settings):
    """The paper's settings, where it leaves them open those of SCN."""

    epochs: int = setting(20, "at most; SCN's, as the paper says `default`")
    batch_size: int = setting(64, "SCN's")
    learning_rate: float = setting(2e-4, "of Adam, SCN's")
    check_every: int | None = setting(500, "updates between validations, SCN's")
    patience: int | None = setting(10, "checks without gain, SCN's")
    dim: int = setting(32, "of fillers and roles, section 4.1")
    units: int = setting(512, "of the LSTM, section 4.1")
    dropout: float = setting(0.5, "on features, words and attended features")
    encoder: str = setting(
        "resnet152", "published; efficientnet_lite0 is thirty times faster"
    )
    min_count: int = setting(5, "times a word occurs; gives the 8,791 words")
    captions_per_image: int | None = setting(
        None, "used in training; all. One can be learnt by heart, five cannot"
    )
    glove: str | None = setting(
        None, "file of 50-d vectors for the words, as published; none: random"
    )
    score_train: bool = setting(False, "also caption the training images")
    annotations: str | None = setting(
        None, "path inside the data folder, if it has several sets"
    )
    download: bool = setting(False, "lets TFDS fetch COCO, some 20 GB")
    preset: str | None = setting(
        None, "a trained captioner: nothing is trained, images are captioned"
    )

    def __post_init__(self):
        super().__post_init__()
        self.require_at_least(1, "min_count", "captions_per_image", "units")
        self.require_at_least(1, "check_every", "patience")
        self.require("dim", "a power of two", is_power_of_two)
        self.require("learning_rate", "above 0", lambda rate: rate > 0)
        self.require(
            "dropout", "at least 0 and below 1", lambda rate: 0 <= rate < 1
        )


def prepare(settings, context):
    """Reads captions and makes, or finds, the features of all images."""
    from recipes.captioning.caption_data import CaptionData
    from recipes.captioning.image_features import image_features
    from recipes.captioning.training_captions import (
        first_captions,
        training_vocabulary,
    )
    from recipes.datasets.coco import count_notes, read_coco

    records = read_coco(
        context.data_dir, settings.annotations, settings.download
    )
    trained = vocabulary = None
    details = {"images": {split: len(part) for split, part in records.items()}}
    if settings.preset is not None:
        import zoo

        trained = zoo.atpl_captioner(preset=settings.preset)
    else:
        vocabulary, facts = training_vocabulary(
            records, settings.min_count, context.data_dir
        )
        details |= facts
    encoder, rows = image_features(records, trained, settings.encoder, context)
    return CaptionData(
        records=first_captions(records, "train", settings.captions_per_image),
        rows=rows,
        vocabulary=vocabulary,
        notes=count_notes(records),
        details=details,
        validation="val",
        image_encoder=encoder,
        trained=trained,
    )


def build(settings, data):
    """The captioner of features, with word vectors from GloVe if given."""
    import keras

    if data.trained is not None:
        return data.trained
    model = _captioner(
        settings, data, feature_dim=data.image_encoder.output_shape[-1]
    )
    if settings.glove is not None:
        from recipes.captioning.glove_embedding import set_glove_embedding

        set_glove_embedding(model, settings.glove, settings.seed)
    model.compile(
        optimizer=keras.optimizers.Adam(
            settings.learning_rate, epsilon=1e-8, global_clipnorm=5.0
        )
    )
    return model


def train(settings, data, model):
    """See `caption_training`."""
    from recipes.captioning.caption_training import caption_training

    return caption_training(settings, data, model)


def evaluate(settings, data, model, context):
    """Captions the test images, or, without any, those for validation."""
    from recipes.captioning.evaluate_captioner import evaluate_captioner

    splits = [s for s in ("test", "val", "images") if s in data.records][:1]
    if settings.score_train:
        splits.append("train")
    return evaluate_captioner(data, model, context, splits)


def export(settings, data, model):
    """The captioner with its image encoder, so that it takes images."""
    whole = _captioner(settings, data, image_encoder=data.image_encoder)
    whole.backbone.decoder.set_weights(model.backbone.decoder.get_weights())
    return whole


def _captioner(settings, data, **image_input):
    import zoo

    return zoo.atpl_captioner(
        vocabulary=data.vocabulary,
        dim=settings.dim,
        units=settings.units,
        dropout=settings.dropout,
        num_tags=None,
        **image_input,
    )


_QUICK = {"encoder": "efficientnet_lite0", "min_count": 1}

RECIPE = Recipe(
    name="atpl_coco",
    title="ATPL captions of COCO images",
    paper=(
        "Huang, Deng, Wu, Liu and He, Attentive Tensor Product Learning, AAAI "
        "2019, table 1. Here without image tags."
    ),
    settings=ATPLCocoSettings,
    prepare=prepare,
    build=build,
    train=train,
    evaluate=evaluate,
    export=export,
    published={
        "test": {
            "meteor": 0.258,
            "bleu_1": 0.733,
            "bleu_2": 0.572,
            "bleu_3": 0.437,
            "bleu_4": 0.335,
            "cider_d": 1.013,
        }
    },
    metric=("test", "cider_d"),
    preset=PresetCard(
        name="atpl_coco_en",
        model="atpl_captioner",
        data="coco_captions",
        licence="captions CC BY 4.0; images: Flickr, a licence each",
    ),
    variants={
        "smoke": {
            **_QUICK,
            "epochs": 1,
            "units": 64,
            "batch_size": 32,
            "check_every": None,
        },
        # Some tens of images by heart: shows that the model can learn them.
        "overfit": {
            **_QUICK,
            "epochs": 60,
            "batch_size": 16,
            "learning_rate": 2e-3,
            "dropout": 0.0,
            "captions_per_image": 1,
            "check_every": 50,
            "patience": None,
            "score_train": True,
        },
    },
)
