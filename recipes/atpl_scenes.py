"""The ATPL captioner on drawn scenes: minutes on a CPU, nothing is fetched."""

import dataclasses
from typing import Literal

from recipes.recipe import PresetCard, Recipe
from recipes.running.settings import Settings, is_power_of_two, setting

EVALUATED = ("test", "test_novel")


@dataclasses.dataclass(frozen=True)
class ATPLScenesSettings(Settings):
    """The captioner and its training, sized for two CPU cores."""

    epochs: int = setting(6, "what five minutes on two cores allow")
    batch_size: int = setting(64, "as published, section 4.1")
    learning_rate: float = setting(
        4e-3, "at its highest; the published 2e-4 needs far more updates"
    )
    warmup: int = setting(
        200, "updates of linear growth, then a half cosine down to a fiftieth"
    )
    decoder: Literal["atpl", "lstm"] = setting(
        "atpl", "lstm: the comparison, a plain LSTM decoder on the same CNN"
    )
    dim: int = setting(32, "of fillers and roles, as published")
    units: int = setting(128, "of the LSTM: a small vocabulary needs no 512")
    lstm_units: int = setting(
        272, "with decoder=lstm: as many parameters as ATPL's decoder has"
    )
    embedding_dim: int = setting(
        256, "with decoder=lstm; the image passes through once, in this size"
    )
    dropout: float = setting(0.0, "so few passes do not overfit")
    check_every: int | None = setting(None, "validated once a pass")
    patience: int | None = setting(
        10, "more than there are checks: only the best weights are kept"
    )
    train_images: int = setting(6000, "with five captions each")
    eval_images: int = setting(500, "in validation and in both test splits")
    image_size: int = setting(64, "pixels: shapes and textures can be told")
    data_seed: int = setting(0, "of the drawings, apart from `seed`")

    def __post_init__(self):
        super().__post_init__()
        self.require_at_least(1, "epochs", "check_every", "patience")
        self.require_at_least(1, "train_images", "eval_images")
        self.require_at_least(1, "units", "lstm_units", "embedding_dim")
        self.require_at_least(0, "warmup", "data_seed")
        self.require("dim", "a power of two", is_power_of_two)
        self.require(
            "image_size", "32 or a larger multiple of 16", _can_be_encoded
        )
        self.require("learning_rate", "above 0", lambda rate: rate > 0)
        self.require(
            "dropout", "at least 0 and below 1", lambda rate: 0 <= rate < 1
        )


def _can_be_encoded(image_size):
    """Whether scenes are drawn in this size and `scene_cnn` reads them."""
    return image_size >= 32 and image_size % 16 == 0


def prepare(settings, context):
    """Draws the scenes and counts the vocabulary."""
    from recipes.captioning.caption_data import CaptionData
    from recipes.captioning.read_scenes import read_scenes
    from zoo.captioning.caption_vocabulary import build_vocabulary

    sizes = {"train": settings.train_images}
    for split in ("validation", *EVALUATED):
        sizes[split] = settings.eval_images
    with context.progress.phase("draw"):
        records = read_scenes(
            sizes, settings.image_size, settings.data_seed, context.data_dir
        )
    captions = [text for row in records["train"].captions for text in row]
    vocabulary = build_vocabulary(captions, min_count=1)
    return CaptionData(
        records=records,
        rows={split: part.images for split, part in records.items()},
        vocabulary=vocabulary,
        details={
            "images": {split: len(part) for split, part in records.items()},
            "vocabulary": len(vocabulary),
        },
    )


def build(settings, data):
    """The captioner, with a small CNN that is trained with it."""
    import keras

    import zoo
    from zoo.captioning.image_encoders.scene_cnn import scene_cnn

    shared = {
        "vocabulary": data.vocabulary,
        "image_encoder": scene_cnn(settings.image_size),
        "dropout": settings.dropout,
    }
    if settings.decoder == "lstm":
        model = zoo.nic_captioner(
            embedding_dim=settings.embedding_dim,
            units=settings.lstm_units,
            **shared,
        )
    else:
        model = zoo.atpl_captioner(
            dim=settings.dim, units=settings.units, num_tags=None, **shared
        )
    model.compile(
        optimizer=keras.optimizers.Adam(
            _learning_rate(settings, data), epsilon=1e-8, global_clipnorm=5.0
        )
    )
    return model


def _learning_rate(settings, data):
    import keras

    from recipes.running.index_batches import updates_per_pass

    updates = settings.epochs * updates_per_pass(
        data.records[data.train].num_captions, settings.batch_size
    )
    warmup = min(settings.warmup, updates // 2)
    return keras.optimizers.schedules.CosineDecay(
        settings.learning_rate / 20,
        updates - warmup,
        alpha=0.02,
        warmup_target=settings.learning_rate,
        warmup_steps=warmup,
    )


def train(settings, data, model):
    """See `caption_training`."""
    from recipes.captioning.caption_training import caption_training

    return caption_training(settings, data, model)


def evaluate(settings, data, model, context):
    """Scores both test splits; for ATPL also what its roles stand for."""
    from recipes.captioning.evaluate_captioner import evaluate_captioner
    from recipes.captioning.role_clusters import role_clusters, role_section

    evaluation = evaluate_captioner(data, model, context, EVALUATED)
    if settings.decoder != "atpl":
        return evaluation
    with context.progress.phase("roles"):
        found = role_clusters(
            model, data.rows["test"], data.records["test"], settings.seed
        )
    evaluation.scores["roles"] = {
        name: found[name]
        for name in ("purity", "chance_purity", "nmi", "chance_nmi")
    }
    evaluation.sections.insert(0, role_section(found))
    return evaluation


RECIPE = Recipe(
    name="atpl_scenes",
    title="ATPL captions of drawn scenes",
    paper=(
        "Huang, Deng, Wu, Liu and He, Attentive Tensor Product Learning, "
        "AAAI 2019. The paper has no figures for drawn scenes."
    ),
    settings=ATPLScenesSettings,
    prepare=prepare,
    build=build,
    train=train,
    evaluate=evaluate,
    metric=("test", "cider_d"),
    preset=PresetCard(
        name="atpl_scenes_en",
        model="atpl_captioner",
        data="scene_captions",
        licence="Apache-2.0, drawn by this project",
    ),
    variants={
        # As many parameters, the same CNN, batches and rate.
        "lstm": {"decoder": "lstm"},
        "smoke": {
            "epochs": 2,
            "batch_size": 16,
            "train_images": 200,
            "eval_images": 60,
        },
    },
)
