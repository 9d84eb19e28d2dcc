"""Convolutional classifiers of sentences, and the models beside them."""
