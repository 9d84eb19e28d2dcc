"""Table 1 of the ATPL paper: four captioners, one pipeline, one budget."""

import dataclasses
from typing import Literal

from recipes.recipe import Recipe
from recipes.running.settings import Settings, is_power_of_two, setting

# What `model` may be, with its row in the paper's table 1.
PUBLISHED = {
    "nic": (0.237, 0.666, 0.461, 0.329, 0.277, 0.855),
    "cnn_lstm": (0.238, 0.698, 0.525, 0.390, 0.292, 0.889),
    "scn": (0.257, 0.728, 0.566, 0.433, 0.330, 1.012),
    "atpl": (0.258, 0.733, 0.572, 0.437, 0.335, 1.013),
}
_METEOR = "METEOR is left out; `python -m recipes score` computes it."
_NOTES = {
    "scenes": [
        _METEOR,
        "The published figures are of photographs (COCO), these of drawn "
        "scenes: compare the order of the rows only.",
    ],
    "coco": [_METEOR],
}
_METRICS = ("meteor", "bleu_1", "bleu_2", "bleu_3", "bleu_4", "cider_d")


@dataclasses.dataclass(frozen=True)
class CaptioningTable1Settings(Settings):
    """One captioner, read from features and tags that all share."""

    model: Literal["nic", "cnn_lstm", "scn", "atpl"] = setting(
        "atpl", "a row of the table"
    )
    roles: Literal["learned", "random", "identity"] = setting(
        "learned",
        "with model=atpl; random: their attention keeps random weights; "
        "identity: no Hadamard basis",
    )
    attention: bool = setting(
        True, "with model=atpl; without, each word reads the whole image"
    )
    data: Literal["scenes", "coco"] = setting(
        "scenes", "coco: photographs and annotations in the data folder"
    )
    epochs: int = setting(4, "the budget of each row: minutes on two cores")
    batch_size: int = setting(64, "as published, section 4.1")
    learning_rate: float = setting(
        4e-3, "at its highest; better on validation than 2e-3 for all models"
    )
    warmup: int = setting(200, "updates of linear growth")
    units: int = setting(256, "of every LSTM; 512 as published")
    embedding_dim: int = setting(128, "of nic, cnn_lstm, scn; 512, 300, 300")
    dim: int = setting(32, "of fillers and roles, as published")
    tag_factors: int = setting(128, "of scn and atpl; 512 as published")
    dropout: float = setting(0.0, "so few passes do not overfit; 0.5 published")
    num_tags: int = setting(40, "nearly all content words; 999 published")
    vision_epochs: int = setting(20, "of the network that all see with")
    encoder: str = setting("efficientnet_lite0", "with data=coco")
    min_count: int = setting(5, "times a word occurs, with data=coco")
    check_every: int | None = setting(None, "validated once a pass")
    patience: int | None = setting(
        10, "more than there are checks: only the best weights are kept"
    )
    train_images: int = setting(6000, "drawn, with five captions each")
    eval_images: int = setting(500, "drawn for validation and for each test")
    image_size: int = setting(64, "pixels of drawn scenes")
    data_seed: int = setting(0, "of drawings and features, apart from `seed`")

    def __post_init__(self):
        super().__post_init__()
        self.require_at_least(1, "units", "embedding_dim", "tag_factors")
        self.require_at_least(1, "num_tags", "vision_epochs", "min_count")
        self.require_at_least(1, "train_images", "eval_images")
        self.require("dim", "a power of two", is_power_of_two)


def prepare(settings, context):
    """Reads captions, learns to see, and counts the vocabulary."""
    from recipes.captioning.caption_data import CaptionData
    from recipes.captioning.shared_vision import shared_vision

    read = _read_scenes if settings.data == "scenes" else _read_coco
    records, encoder, vocabulary, validation, details = read(settings, context)
    vision = shared_vision(records, encoder, settings, context, validation)
    return CaptionData(
        records=records,
        rows=vision.rows,
        vocabulary=vocabulary,
        details={
            "images": {split: len(part) for split, part in records.items()},
            **details,
            **vision.details,
        },
        notes=_NOTES[settings.data],
        validation=validation,
        image_encoder=vision.encoder,
        tag_detector=vision.detector,
    )


