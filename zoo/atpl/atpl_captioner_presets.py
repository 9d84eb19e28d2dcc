"""Trained ATPL captioners; data only."""

PRESETS = {
    "atpl_scenes_en": {
        "description": "Drawn scenes of two to four objects, 64 pixels, with "
        "a small CNN trained with the decoder. English, 94 words.",
    },
}
