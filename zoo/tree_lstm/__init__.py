"""Sentiment and relatedness of sentences read along their trees.

Tree-LSTMs, and the LSTMs that read the same words in a row.
"""
