"""DCNN and its neural baselines on the sentiment treebank, two classes."""

import dataclasses

from recipes.recipe import PresetCard, Recipe
from recipes.running.settings import setting
from recipes.sentence_cnn import hooks
from recipes.sentence_cnn.sentence_settings import SentenceSettings

# Table 1 of the paper.
PUBLISHED = {"dcnn": 0.868, "max_tdnn": 0.771, "nbow": 0.805}


@dataclasses.dataclass(frozen=True)
class DCNNSST2Settings(SentenceSettings):
    """Widths 7 and 5, 6 and 14 maps, and k-max pooling of 4."""

    phrases: bool = setting(
        True, "every labelled phrase trains the model, section 5.2"
    )
    neutral: bool = setting(
        True,
        "neutral phrases train the model as half negative and half positive; "
        "the paper leaves them out",
    )
    epochs: int = setting(10, "passes at most; the best weights are kept")
    batch_size: int = setting(100, "not published")
    check_every: int | None = setting(
        800, "updates: with phrases a pass is long"
    )

    @property
    def folded(self):
        return 4


def prepare(settings, context):
    """Reads phrases to train on, and sentences."""
    from recipes.sentence_cnn.prepare_sentences import prepare_sentences
    from recipes.sentence_cnn.sst_sentences import read_sst

    splits = hooks.cut(read_sst(settings, context, binary=True), settings)
    return prepare_sentences(splits, settings)


def build(settings, data):
    """The model of one row."""
    return hooks.build("sst_binary", settings, data)


RECIPE = Recipe(
    name="dcnn_sst2",
    title="DCNN, Max-TDNN and NBoW on the sentiment treebank, two classes",
    paper=(
        "Kalchbrenner, Grefenstette and Blunsom, A Convolutional Neural "
        "Network for Modelling Sentences, ACL 2014, table 1, with word vectors "
        "that are random at first."
    ),
    settings=DCNNSST2Settings,
    prepare=prepare,
    build=build,
    train=hooks.train,
    evaluate=hooks.evaluate,
    export=hooks.export,
    metric=("dcnn: test", "accuracy"),
    preset=PresetCard(
        name="dcnn_sst2_en",
        model="dcnn",
        data="sst_trees",
        licence="none stated, a research release of Stanford",
    ),
    rows=hooks.ROWS,
    published={
        f"{row}: test": {"accuracy": accuracy}
        for row, accuracy in PUBLISHED.items()
    },
    variants={"smoke": hooks.SMOKE},
)
