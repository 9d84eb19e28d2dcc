"""Scores of many questions without warnings about single stories."""

import contextlib
import warnings

# Beginnings of what `StoryPreprocessor` says to a person who asks.
_MESSAGES = ("Not in the vocabulary", "Of .* stories")


@contextlib.contextmanager
def without_word_warnings():
    """Hides that words are unknown, and that stories are cut to the memory."""
    with warnings.catch_warnings():
        for message in _MESSAGES:
            warnings.filterwarnings("ignore", message)
        yield
