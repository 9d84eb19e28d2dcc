"""Parts of speech by word lists and endings."""

import functools

from zoo.memory.clause_words import TAG_PATTERNS


def tag_words(words):
    """Tags words by `TAG_PATTERNS`.

    It stands in for a trained tagger, which would need a download: nouns,
    adjectives and names are not told apart, and a verb that is neither regular
    nor listed is taken for a noun.

    Args:
        words: Words in lower case.

    Returns:
        A list of `(word, tag)`.

    Example:

    >>> from zoo.memory.tag_words import tag_words
    >>> tag_words(["fred", "left", "the", "left"])
    [('fred', 'NN'), ('left', 'VB'), ('the', 'DT'), ('left', 'NN')]
    """
    return _tag_words(tuple(words))


@functools.lru_cache(maxsize=100_000)
def _tag_words(words):
    if not words:
        return []
    tagged = _tagger().tag(list(words))
    tags = [tag for _, tag in tagged]
    for place, tag in enumerate(tags):
        if tag == "VB" and _is_name(tags, place):
            tags[place] = "NN"
    return list(zip(words, tags, strict=True))


def _is_name(tags, place):
    """Whether what looks like a verb is none, such as "Fred", by its place."""
    before = tags[place - 1] if place else ""
    after = tags[place + 1] if place + 1 < len(tags) else ""
    first = "NN" not in tags[:place]
    behind_question = before == "AUX" and tags[0] in ("AUX", "WP")
    return (
        before in ("DT", "IN", "VB")
        # "Fred moved", "Fred and Bill moved"
        or (first and after in ("VB", "AUX", "CC"))
        # "Is Fred in the park?", "Where is Fred?"
        or (first and behind_question and (after != "" or place == 2))
    )


@functools.cache
def _tagger():
    import nltk

    return nltk.RegexpTagger(list(TAG_PATTERNS))
