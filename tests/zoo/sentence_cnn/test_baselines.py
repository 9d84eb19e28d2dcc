"""Max-TDNN and NBoW, compared with their equations."""

import numpy as np
import pytest
from atpl_weights import randomize
from dcnn_reference import convolve
from layer_checks import assert_close, to_numpy

import zoo

IDS = np.array(
    [[5, 3, 9, 2, 7, 4, 6], [7, 2, 4, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0]]
)
LENGTHS = (IDS != 0).sum(axis=1)


def test_max_tdnn():
    backbone = zoo.MaxTDNNBackbone(10, embedding_dim=4, width=5)
    randomize(backbone)
    table = to_numpy(backbone.embedding.embeddings.value)
    kernel = to_numpy(backbone.get_layer("convolution_1").kernel.value)
    bias = to_numpy(backbone.get_layer("bias_1").bias.value)
    found = to_numpy(backbone({"token_ids": IDS}))
    for row, ids, length in zip(found, IDS, LENGTHS, strict=True):
        if not length:
            assert (row == 0).all()
            continue
        words = table[ids[:length]]
        # Shorter sentences are padded with zero vectors.
        words = np.pad(words, [(0, max(0, 5 - length)), (0, 0)])
        outputs = np.tanh(convolve(words[..., None], kernel, False) + bias)
        assert_close(row, outputs.max(axis=0)[:, 0].astype("float32"))
        alone = to_numpy(backbone({"token_ids": ids[None, :length]}))[0]
        assert_close(alone, row)


def test_nbow():
    backbone = zoo.NBoWBackbone(10, embedding_dim=4)
    randomize(backbone)
    table = to_numpy(backbone.embedding.embeddings.value)
    expected = [
        np.tanh(table[ids[:length]].sum(axis=0))
        for ids, length in zip(IDS, LENGTHS, strict=True)
    ]
    assert_close(backbone({"token_ids": IDS}), np.stack(expected))


@pytest.mark.parametrize(
    ("name", "parameters"), [("max_tdnn", 741_938), ("nbow", 741_602)]
)
def test_published_sizes(name, parameters):
    model = getattr(zoo, name)(vocabulary_size=15_448)
    assert model.count_params() == parameters


def test_a_width_of_one():
    backbone = zoo.MaxTDNNBackbone(10, embedding_dim=4, width=1)
    assert backbone({"token_ids": IDS}).shape == (3, 4)
