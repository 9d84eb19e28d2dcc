"""The words of stories, questions and answers."""

import collections

from zoo.memory.story_answers import answer_texts
from zoo.memory.story_inputs import story_questions
from zoo.memory.story_ngrams import ngrams_of
from zoo.memory.story_words import story_words


def story_vocabulary(x, y, ngrams=1, max_answer_words=1):
    """The `vocabulary` of a model, from its training data.

    Args:
        x: Stories with questions; see `zoo.memory.story_inputs`.
        y: Answers, texts; several words are separated by commas.
        ngrams: Length of the longest n-grams.
        max_answer_words: As of the model: 1 makes one entry of an answer of
            several words.

    Returns:
        A list: words and answers, most frequent first, then n-grams, whose
        words are joined by `_`.

    Example:

    >>> import zoo
    >>> x = {"story": [["Ann ran.", "Ann sat."]], "question": ["Who ran?"]}
    >>> zoo.story_vocabulary(x, ["Ann"], ngrams=2)
    ['ann', 'ran', 'sat', 'who', 'ann_ran', 'ann_sat', 'who_ran']
    """
    asked, _ = story_questions(x)
    texts = collections.Counter()
    for statements, question in asked:
        texts.update(statements)
        texts[question] += 1
    words, longer = collections.Counter(), collections.Counter()
    for text, count in texts.items():
        tokens = ngrams_of(story_words(text), ngrams)
        size = len(story_words(text))
        for token in tokens[:size]:
            words[token] += count
        for token in tokens[size:]:
            longer[token] += count
    for answer in answer_texts(y, max_answer_words):
        words.update(answer)
    return [*_by_frequency(words), *_by_frequency(longer)]


def _by_frequency(counts):
    return sorted(counts, key=lambda token: (-counts[token], token))
