"""What the recipes of batch normalisation share."""
