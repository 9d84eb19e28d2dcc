"""Section 8 of the paper's account: what the published sizes come to."""

import pytest

import zoo

VOCABULARY = 10


def composition(model):
    """Parameters without word vectors and head."""
    return model.backbone.count_params() - VOCABULARY * 300


@pytest.mark.parametrize(
    ("name", "arguments", "units", "count"),
    [
        ("tree_lstm_sentiment", {}, 150, 316_050),
        ("tree_lstm_sentiment", {"kind": "dependency"}, 168, 315_168),
        ("lstm_sentiment", {}, 168, 315_168),
        ("lstm_sentiment", {"bidirectional": True}, 168, 315_168),
        ("lstm_sentiment", {"layers": 2}, 120, 317_760),
        (
            "lstm_sentiment",
            {"layers": 2, "bidirectional": True},
            120,
            317_760,
        ),
        ("tree_lstm_relatedness", {}, 150, 202_950),
        ("tree_lstm_relatedness", {"kind": "constituency"}, 142, 204_622),
        ("lstm_relatedness", {}, 150, 202_950),
        ("lstm_relatedness", {"bidirectional": True}, 150, 202_950),
        ("lstm_relatedness", {"layers": 2}, 108, 202_824),
    ],
)
def test_composition(name, arguments, units, count):
    model = getattr(zoo, name)(vocabulary_size=VOCABULARY, **arguments)
    assert model.backbone.units == units
    assert composition(model) == count


@pytest.mark.parametrize(
    ("name", "arguments", "count"),
    [
        ("tree_lstm_sentiment", {}, 755),
        ("tree_lstm_sentiment", {"kind": "dependency"}, 845),
        ("tree_lstm_sentiment", {"num_classes": 3}, 453),
        ("lstm_sentiment", {"num_classes": 3}, 507),
        ("tree_lstm_relatedness", {}, 15_305),
        ("tree_lstm_relatedness", {"kind": "constituency"}, 14_505),
    ],
)
def test_head(name, arguments, count):
    model = getattr(zoo, name)(vocabulary_size=VOCABULARY, **arguments)
    assert model.head.count_params() == count


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("tree_lstm_sentiment", 21_703),
        ("lstm_sentiment", 21_703),
        ("tree_lstm_relatedness", 2_410),
        ("lstm_relatedness", 2_410),
    ],
)
def test_vocabulary(name, count):
    model = getattr(zoo, name)(units=2, embedding_dim=2)
    assert model.backbone.vocabulary_size == count
