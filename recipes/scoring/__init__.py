"""Scores of caption files, whatever model wrote them."""
