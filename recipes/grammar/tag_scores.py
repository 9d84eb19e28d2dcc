"""How many words get the right part of speech."""


def tag_scores(found, tagged, seen):
    """Accuracy of all words, and of those that were never seen in training.

    Args:
        found: For each sentence the list of tags that were found.
        tagged: List of `(words, tags)`.
        seen: Set of words.

    Returns:
        A dict of fractions `accuracy` and `unseen`, and of `complete`, that of
        sentences without any error.
    """
    hits = words = unseen_hits = unseen = complete = 0
    for answers, (tokens, tags) in zip(found, tagged, strict=True):
        right = [a == tag for a, tag in zip(answers, tags, strict=True)]
        new = [token not in seen for token in tokens]
        hits += sum(right)
        words += len(right)
        unseen += sum(new)
        unseen_hits += sum(a and b for a, b in zip(right, new, strict=True))
        complete += all(right)
    return {
        "accuracy": hits / max(1, words),
        "unseen": unseen_hits / max(1, unseen),
        "complete": complete / max(1, len(tagged)),
    }
