"""Words with their parts of speech."""


def phrase(text):
    """Reads words and their tags.

    Args:
        text: `word/TAG` items separated by spaces, the tags those of the Penn
            Treebank.

    Returns:
        A tuple of `(word, tag)` pairs; phrases are joined with `+`.

    Example:

    >>> from recipes.datasets.scenes.phrase import phrase
    >>> phrase("left/NN of/IN")
    (('left', 'NN'), ('of', 'IN'))
    """
    return tuple(tuple(item.rsplit("/", 1)) for item in text.split())
