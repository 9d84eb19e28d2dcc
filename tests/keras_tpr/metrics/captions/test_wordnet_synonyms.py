import pytest

from keras_tpr.metrics.captions.wordnet_synonyms import WordNetSynonyms

SYNSETS = """dog
1 2
man
3
bus
4
stop
5
make
6
mak
7
big
8
glass
9
carry
10
box
11
us
12
woman
13""".split("\n")
EXCEPTIONS = ["man", "men", "good", "better best"]


@pytest.fixture
def synonyms():
    return WordNetSynonyms(SYNSETS, EXCEPTIONS)


@pytest.mark.parametrize(
    "word, expected",
    [
        ("dog", {"1", "2"}),
        ("dogs", {"1", "2"}),
        ("men", {"3"}),
        ("women", {"13"}),
        ("buses", {"4"}),
        ("boxes", {"11"}),
        ("stoped", {"5"}),
        ("making", {"6"}),
        # For adjectives the ending itself goes first: mak, not make.
        ("maker", {"7"}),
        ("bigest", {"8"}),
        ("glass", {"9"}),
        ("carries", {"10"}),
        ("us", {"12"}),
        ("unknown", set()),
        # Irregular forms are not taken apart.
        ("best", set()),
    ],
)
def test_synsets(synonyms, word, expected):
    assert synonyms.synsets(word) == expected
