"""Trained Tree-LSTMs of relatedness; data only."""

PRESETS = {
    "tree_lstm_sick_en": {
        "description": "Relatedness of SICK, from dependency trees. English, "
        "GloVe vectors of 100.",
    },
}
