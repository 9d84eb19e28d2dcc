"""Trained dynamic convolutional neural networks; data only."""

PRESETS = {
    "dcnn_trec_en": {
        "description": "What a question asks for: six classes of TREC. "
        "English.",
    },
    "dcnn_sst2_en": {
        "description": "Negative or positive, after the Stanford Sentiment "
        "Treebank. English.",
    },
    "dcnn_sst5_en": {
        "description": "Five classes of the Stanford Sentiment Treebank. "
        "English.",
    },
}
