import gzip

import pytest

from keras_tpr.metrics.captions.meteor_data import MeteorData
from keras_tpr.metrics.captions.meteor_matcher import (
    EXACT,
    PARAPHRASE,
    STEM,
    SYNONYM,
    MeteorMatcher,
)
from keras_tpr.metrics.captions.paraphrase_table import ParaphraseTable
from keras_tpr.metrics.captions.wordnet_synonyms import WordNetSynonyms


@pytest.fixture
def data(tmp_path):
    with gzip.open(tmp_path / "table.gz", "wt") as file:
        for pair in [
            "a lot of\nmany",
            "bike\nmotor bike",
            "motor bike\nbike",
            "dogs\nhounds",
        ]:
            file.write(f"0.1\n{pair}\n")
    return MeteorData(
        function_words=frozenset(["a", "of"]),
        prefixes={},
        synonyms=WordNetSynonyms(["bike", "1", "cycle", "1 2", "dog", "3"], []),
        paraphrases=ParaphraseTable.read(tmp_path / "table.gz"),
    )


def matches(data, candidate, reference):
    ours, theirs = candidate.split(), reference.split()
    matcher = MeteorMatcher(
        data, [ours, ["x"]], [theirs, ["y"]], lambda word: word.rstrip("s")
    )
    return matcher.matches(matcher.candidate(ours), matcher.reference(theirs))


def test_exact_words_at_all_places(data):
    assert matches(data, "a b a", "b a") == [
        [(1, 1, 1, 2, EXACT)],
        [(0, 1, 1, 2, EXACT), (2, 1, 1, 2, EXACT)],
    ]


def test_stems_and_synonyms_are_matches_of_their_own(data):
    # dogs and dog share the stem and the synset.
    assert matches(data, "dogs", "dog") == [
        [(0, 1, 1, 0, STEM), (0, 1, 1, 0, SYNONYM)]
    ]
    assert matches(data, "cycles", "bike") == [[(0, 1, 1, 0, SYNONYM)]]


def test_the_same_word_matches_only_exactly(data):
    assert matches(data, "dog", "dog") == [[(0, 1, 1, 2, EXACT)]]


def test_paraphrases_in_both_directions(data):
    # Listed once, from the candidate; two words round down to one.
    assert matches(data, "a lot of x", "y many") == [
        [],
        [(0, 3, 1, 1, PARAPHRASE)],
    ]
    # Listed once, from the reference.
    assert matches(data, "many", "a lot of") == [
        [(0, 1, 3, 1, PARAPHRASE)],
        [],
        [],
    ]
    # Listed both ways: two matches.
    assert matches(data, "motor bike", "bike") == [
        [
            (1, 1, 1, 2, EXACT),
            (0, 2, 1, 1, PARAPHRASE),
            (0, 2, 1, 1, PARAPHRASE),
        ]
    ]


def test_nothing_in_common(data):
    assert matches(data, "x", "y z") == [[], []]
