"""DCNN and its neural baselines on the TREC question classes."""

import dataclasses

from recipes.recipe import PresetCard, Recipe
from recipes.running.settings import setting
from recipes.sentence_cnn import hooks
from recipes.sentence_cnn.sentence_settings import SentenceSettings

# Table 2 of the paper.
PUBLISHED = {"dcnn": 0.930, "max_tdnn": 0.844, "nbow": 0.882}


@dataclasses.dataclass(frozen=True)
class DCNNTrecSettings(SentenceSettings):
    """One convolution of width 8 with five maps, and k-max pooling of 4."""

    epochs: int = setting(20, "passes at most; the best weights are kept")
    by_length: bool = setting(
        False,
        "a pass would have two groups of lengths, each with classes of its own",
    )
    learning_rate: float = setting(5e-3, "not published")
    dropout: float = setting(
        0.7, "before the softmax; few questions, chosen on those held out"
    )
    label_smoothing: float = setting(
        0.1, "half a point more on validation, as the mean of three runs"
    )
    averaging: float = setting(
        0.99, "as for others; a pass has a hundred updates only"
    )
    patience: int | None = setting(6, "passes without a better accuracy")
    embedding_dim: int = setting(
        32, "as published, where vectors were trained without supervision"
    )
    validation_share: float = setting(
        0.1, "of the training questions, held out to choose the weights"
    )

    def __post_init__(self):
        super().__post_init__()
        self.require(
            "validation_share", "between 0 and 1", lambda share: 0 < share < 1
        )


def prepare(settings, context):
    """Reads the questions and holds some of them out."""
    from recipes.datasets.trec import read_trec, trec_from_tfds
    from recipes.sentence_cnn.prepare_sentences import (
        held_out,
        prepare_sentences,
    )

    if context.data_dir is None:
        questions = trec_from_tfds()
    else:
        questions = read_trec(context.data_dir)
    splits = held_out(questions["train"], settings.validation_share)
    splits = hooks.cut({**splits, "test": questions["test"]}, settings)
    notes = [
        "Weights are chosen on a tenth of the training questions, on which the "
        "model is not trained; the paper does not say how it chose."
    ]
    if settings.glove is None:
        notes.append(
            "Word vectors are random at first. Those of the paper were trained "
            "without supervision: give `--glove` for the like."
        )
    return prepare_sentences(splits, settings, notes=notes)


def build(settings, data):
    """The model of one row."""
    return hooks.build("trec", settings, data)


RECIPE = Recipe(
    name="dcnn_trec",
    title="DCNN, Max-TDNN and NBoW on TREC questions",
    paper=(
        "Kalchbrenner, Grefenstette and Blunsom, A Convolutional Neural "
        "Network for Modelling Sentences, ACL 2014, table 2, with word vectors "
        "trained without supervision."
    ),
    settings=DCNNTrecSettings,
    prepare=prepare,
    build=build,
    train=hooks.train,
    evaluate=hooks.evaluate,
    export=hooks.export,
    metric=("dcnn: test", "accuracy"),
    preset=PresetCard(
        name="dcnn_trec_en",
        model="dcnn",
        data="trec",
        licence="none stated, a research release of the University of Illinois",
    ),
    rows=hooks.ROWS,
    published={
        f"{row}: test": {"accuracy": accuracy}
        for row, accuracy in PUBLISHED.items()
    },
    variants={"smoke": hooks.SMOKE},
)