def _read_scenes(settings, context):
    from recipes.captioning.read_scenes import read_scenes
    from zoo.captioning.caption_vocabulary import build_vocabulary
    from zoo.captioning.image_encoders.scene_cnn import scene_cnn

    sizes = {"train": settings.train_images}
    for split in ("validation", "test", "test_novel"):
        sizes[split] = settings.eval_images
    with context.progress.phase("draw"):
        records = read_scenes(
            sizes, settings.image_size, settings.data_seed, context.data_dir
        )
    captions = [text for row in records["train"].captions for text in row]
    vocabulary = build_vocabulary(captions, min_count=1)
    encoder = scene_cnn(settings.image_size)
    return records, encoder, vocabulary, "validation", {}


def _read_coco(settings, context):
    from recipes.captioning.training_captions import training_vocabulary
    from recipes.datasets.coco import read_coco

    records = read_coco(context.data_dir)
    vocabulary, facts = training_vocabulary(
        records, settings.min_count, context.data_dir
    )
    return records, settings.encoder, vocabulary, "val", facts


def build(settings, data):
    """The captioner of one row."""
    from recipes.captioning.warmup_adam import warmup_adam

    model = _captioner(settings, data)
    model.compile(optimizer=warmup_adam(settings, data))
    return model


def _captioner(settings, data):
    import zoo

    shared = {
        "vocabulary": data.vocabulary,
        "feature_dim": data.image_encoder.output_shape[-1],
        "units": settings.units,
        "dropout": settings.dropout,
    }
    words = {"embedding_dim": settings.embedding_dim}
    tags = {
        "tag_detector": data.tag_detector,
        "tag_factors": settings.tag_factors,
    }
    if settings.model == "nic":
        return zoo.nic_captioner(**shared, **words)
    if settings.model == "cnn_lstm":
        return zoo.cnn_lstm_captioner(**shared, **words)
    if settings.model == "scn":
        return zoo.scn_captioner(**shared, **words, **tags)
    return zoo.atpl_captioner(
        **shared,
        **tags,
        dim=settings.dim,
        **_ablation(settings, shared["feature_dim"]),
    )


def _ablation(settings, feature_dim):
    """What is taken away from ATPL, as arguments of its backbone."""
    import keras

    from keras_tpr.layers import NoAttention, TPRAttention

    changes = {}
    if settings.roles == "identity":
        changes["role_basis"] = "identity"
    if settings.roles == "random":
        # Wide enough that the roles of different words differ.
        spread = keras.initializers.VarianceScaling(25.0, "fan_in")
        changes["role_attention"] = TPRAttention(
            settings.dim, kernel_initializer=spread, trainable=False
        )
    if not settings.attention:
        changes["feature_attention"] = NoAttention(feature_dim)
    return changes


def train(settings, data, model):
    """See `caption_training`."""
    from recipes.captioning.caption_training import caption_training

    return caption_training(settings, data, model)


def evaluate(settings, data, model, context):
    """Scores the test splits; for ATPL also what its roles stand for."""
    from recipes.captioning.evaluate_captioner import evaluate_captioner
    from recipes.captioning.role_clusters import role_clusters, role_section

    splits = [s for s in ("test", "test_novel") if s in data.records]
    # A part of COCO may come without a test split.
    evaluation = evaluate_captioner(
        data, model, context, splits or [data.validation]
    )
    if settings.model != "atpl" or settings.data != "scenes":
        return evaluation
    with context.progress.phase("roles"):
        found = role_clusters(
            model, data.rows["test"], data.records["test"], settings.seed
        )
    names = ("purity", "chance_purity", "nmi", "chance_nmi")
    evaluation.scores["roles"] = {name: found[name] for name in names}
    evaluation.sections.insert(0, role_section(found))
    return evaluation


RECIPE = Recipe(
    name="captioning_table1",
    title="Four captioners and three ablations of ATPL",
    paper=(
        "Huang, Deng, Wu, Liu and He, Attentive Tensor Product Learning, AAAI "
        "2019, table 1: COCO, where the rows above ATPL are copied from "
        "earlier papers with other networks for the images."
    ),
    settings=CaptioningTable1Settings,
    prepare=prepare,
    build=build,
    train=train,
    evaluate=evaluate,
    metric=("atpl: test", "cider_d"),
    rows={
        **{name: {"model": name} for name in PUBLISHED},
        "atpl random roles": {"model": "atpl", "roles": "random"},
        "atpl identity basis": {"model": "atpl", "roles": "identity"},
        "atpl no attention": {"model": "atpl", "attention": False},
    },
    published={
        f"{name}: test": dict(zip(_METRICS, row, strict=True))
        for name, row in PUBLISHED.items()
    },
    variants={
        "smoke": {
            "epochs": 1,
            "vision_epochs": 1,
            "batch_size": 32,
            "units": 32,
            "train_images": 200,
            "eval_images": 60,
            "min_count": 1,
        },
    },
)
