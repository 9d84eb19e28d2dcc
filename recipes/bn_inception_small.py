"""BN-Inception's variants on small images: who learns in how few updates."""

import dataclasses

from recipes.batch_norm.inception_settings import (
    InceptionSettings,
    model_options,
)
from recipes.batch_norm.published_steps import PLAIN, PUBLISHED_SHARES
from recipes.recipe import Recipe
from recipes.running.settings import setting

ROWS = {
    name: {"variant": name}
    for name in (PLAIN, "baseline", "x5", "x30", "x5_sigmoid")
}


@dataclasses.dataclass(frozen=True)
class BNInceptionSmallSettings(InceptionSettings):
    """Digits in place of ImageNet: only the order of the variants compares."""

    epochs: int = setting(1, "1,900 updates, minutes on one core of a CPU")
    image_size: int = setting(32, "digits of 28 pixels, enlarged")
    width: float = setting(0.25, "so that a run takes minutes on a CPU")
    check_every: int = setting(50, "updates between validations")
    norm_momentum: float = setting(
        0.9, "a run has few updates; moving statistics must keep up"
    )
    rate_scale: float = setting(
        1.0, "of all learning rates; their ratios are those published"
    )
    decays: int = setting(
        4,
        "steps of 4 % of plain Inception's rate in a run; others have more, "
        "and with 16 their rate is used up too early",
    )
    train_images: int | None = setting(None, "the first ones; none: all")
    eval_images: int | None = setting(
        2000, "test digits of every validation, the first ones; none: all"
    )

    def __post_init__(self):
        super().__post_init__()
        self.require_at_least(1, "decays")
        self.require_at_least(2, "train_images", "eval_images")
        self.require("rate_scale", "above 0", lambda value: value > 0)


def prepare(settings, context):
    """Reads the digits and enlarges them."""
    from recipes.batch_norm.enlarged import enlarged
    from recipes.datasets.mnist import mnist_from_tfds, read_mnist

    if context.data_dir is None:
        splits = mnist_from_tfds()
    else:
        splits = read_mnist(context.data_dir)
    sizes = {"train": settings.train_images, "test": settings.eval_images}
    return {
        split: enlarged(splits[split].first(size), settings.image_size)
        for split, size in sizes.items()
    }


def build(settings, data):
    """The network of one variant, with its own optimiser."""
    import zoo
    from zoo.batch_norm.inception_optimizer import inception_optimizer
    from zoo.batch_norm.inception_variants import VARIANTS

    model = zoo.bn_inception(
        class_names=data["train"].class_names, **model_options(settings)
    )
    training = _training(settings, data)
    updates = training.epochs * training.updates_per_epoch
    variant = model.variant_settings
    # As often in a run as the paper's, however short it is.
    share = variant.decay_steps / VARIANTS[PLAIN].decay_steps
    variant = dataclasses.replace(
        variant,
        learning_rate=variant.learning_rate * settings.rate_scale,
        decay_steps=max(1, round(updates / settings.decays * share)),
    )
    model.compile(inception_optimizer(variant))
    return model


def train(settings, data, model):
    """The last weights are kept: test digits are watched and choose nothing."""
    return _training(settings, data)


def evaluate(settings, data, model, context):
    """The accuracy in the end."""
    from recipes.batch_norm.image_stream import ImageStream
    from recipes.running.evaluation import Evaluation

    stream = ImageStream(data["test"], 250, channels=3)
    scores = model.evaluate(stream.evaluation(), return_dict=True, verbose=0)
    return Evaluation(
        scores={"test": {"accuracy": float(scores["accuracy"])}},
        details={
            "images": {split: len(images) for split, images in data.items()}
        },
    )


def compare(settings, histories):
    """Updates to the best accuracy of plain Inception, as in figure 2."""
    from recipes.batch_norm.inception_figures import figure_sections
    from recipes.batch_norm.steps_to_accuracy import (
        best_accuracy,
        order_note,
        steps_scores,
    )
    from recipes.running.evaluation import Evaluation

    if PLAIN not in histories:
        return Evaluation(
            scores={},
            notes=[f"Updates are counted to the best accuracy of {PLAIN!r}."],
        )
    goals = {
        seed: best_accuracy(history)
        for seed, history in histories[PLAIN].items()
    }
    scores = steps_scores(histories, goals)
    sections = figure_sections(histories, scores, "plain Inception's best")
    notes = [order_note(scores)]
    return Evaluation(scores=scores, sections=sections, notes=notes)


def _training(settings, data):
    from recipes.batch_norm.image_stream import ImageStream
    from recipes.running.training import Training

    stream = ImageStream(data["train"], settings.batch_size, channels=3)
    return Training(
        batches=lambda update: stream.training(settings.seed, update),
        updates_per_epoch=stream.updates_per_epoch,
        epochs=settings.epochs,
        validation=ImageStream(data["test"], 250, channels=3).evaluation(),
        check_every=settings.check_every,
        monitor=None,
        fingerprint=stream.fingerprint,
    )


RECIPE = Recipe(
    name="bn_inception_small",
    title="Variants of BN-Inception on small images",
    paper=(
        "Ioffe and Szegedy, Batch Normalization, ICML 2015, figures 2 and 3, "
        "which are of ImageNet: only the order of the variants is comparable."
    ),
    settings=BNInceptionSmallSettings,
    prepare=prepare,
    build=build,
    train=train,
    evaluate=evaluate,
    compare=compare,
    metric=("x30: test", "accuracy"),
    rows=ROWS,
    published=PUBLISHED_SHARES,
    variants={
        "smoke": {
            "epochs": 1,
            "width": 0.03,
            "batch_size": 4,
            "check_every": 2,
            "train_images": 16,
            "eval_images": 8,
        }
    },
)
