"""Pronouns replaced by those they stand for."""

from zoo.memory.tag_words import tag_words

_SINGULAR = ("he", "she")
_PLURAL = "they"


def resolve_pronouns(sentences):
    """Replaces pronouns by the nearest subject before them.

    "He" and "she" stand for the last subject that was one person, "they" for
    the last that was two. It stands in for a trained system of coreference:
    genders are not known, and objects are never meant.

    Args:
        sentences: Lists of words in lower case, in the order of the story.

    Returns:
        A list of lists of words. A pronoun with nobody before it stays.

    Example:

    >>> from zoo.memory.resolve_pronouns import resolve_pronouns
    >>> resolve_pronouns([["ann", "left"], ["then", "she", "sat"]])
    [['ann', 'left'], ['then', 'ann', 'sat']]
    """
    single, group, resolved = None, None, []
    for words in sentences:
        words = [
            name
            for word in words
            for name in _antecedent(word, single, group) or (word,)
        ]
        resolved.append(words)
        subject = _subject(words)
        if len(subject) == 1:
            single = tuple(subject)
        elif len(subject) == 2:
            group = (subject[0], "and", subject[1])
    return resolved


def _antecedent(word, single, group):
    if word in _SINGULAR:
        return single
    return group if word == _PLURAL else None


def _subject(words):
    """Names before the verb: one, or two with "and" between them."""
    names, linked = [], False
    for word, tag in tag_words(words):
        if tag in ("VB", "AUX"):
            return names if len(names) < 2 or linked else []
        if tag == "NN":
            names.append(word)
        linked = linked or word == "and"
    return []
