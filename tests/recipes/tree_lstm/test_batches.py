"""`RowBatches` and `SpanBatches`."""

import keras
import numpy as np
import pytest
from random_trees import random_tree
from small_sentences import relatedness, sentiment

from keras_tpr.trees import Tree, from_brackets
from recipes.tree_lstm.row_batches import RowBatches
from recipes.tree_lstm.span_batches import SpanBatches, labelled_spans

RNG = np.random.default_rng(0)
WORDS = ["w0", "w1", "w2", "w3"]
TREES = [random_tree(RNG, leaves) for leaves in (3, 1, 6, 2, 4, 5, 2)]


def flat(batch):
    return [
        (path, keras.ops.convert_to_numpy(array))
        for path, array in keras.tree.flatten_with_path(batch)
    ]


def take(stream, count):
    return [flat(batch) for batch in stream.take(count)]


def assert_same(some, others):
    assert len(some) == len(others)
    for batch, other in zip(some, others, strict=True):
        for (path, a), (other_path, b) in zip(batch, other, strict=True):
            assert path == other_path
            np.testing.assert_array_equal(a, b)


def row_batches():
    model = sentiment(vocabulary=WORDS)
    rows, targets = model.encode(TREES, labelled=True)
    return model, RowBatches(model, rows, targets, batch_size=3)


def span_batches(num_spans=2):
    model = sentiment("lstm_sentiment", vocabulary=WORDS)
    return model, SpanBatches(model, TREES, num_spans, batch_size=9)


@pytest.mark.parametrize("make", [row_batches, span_batches])
def test_a_stream_may_begin_anywhere(make):
    _, batches = make()
    assert batches.updates_per_epoch == 3
    whole = take(batches.training(seed=1), 8)
    assert_same(take(batches.training(1, first_update=5), 3), whole[5:])
    other = take(batches.training(seed=2), 8)
    assert any(
        a.shape != b.shape or (a != b).any()
        for some, others in zip(whole, other, strict=True)
        for (_, a), (_, b) in zip(some, others, strict=True)
    )


@pytest.mark.parametrize("make", [row_batches, span_batches])
def test_evaluation_is_that_of_the_model(make):
    model, batches = make()
    expected = model.evaluate(TREES, verbose=0, return_dict=True)
    found = model.evaluate(batches.evaluation(), verbose=0, return_dict=True)
    assert found == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize("make", [row_batches, span_batches])
def test_trains(make):
    model, batches = make()
    preprocessor, model.preprocessor = model.preprocessor, None
    history = model.fit(
        batches.training(0), steps_per_epoch=3, epochs=2, verbose=0
    ).history
    assert np.isfinite(history["loss"]).all()
    model.preprocessor = preprocessor


def test_schedule():
    model, batches = row_batches()
    (x, y), *_ = batches.evaluation()
    assert set(x) == {"token_ids", "children", "node_mask", "schedule"}
    assert x["children"].shape[-1] == 2
    bare = {name: value for name, value in x.items() if name != "schedule"}
    np.testing.assert_allclose(model(x), model(bare), atol=1e-6)
    assert y.shape == x["token_ids"].shape


def test_pairs():
    model = relatedness(kind="constituency", vocabulary=WORDS)
    pairs = list(zip(TREES, TREES[::-1], strict=True))
    scores = RNG.uniform(1, 5, len(pairs))
    batches = RowBatches(
        model, *model.encode(pairs, scores, labelled=True), batch_size=3
    )
    expected = model.evaluate(pairs, scores, verbose=0, return_dict=True)
    found = model.evaluate(batches.evaluation(), verbose=0, return_dict=True)
    assert found == pytest.approx(expected, rel=1e-4)


def test_fingerprints():
    _, batches = row_batches()
    _, same = row_batches()
    assert batches.fingerprint == same.fingerprint
    model = sentiment(vocabulary=WORDS)
    rows, _ = model.encode(TREES[:-1], labelled=True)
    assert RowBatches(model, rows, None, 3).fingerprint != same.fingerprint


def test_spans():
    tree = from_brackets("(3 (0 a) (1 (2 b) (4 c)))").map_labels(int)
    assert labelled_spans(tree).tolist() == [
        [0, 1, 0],
        [1, 2, 2],
        [2, 3, 4],
        [1, 3, 1],
    ]
    half = Tree(1, [Tree(None, word="a"), Tree(0, word="b")])
    assert labelled_spans(half).tolist() == [[1, 2, 0]]
    assert labelled_spans(Tree(1, word="a")).shape == (0, 3)


def test_phrases_have_their_words_and_classes():
    model, batches = span_batches(num_spans=3)
    phrases = {
        (tuple(node.words()), node.label)
        for tree in TREES
        for node in tree.preorder()
    }
    tokenizer = model.preprocessor.tokenizer
    sentences = 0
    for x, y in batches.training(0).take(4):
        for ids, mask, number in zip(
            *(np.asarray(a) for a in (x["token_ids"], x["padding_mask"], y)),
            strict=True,
        ):
            words = tuple(tokenizer.id_to_token(i) for i in ids[mask])
            assert (words, number) in phrases
        # Sentences of one word have no other phrases.
        assert 2 <= len(np.asarray(y)) <= 8
        sentences += 1
    assert sentences == 4
