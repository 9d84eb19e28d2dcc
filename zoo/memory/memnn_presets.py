"""Trained memory networks; data only."""

PRESETS = {
    "memnn_babi_en": {
        "description": "The twenty tasks of bAbI in one model, with adaptive "
        "memory, n-grams and a nonlinear encoding. English.",
    },
}
