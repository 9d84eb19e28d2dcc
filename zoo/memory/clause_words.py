"""Closed classes of English words, for taggers without a trained model."""

DETERMINERS = frozenset({"the", "a", "an"})

# Patterns of nltk's `RegexpTagger`, the first that fits; all else are nouns
# and adjectives.
TAG_PATTERNS = (
    (r"(the|a|an)$", "DT"),
    (
        r"(to|in|of|before|from|with|inside|than|at|on|above|below|by|into)$",
        "IN",
    ),
    (r"(he|she|they|it)$", "PRP"),
    (r"(and|or)$", "CC"),
    (r"(not|no|longer|either)$", "NEG"),
    (
        r"(back|there|then|after|that|afterwards|following|this|up|down|"
        r"morning|afternoon|evening|yesterday)$",
        "RB",
    ),
    (r"(what|where|who|whom|why|how|which)$", "WP"),
    (r"(is|are|was|were|be|will|did|does|do)$", "AUX"),
    (
        r"(went|got|took|gave|left|put|came|ran|sat|stood|saw|found|brought|"
        r"threw|held|kept|lost|met|sent|told|ate|drank|bought|sold|flew|"
        r"drove|rode|swam|wrote|go|get|give|take|fit|fits|carrying|.*ed)$",
        "VB",
    ),
    (r".*", "NN"),
)
