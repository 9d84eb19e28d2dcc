"""What the recipes of bAbI share."""
