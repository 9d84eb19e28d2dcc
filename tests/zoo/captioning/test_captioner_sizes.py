"""Captioners have the published numbers of parameters."""

import pytest

import zoo


@pytest.mark.parametrize(
    ("name", "options", "count"),
    (
        ("nic_captioner", {}, 12_159_063),
        ("cnn_lstm_captioner", {}, 5_079_115),
        ("scn_captioner", {}, 11_268_171),
        ("atpl_captioner", {}, 13_237_303),
        ("atpl_captioner", {"num_tags": None}, 7_048_247),
    ),
)
def test_published_sizes(name, options, count):
    model = getattr(zoo, name)(vocabulary_size=8791, **options)
    assert model.count_params() == count


@pytest.mark.parametrize(
    ("hidden", "count"),
    ((None, 2048 * 999 + 999), (512, 2048 * 512 + 512 + 512 * 999 + 999)),
)
def test_tag_detector(hidden, count):
    assert zoo.tag_detector(hidden=hidden).count_params() == count
