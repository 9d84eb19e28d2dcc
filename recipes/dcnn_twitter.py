"""DCNN and its neural baselines on tweets labelled by their emoticons."""

import dataclasses

from recipes.recipe import Recipe
from recipes.running.settings import setting
from recipes.sentence_cnn import hooks
from recipes.sentence_cnn.sentence_settings import SentenceSettings

# Table 3 of the paper.
PUBLISHED = {"dcnn": 0.874, "max_tdnn": 0.788, "nbow": 0.809}
FULL_SIZE = 1_600_000


@dataclasses.dataclass(frozen=True)
class DCNNTwitterSettings(SentenceSettings):
    """Widths 7 and 5, 6 and 14 maps, and k-max pooling of 4."""

    embedding_dim: int = setting(60, "of word vectors, as published")
    min_count: int = setting(
        5,
        "times that a word occurs; the published 76,643 words are fewer "
        "than all",
    )
    validation_share: float = setting(
        0.02, "of the training tweets, held out to choose the weights"
    )
    check_every: int | None = setting(1000, "updates: a pass is long")

    def __post_init__(self):
        super().__post_init__()
        self.require(
            "validation_share", "between 0 and 1", lambda share: 0 < share < 1
        )

    @property
    def folded(self):
        return 4


def prepare(settings, context):
    """Reads the tweets and holds some of them out."""
    from recipes.datasets.sentiment140 import (
        read_sentiment140,
        sentiment140_from_tfds,
    )
    from recipes.sentence_cnn.prepare_sentences import (
        held_out,
        prepare_sentences,
    )

    if context.data_dir is None:
        tweets = sentiment140_from_tfds()
    else:
        tweets = read_sentiment140(context.data_dir)
    notes = []
    if len(tweets["train"]) < FULL_SIZE:
        notes.append(
            f"Trained on {len(tweets['train']):,} tweets of the published "
            f"{FULL_SIZE:,}."
        )
    splits = held_out(tweets["train"], settings.validation_share)
    splits = hooks.cut({**splits, "test": tweets["test"]}, settings)
    return prepare_sentences(splits, settings, "tweet", notes)


def build(settings, data):
    """The model of one row."""
    return hooks.build("twitter", settings, data)


RECIPE = Recipe(
    name="dcnn_twitter",
    title="DCNN, Max-TDNN and NBoW on tweets",
    paper=(
        "Kalchbrenner, Grefenstette and Blunsom, A Convolutional Neural "
        "Network for Modelling Sentences, ACL 2014, table 3: 1.6 million "
        "tweets labelled by their emoticons."
    ),
    settings=DCNNTwitterSettings,
    prepare=prepare,
    build=build,
    train=hooks.train,
    evaluate=hooks.evaluate,
    metric=("dcnn: test", "accuracy"),
    rows=hooks.ROWS,
    published={
        f"{row}: test": {"accuracy": accuracy}
        for row, accuracy in PUBLISHED.items()
    },
    variants={"smoke": {**hooks.SMOKE, "min_count": 1}},
)
