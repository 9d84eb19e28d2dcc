"""Tree-LSTMs on the fine-grained Stanford Sentiment Treebank."""

import functools

from recipes.recipe import PresetCard, Recipe
from recipes.tree_lstm import sentiment_hooks as hooks
from recipes.tree_lstm.label_scheme import FINE
from recipes.tree_lstm.sentiment_settings import SentimentSettings

# Table 2 of the paper, means of five runs.
PUBLISHED = {
    "constituency GloVe tuned": 0.510,
    "constituency GloVe fixed": 0.497,
    "constituency random": 0.439,
    "LSTM": 0.464,
    "bidirectional LSTM": 0.491,
    "2-layer LSTM": 0.460,
    "2-layer bidirectional LSTM": 0.485,
}

RECIPE = Recipe(
    name="tree_lstm_sst5",
    title="Tree-LSTMs on the Stanford Sentiment Treebank, five classes",
    paper=(
        "Tai, Socher and Manning, Improved Semantic Representations From "
        "Tree-Structured Long Short-Term Memory Networks, ACL 2015, table 2, "
        "with 300-d vectors of glove.840B."
    ),
    settings=SentimentSettings,
    prepare=functools.partial(hooks.prepare, scheme=FINE),
    build=hooks.build,
    train=hooks.train,
    evaluate=hooks.evaluate,
    export=hooks.export,
    metric=("constituency GloVe tuned: test", "accuracy"),
    preset=PresetCard(
        name="tree_lstm_sst5_en",
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
