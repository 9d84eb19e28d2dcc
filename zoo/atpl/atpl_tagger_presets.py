"""Trained taggers; data only."""

PRESETS = {
    "atpl_pos_ewt_en": {
        "description": "Parts of speech of the Penn Treebank, after UD English "
        "EWT: web texts. English.",
    },
}
