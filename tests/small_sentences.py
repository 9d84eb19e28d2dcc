"""Small models of sentiment and relatedness, and what they read."""

import zoo

WORDS = ("a", "bore", "gem", "not", "rare")
TREES = [
    "(4 (2 a) (4 (3 rare) (3 gem)))",
    "(0 (2 a) (1 bore))",
    "(1 (1 not) (3 (2 a) (3 gem)))",
    "(2 a)",
    "(3 (2 not) (0 (2 a) (0 bore)))",
]
BARK = {"tokens": ["dogs", "bark"], "heads": [2, 0]}
SLEEP = {"tokens": ["cats", "sleep", "well"], "heads": [2, 0, 2]}
PAIRS = [(BARK, SLEEP), (BARK, BARK), (SLEEP, BARK)]
SCORES = [2.5, 5.0, 1.0]
PAIR_WORDS = ("bark", "cats", "dogs", "sleep", "well")
SMALL = {"units": 6, "embedding_dim": 4}


def sentiment(name="tree_lstm_sentiment", **arguments):
    """A small model of sentiment, with `WORDS` unless others are given."""
    return _make(name, {"vocabulary": WORDS, "dropout": 0.0, **arguments})


def relatedness(name="tree_lstm_relatedness", **arguments):
    """A small model of relatedness."""
    return _make(name, {"vocabulary": PAIR_WORDS, "hidden": 3, **arguments})


def _make(name, arguments):
    if "vocabulary_size" in arguments:
        del arguments["vocabulary"]
    return getattr(zoo, name)(**{**SMALL, **arguments})
