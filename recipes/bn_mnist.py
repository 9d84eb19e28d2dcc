"""The MNIST experiment of batch normalisation: with and without, figure 1."""

import dataclasses
import math

from recipes.recipe import PresetCard, Recipe
from recipes.running.settings import Settings, setting

SHORT, LONG = (0.1, 1, 100), (0.5, 50, 500)
ROWS = {
    f"{name} {rate}": {
        "batch_norm": batch_norm,
        "learning_rate": rate,
        "epochs": epochs,
        "check_every": check_every,
    }
    for rate, epochs, check_every in (SHORT, LONG)
    for name, batch_norm in (("plain", False), ("BN", True))
}
PRESET_ROW = "BN 0.5"


@dataclasses.dataclass(frozen=True)
class BNMnistSettings(Settings):
    """Three layers of 100 sigmoids; what is not published is so marked."""

    batch_norm: bool = setting(True, "whether hidden layers are normalised")
    learning_rate: float = setting(0.5, "of plain SGD; not published")
    epochs: int = setting(50, "50,000 updates, section 4.1")
    batch_size: int = setting(60, "section 4.1")
    units: int = setting(100, "of three layers, section 4.1")
    initial_deviation: float = setting(
        0.1, "of Gaussian initial weights; small, how small is not published"
    )
    momentum: float = setting(
        0.99, "of moving statistics, for accuracy while training"
    )
    check_every: int = setting(500, "updates")
    updates_in_one_call: int = setting(
        100, "at most; a graph of many small updates runs faster"
    )
    population_batches: int = setting(
        500, "to estimate population statistics from, algorithm 2"
    )
    probe_images: int = setting(
        1000, "test images on which inputs of sigmoids are followed"
    )
    train_images: int | None = setting(None, "the first ones; none: all")
    eval_images: int | None = setting(None, "likewise, of the test images")

    def __post_init__(self):
        super().__post_init__()
        self.require_at_least(1, "units", "check_every", "updates_in_one_call")
        self.require_at_least(1, "population_batches", "probe_images")
        self.require_at_least(2, "train_images", "eval_images")
        for name in ("learning_rate", "initial_deviation"):
            self.require(name, "above 0", lambda value: value > 0)
        self.require("momentum", "from 0 to 1", lambda value: 0 <= value <= 1)


def prepare(settings, context):
    """Reads the digits: local files, or TFDS."""
    from recipes.datasets.mnist import mnist_from_tfds, read_mnist

    if context.data_dir is None:
        splits = mnist_from_tfds()
    else:
        splits = read_mnist(context.data_dir)
    return {
        "train": splits["train"].first(settings.train_images),
        "test": splits["test"].first(settings.eval_images),
    }


def build(settings, data):
    """The network of one row, with plain SGD."""
    import keras

    import zoo

    model = zoo.mnist_sigmoid(
        batch_norm=settings.batch_norm,
        units=settings.units,
        class_names=data["train"].class_names,
        initial_deviation=settings.initial_deviation,
        momentum=settings.momentum,
    )
    updates = _training(settings, data).updates_per_check
    model.compile(
        keras.optimizers.SGD(settings.learning_rate),
        steps_per_execution=math.gcd(updates, settings.updates_in_one_call),
    )
    return model


def train(settings, data, model):
    """The last weights are kept; test images are watched and choose nothing."""
    from recipes.batch_norm.sigmoid_inputs import SigmoidInputs

    probe = data["test"].images[: settings.probe_images, ..., None]
    inputs = SigmoidInputs(model.backbone, probe.astype("float32"))
    return _training(settings, data, (inputs,))


def evaluate(settings, data, model, context):
    """Accuracy: of moving averages, then of population statistics."""
    from recipes.running.evaluation import Evaluation, Section

    scores = {"accuracy": _accuracy(model, data["test"])}
    if settings.batch_norm:
        scores["accuracy_of_moving_averages"] = scores["accuracy"]
        with context.progress.phase("population statistics"):
            _estimate(settings, data, model)
        scores["accuracy"] = _accuracy(model, data["test"])
    with context.progress.phase("examples"):
        explanations = [model.explain(x) for x in data["test"].images[:3]]
    shown = "".join(explanation.to_html(3) for explanation in explanations)
    return Evaluation(
        scores={"test": scores},
        sections=[Section("Examples", shown)],
        details={
            "images": {split: len(images) for split, images in data.items()}
        },
    )


def export(settings, data, model):
    """The preset is the normalised network of the long run."""
    row = ROWS[PRESET_ROW]
    changes = {name: getattr(settings, name) for name in row}
    return model if changes == row else None


def compare(settings, histories):
    """Figure 1: accuracies, and percentiles of one sigmoid's input."""
    from recipes.batch_norm.mnist_figures import figure_sections
    from recipes.running.evaluation import Evaluation

    scores, sections = figure_sections(histories)
    return Evaluation(scores=scores, sections=sections)


def _training(settings, data, callbacks=()):
    from recipes.batch_norm.image_stream import ImageStream
    from recipes.running.training import Training

    stream = ImageStream(data["train"], settings.batch_size)
    return Training(
        batches=lambda update: stream.training(settings.seed, update),
        updates_per_epoch=stream.updates_per_epoch,
        epochs=settings.epochs,
        validation=ImageStream(data["test"], 1000).evaluation(),
        check_every=settings.check_every,
        monitor=None,
        callbacks=callbacks,
        fingerprint=stream.fingerprint,
    )


def _estimate(settings, data, model):
    from keras_tpr.layers import estimate_population_statistics
    from recipes.batch_norm.image_stream import ImageStream

    stream = ImageStream(data["train"], settings.batch_size)
    batches = stream.training(settings.seed, 0)
    estimate_population_statistics(model, batches, settings.population_batches)


def _accuracy(model, images):
    scores = model.evaluate(
        images.images,
        images.labels,
        batch_size=1000,
        verbose=0,
        return_dict=True,
    )
    return float(scores["accuracy"])


RECIPE = Recipe(
    name="bn_mnist",
    title="Sigmoid networks on MNIST, with and without batch normalisation",
    paper=(
        "Ioffe and Szegedy, Batch Normalization, ICML 2015, section 4.1 and "
        "figure 1, which has curves and no figures: the normalised network "
        "trains faster and ends higher."
    ),
    settings=BNMnistSettings,
    prepare=prepare,
    build=build,
    train=train,
    evaluate=evaluate,
    export=export,
    compare=compare,
    metric=(f"{PRESET_ROW}: test", "accuracy"),
    preset=PresetCard(
        name="mnist_sigmoid_bn",
        model="mnist_sigmoid",
        data="mnist",
        licence="none stated (LeCun, Cortes, Burges)",
    ),
    rows=ROWS,
    variants={
        "smoke": {
            "train_images": 240,
            "eval_images": 100,
            "population_batches": 2,
            "units": 10,
        }
    },
)
