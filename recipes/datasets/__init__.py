"""Data sets as TFDS builders, one folder each.

Importing a data set's package does not import TFDS; its builder class, which
does, is served on first use.
"""
