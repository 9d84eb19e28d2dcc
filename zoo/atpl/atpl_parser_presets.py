"""Trained constituency parsers; data only."""

PRESETS = {
    "atpl_parse_gum_en": {
        "description": "Constituency trees, after GUM: English of many genres.",
    },
}
