"""What the recipes of image captioners share."""
