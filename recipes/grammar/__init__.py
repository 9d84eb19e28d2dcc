"""What the recipes of tagger and parser share."""
