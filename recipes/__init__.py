"""Experiments: data sets, training, evaluation and reports."""
