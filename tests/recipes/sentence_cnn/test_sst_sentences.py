from keras_tpr.trees import from_brackets
from recipes.datasets.labelled_sentences import UNDECIDED
from recipes.sentence_cnn.sst_sentences import sst_sentences

TREES = [
    from_brackets("(4 (2 a) (3 (3 good) (2 film)))"),
    from_brackets("(1 (1 bad) (2 film))"),
    from_brackets("(2 (3 good) (2 film))"),
]


def pairs(sentences):
    return [
        (" ".join(words), label)
        for words, label in zip(
            sentences.sentences, sentences.labels, strict=True
        )
    ]


def test_sentences():
    fine = sst_sentences(TREES, binary=False, phrases=False)
    assert pairs(fine) == [
        ("a good film", 4),
        ("bad film", 1),
        ("good film", 2),
    ]
    assert fine.class_names[4] == "very positive"
    binary = sst_sentences(TREES, binary=True, phrases=False)
    assert pairs(binary) == [("a good film", 1), ("bad film", 0)]
    assert binary.class_names == ("negative", "positive")


def test_phrases_once_for_each_class():
    found = pairs(sst_sentences(TREES, binary=False, phrases=True))
    assert found == [
        ("a good film", 4),
        ("a", 2),
        ("good film", 3),
        ("good", 3),
        ("film", 2),
        ("bad film", 1),
        ("bad", 1),
        # Another class than within the first sentence.
        ("good film", 2),
    ]
    found = pairs(sst_sentences(TREES, binary=True, phrases=True))
    assert found == [
        ("a good film", 1),
        ("good film", 1),
        ("good", 1),
        ("bad film", 0),
        ("bad", 0),
    ]


def test_neutral_phrases_are_undecided():
    found = sst_sentences(TREES, binary=True, phrases=True, neutral=True)
    assert ("a", UNDECIDED) in pairs(found)
    assert ("good film", UNDECIDED) in pairs(found)
    decided = [pair for pair in pairs(found) if pair[1] != UNDECIDED]
    assert decided == pairs(sst_sentences(TREES, binary=True, phrases=True))
