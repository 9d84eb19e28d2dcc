"""Means over parts, against a loop over their runs."""

import itertools

import keras
import numpy as np
import pytest
from gradients_of import gradients_of
from hypothesis import given
from hypothesis import strategies as st
from layer_checks import assert_close, check_layer, check_padding, to_numpy

from keras_tpr.layers import SegmentAverage, part_starts

RNG = np.random.default_rng(0)
G = RNG.standard_normal((3, 6, 2)).astype("float32")
BITS = np.array([[0, 1, 1, 0, 0, 0], [0, 0, 1, 1, 0, 1], [0] * 6])
MASK = np.arange(6) < np.array([[6], [3], [0]])


def reference(g, bits, mask):
    """Means over the runs of equal bits, and zeros behind them."""
    result = np.zeros(g.shape)
    for b, (row, real) in enumerate(zip(bits, mask, strict=True)):
        start = 0
        for _, run in itertools.groupby(row[: real.sum()]):
            end = start + len(list(run))
            result[b, start:end] = g[b, start:end].mean(axis=0)
            start = end
    return result.astype("float32")


def test_means_over_runs():
    all_real = np.ones_like(MASK)
    assert_close(SegmentAverage()(G, BITS), reference(G, BITS, all_real))
    assert_close(
        SegmentAverage()(G, BITS, padding_mask=MASK), reference(G, BITS, MASK)
    )


@given(st.lists(st.integers(0, 1), min_size=1, max_size=12))
def test_both_encodings_say_the_same(bits):
    bits = np.array([bits])
    g = RNG.standard_normal((1, bits.shape[1], 3)).astype("float32")
    starts = to_numpy(part_starts(bits))
    assert_close(
        SegmentAverage()(g, bits), SegmentAverage("boundary")(g, starts)
    )
    assert_close(
        SegmentAverage()(g, bits), reference(g, bits, np.ones(bits.shape, bool))
    )


def test_the_first_position_begins_a_part():
    assert to_numpy(part_starts([[1, 1, 0]], "boundary")).tolist() == [
        [1, 1, 0]
    ]
    assert to_numpy(part_starts([[0, 0, 1]], "boundary")).tolist() == [
        [1, 0, 1]
    ]
    assert to_numpy(part_starts([[1, 1, 0]])).tolist() == [[1, 0, 1]]


def test_means_of_means_are_the_same():
    once = SegmentAverage()(G, BITS)
    assert_close(SegmentAverage()(once, BITS), once)


def test_padding():
    inputs = {"g": G, "bits": BITS, "padding_mask": MASK}
    check_padding(SegmentAverage(), inputs)
    output = to_numpy(SegmentAverage()(**inputs))
    assert (output[~MASK] == 0).all()
    broken = np.where(MASK[..., None], G, np.nan)
    assert_close(SegmentAverage()(broken, BITS, padding_mask=MASK), output)


def test_gradient_is_shared_by_a_part():
    g = keras.Variable(G)
    layer = SegmentAverage()
    (gradient,) = gradients_of(
        lambda: keras.ops.sum(
            layer(g, BITS, padding_mask=MASK) * keras.ops.convert_to_tensor(G)
        ),
        [g],
    )
    # The layer is a symmetric matrix on each channel.
    assert_close(gradient, reference(G, BITS, MASK))


@pytest.mark.parametrize("encoding", ["alternating", "boundary"])
def test_layer(encoding):
    inputs = {"g": G, "bits": BITS, "padding_mask": MASK}
    check_layer(
        SegmentAverage, {"bit_encoding": encoding}, inputs, dynamic=(*inputs,)
    )


def test_one_position():
    assert_close(SegmentAverage()(G[:, :1], BITS[:, :1]), G[:, :1])


def test_bad_input():
    with pytest.raises(ValueError, match="`bit_encoding` must be one of"):
        SegmentAverage("parity")
    with pytest.raises(ValueError, match="`bit_encoding` must be one of"):
        part_starts([0], "parity")
    with pytest.raises(ValueError, match=r"\(B, T, C\).*\(3, 6\)"):
        SegmentAverage()(G[..., 0], BITS)
