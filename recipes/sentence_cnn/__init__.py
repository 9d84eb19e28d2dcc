"""What the recipes of convolutional sentence classifiers share."""
