"""Tree-LSTMs on the binary Stanford Sentiment Treebank."""

import dataclasses
from typing import Literal

from recipes.recipe import PresetCard, Recipe
from recipes.running.settings import setting
from recipes.tree_lstm import sentiment_hooks as hooks
from recipes.tree_lstm.label_scheme import THREE_WAY, TWO_WAY
from recipes.tree_lstm.sentiment_settings import SentimentSettings

# Table 2 of the paper, means of five runs.
PUBLISHED = {
    "constituency GloVe tuned": 0.880,
    "constituency GloVe fixed": 0.875,
    "constituency random": 0.820,
    "LSTM": 0.849,
    "bidirectional LSTM": 0.875,
    "2-layer LSTM": 0.863,
    "2-layer bidirectional LSTM": 0.872,
}


@dataclasses.dataclass(frozen=True)
class SST2Settings(SentimentSettings):
    """As for five classes; sentences that are neutral are left out."""

    binary_mode: Literal["three_way", "two_way"] = setting(
        "three_way",
        "phrases may be neutral, and sentences are compared as negative or "
        "positive, as the release does; two_way: neutral phrases do not train",
    )


def prepare(settings, context):
    """Reads the trees, counts the words and looks their vectors up."""
    scheme = THREE_WAY if settings.binary_mode == "three_way" else TWO_WAY
    return hooks.prepare(settings, context, scheme)


RECIPE = Recipe(
    name="tree_lstm_sst2",
    title="Tree-LSTMs on the Stanford Sentiment Treebank, binary",
    paper=(
        "Tai, Socher and Manning, Improved Semantic Representations From "
        "Tree-Structured Long Short-Term Memory Networks, ACL 2015, table 2, "
        "with 300-d vectors of glove.840B."
    ),
    settings=SST2Settings,
    prepare=prepare,
    build=hooks.build,
    train=hooks.train,
    evaluate=hooks.evaluate,
    export=hooks.export,
    metric=("constituency GloVe tuned: test", "accuracy"),
    preset=PresetCard(
        name="tree_lstm_sst2_en",
        model="tree_lstm_sentiment",
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
