"""N-grams of the statements that a question may be about."""

import collections

from zoo.memory.story_inputs import story_questions
from zoo.memory.story_words import story_words

# Between the words of an n-gram; words have none.
JOINT = "_"


def ngrams_of(words, n):
    """All 1- to `n`-grams of words, joined by `_`.

    Example:

    >>> from zoo.memory.story_ngrams import ngrams_of
    >>> ngrams_of(["ann", "sat", "down"], 2)
    ['ann', 'sat', 'down', 'ann_sat', 'sat_down']
    """
    return [
        JOINT.join(words[start : start + size])
        for size in range(1, n + 1)
        for start in range(len(words) - size + 1)
    ]


def sharing_statements(statements, question):
    """The statements that share a word with a question.

    Args:
        statements: Texts.
        question: A text.

    Returns:
        A list of `(place, words)`.
    """
    asked = {*story_words(question)}
    rows = (story_words(text) for text in statements)
    return [
        (place, words)
        for place, words in enumerate(rows)
        if not asked.isdisjoint(words)
    ]


def question_ngrams(asked, n):
    """The n-grams of the statements that share a word with the question.

    Args:
        asked: A `StoryQuestion`.
        n: Length of the longest ones.

    Returns:
        A list, with repetitions.
    """
    return [
        ngram
        for _, words in sharing_statements(*asked)
        for ngram in ngrams_of(words, n)
    ]


def ngram_vocabulary(x, n=3):
    """All n-grams that questions are answered by, most frequent first.

    Args:
        x: Stories with questions, see `story_questions`.
        n: Length of the longest ones.

    Returns:
        A list, the `vocabulary` of `zoo.babi_ngram`.
    """
    counts = collections.Counter()
    for asked in story_questions(x)[0]:
        counts.update(question_ngrams(asked, n))
    return sorted(counts, key=lambda ngram: (-counts[ngram], ngram))
