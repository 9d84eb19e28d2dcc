"""The network of the DCNN, compared with the equations word by word."""

import numpy as np
import pytest
from atpl_weights import randomize
from dcnn_reference import features
from layer_checks import assert_close, save_and_load, to_numpy

import zoo

IDS = np.array(
    [
        [5, 3, 9, 2, 7, 4, 6, 8, 3, 5, 2],
        [7, 2, 4, 0, 0, 0, 0, 0, 0, 0, 0],
        [3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ]
)
LENGTHS = (IDS != 0).sum(axis=1)


def make(**options):
    backbone = zoo.DCNNBackbone(
        **{
            "vocabulary_size": 10,
            "embedding_dim": 8,
            "widths": (4, 3),
            "maps": (2, 3),
            "k_top": 3,
            **options,
        }
    )
    randomize(backbone)
    return backbone


def reference(backbone, ids):
    table = to_numpy(backbone.embedding.embeddings.value)
    count = len(backbone.widths)
    kernels, biases = (
        [
            to_numpy(getattr(backbone.get_layer(f"{name}_{i}"), weight).value)
            for i in range(1, count + 1)
        ]
        for name, weight in (("convolution", "kernel"), ("bias", "bias"))
    )
    return features(
        table[ids], kernels, biases, backbone.k_top, backbone.folding[0]
    ).reshape(-1)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"widths": (5,), "maps": (3,), "k_top": 4},
        {"widths": (3, 2, 2), "maps": (2, 2, 2)},
        {"folding": False},
    ],
)
def test_equals_the_equations(options):
    backbone = make(**options)
    found = to_numpy(backbone({"token_ids": IDS}))
    for row, ids, length in zip(found, IDS, LENGTHS, strict=True):
        if length:
            expected = np.zeros(row.shape)
            values = reference(backbone, ids[:length])
            expected[: len(values)] = values
            assert_close(row, expected.astype("float32"), atol=1e-5)
        else:
            assert (row == 0).all()


def test_a_batch_gives_what_each_sentence_gives():
    backbone = make(embeddings_initializer="ones")
    found = to_numpy(backbone({"token_ids": IDS}))
    wider = to_numpy(backbone({"token_ids": np.pad(IDS, [(0, 0), (0, 9)])}))
    assert_close(wider, found, atol=1e-5)
    for row, ids, length in zip(found, IDS, LENGTHS, strict=True):
        if length:
            alone = backbone({"token_ids": ids[None, :length]})
            assert_close(to_numpy(alone)[0], row, atol=1e-5)


def test_mixed_folding():
    backbone = make(
        embedding_dim=6, folding=(True, False), widths=(3, 2), maps=(2, 2)
    )
    assert backbone.output_shape == (None, 3 * 3 * 2)
    # 60 rows fold to 30 and to an odd 15, which is not folded again.
    assert make(embedding_dim=60).output_shape == (None, 3 * 15 * 3)


@pytest.mark.parametrize(
    ("config", "words", "parameters"),
    [
        ("sst_binary", 15_448, 755_258),
        ("sst_fine", 15_448, 760_373),
        ("trec", 9_592, 310_230),
        ("twitter", 76_643, 4_615_772),
    ],
)
def test_published_sizes(config, words, parameters):
    model = zoo.dcnn(config=config, vocabulary_size=words)
    assert model.count_params() == parameters
    # By default there are ids for padding and for unknown words.
    rows = zoo.dcnn(config=config).backbone.vocabulary_size
    assert rows == words + 2


def test_288_detectors():
    kernel = zoo.dcnn().backbone.get_layer("convolution_1").kernel
    assert kernel.shape[1] * kernel.shape[3] == 288


def test_file_and_config():
    backbone = make(filter_l2=0.1, embedding_l2=0.2, folding=(True, False))
    copy = save_and_load(backbone)
    assert_close(copy({"token_ids": IDS}), backbone({"token_ids": IDS}))
    assert len(backbone.losses) == 5


def test_fixed_word_vectors_stay_fixed():
    backbone = make(embedding_trainable=False)
    backbone.trainable = True
    assert not backbone.embedding.trainable_weights
    assert len(backbone.trainable_weights) == 4


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"maps": (2,)}, r"an entry for each layer.*maps=\(2,\)"),
        ({"widths": (), "maps": ()}, "an entry for each layer"),
        ({"folding": (True,)}, "an entry for each layer"),
        ({"folding": "yes"}, "`folding` must have an entry.*'yes'"),
        ({"folding": None}, "`folding` must have an entry.*None"),
        ({"folding": (1, 0)}, "`folding` must be True or False"),
        ({"widths": 3}, "`widths` must have an entry.*widths=3"),
        ({"maps": "22"}, "`maps` must have an entry.*'22'"),
        ({"embedding_dim": "8"}, "`embedding_dim` must be a positive.*'8'"),
        ({"vocabulary_size": 0}, "`vocabulary_size` must be a positive"),
        ({"embedding_dim": 7}, "Layer 1 cannot fold 7 rows"),
        ({"embedding_dim": 6}, "Layer 2 cannot fold 3 rows.*embedding_dim"),
    ],
)
def test_layers_that_cannot_be(options, message):
    with pytest.raises(ValueError, match=message):
        make(**options)
