"""Trained Tree-LSTMs of sentiment; data only."""

PRESETS = {
    "tree_lstm_sst5_en": {
        "description": "Five classes of the Stanford Sentiment Treebank, from "
        "binary constituency trees. English, GloVe vectors of 100, tuned.",
    },
    "tree_lstm_sst2_en": {
        "description": "Negative or positive, phrases also neutral, after the "
        "Stanford Sentiment Treebank, from binary constituency trees. English, "
        "GloVe vectors of 100, tuned.",
    },
}
