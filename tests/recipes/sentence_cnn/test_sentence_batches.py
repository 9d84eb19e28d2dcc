import itertools

import numpy as np

import zoo
from recipes.datasets.labelled_sentences import UNDECIDED, LabelledSentences
from recipes.sentence_cnn.sentence_batches import SentenceBatches, targets_of

WORDS = ["a", "b", "c"]
SENTENCES = LabelledSentences(
    [["a"] * (n % 4) + ["b"] for n in range(10)] + [[]],
    [n % 2 for n in range(11)],
    ("no", "yes"),
)


def make():
    model = zoo.nbow(config={"embedding_dim": 4}, vocabulary=WORDS)
    return SentenceBatches(SENTENCES, model.preprocessor, batch_size=4)


def listed(dataset, count):
    return [
        (x["token_ids"].numpy(), y.numpy())
        for x, y in itertools.islice(dataset, count)
    ]


def test_a_pass_has_each_sentence_once():
    batches = make()
    assert batches.updates_per_epoch == 3
    found = listed(batches.training(seed=1), 3)
    rows = [tuple(i for i in row if i) for ids, _ in found for row in ids]
    expected = [
        tuple(2 if w == "a" else 3 for w in words)
        for words in SENTENCES.sentences
    ]
    assert sorted(rows) == sorted(expected)
    for ids, _ in found:
        # As wide as the longest sentence of the batch.
        assert ids.shape[1] == max(1, (ids != 0).sum(axis=1).max())


def test_a_stream_can_begin_anywhere():
    batches = make()
    whole = listed(batches.training(seed=1), 6)
    part = listed(batches.training(seed=1, first_update=2), 4)
    for (ids, labels), (others, other_labels) in zip(
        whole[2:], part, strict=True
    ):
        np.testing.assert_array_equal(ids, others)
        np.testing.assert_array_equal(labels, other_labels)


def test_evaluation():
    ((ids, labels),) = listed(make().evaluation(), 9)
    lengths = (ids != 0).sum(axis=1).tolist()
    assert lengths == sorted(lengths) and len(labels) == 11


def test_targets():
    labels = [1, UNDECIDED, 0]
    sentences = LabelledSentences(["a", "b", "c"], labels, ("no", "yes"))
    assert targets_of(sentences).tolist() == [[0, 1], [0.5, 0.5], [1, 0]]
