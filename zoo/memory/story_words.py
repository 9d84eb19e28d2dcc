"""The words of statements and questions."""

import re

# Letters and digits; an apostrophe or hyphen inside a word belongs to it.
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


def story_words(text):
    """Splits a text into words in lower case, without punctuation.

    Example:

    >>> from zoo.memory.story_words import story_words
    >>> story_words("Mary isn't in the kitchen.")
    ['mary', "isn't", 'in', 'the', 'kitchen']
    """
    return _WORD.findall(text.lower())
