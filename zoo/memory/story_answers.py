"""Answers as people write them."""

import reprlib

from zoo.text_rows import to_python

SEPARATOR = ","


def answer_texts(y, max_answer_words=1, name="y"):
    """The words of answers, in lower case.

    Args:
        y: A list or array of texts; several words are separated by commas, and
            their order counts.
        max_answer_words: With 1, an answer of several words is one entry.
        name: What errors call it.

    Returns:
        A list of lists of words.

    Raises:
        TypeError: If it is no list of texts.
        ValueError: If an answer is empty, or has too many words.

    Example:

    >>> from zoo.memory.story_answers import answer_texts
    >>> answer_texts(["Milk, football", "n,s"], max_answer_words=2)
    [['milk', 'football'], ['n', 's']]
    >>> answer_texts(["n,s"])
    [['n,s']]
    """
    values = to_python(y)
    if not isinstance(values, list):
        raise TypeError(
            f"`{name}` must be a list of answers. Received: {reprlib.repr(y)}."
        )
    return [
        _words(value, max_answer_words, f"{name}[{place}]")
        for place, value in enumerate(values)
    ]


def _words(value, max_answer_words, name):
    if isinstance(value, bytes):
        value = value.decode("utf-8", errors="replace")
    if not isinstance(value, str):
        raise TypeError(
            f"`{name}` must be text, with commas between several words. "
            f"Received: {value!r}."
        )
    words = [word.strip() for word in value.lower().split(SEPARATOR)]
    if not all(words) or any(len(word.split()) > 1 for word in words):
        raise ValueError(
            f"`{name}` is no answer: {value!r}. Give a word, or several with "
            "commas between them."
        )
    if max_answer_words == 1:
        return [SEPARATOR.join(words)]
    if len(words) > max_answer_words:
        raise ValueError(
            f"`{name}` has {len(words)} words: {value!r}. The model answers "
            f"in at most `max_answer_words={max_answer_words}`."
        )
    return words
