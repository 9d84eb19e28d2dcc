"""Presets of the tiny classifier, data only."""

PRESETS = {"tiny_pets_en": {"description": "Dogs against cats."}}
