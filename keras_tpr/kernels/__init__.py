"""Accelerated versions of the portable layers, chosen automatically."""
