"""The language `shuffled`: English under a substitution of letters."""

import string

from recipes.datasets.babi.story import Question, Story

# That of the release, where capitals have a substitution of their own. No
# released English text has a "z", nor the capitals K, N to R, U, V, X and Z:
# these take the letters left over, in the order of the alphabet.
_SMALL = "tpoahsrzeckuymbvfxlqdnjwig"
_CAPITAL = "CZWYITADXHBFUEGJKLORNPMQVS"
_SUBSTITUTES = str.maketrans(string.ascii_letters, _SMALL + _CAPITAL)


def substitute_letters(story):
    """Writes a story in other letters, those of the release.

    Args:
        story: A `Story` in English.

    Returns:
        A `Story` whose words a reader of English does not know; equal words
        stay equal, words that differ differ.
    """
    return Story(
        tuple(text.translate(_SUBSTITUTES) for text in story.statements),
        tuple(
            Question(
                question.text.translate(_SUBSTITUTES),
                question.answer.translate(_SUBSTITUTES),
                question.support,
                question.position,
            )
            for question in story.questions
        ),
    )
