"""Forced rows and losses, against loops written from the equations."""

import itertools

import numpy as np
import pytest
from layer_checks import assert_close, to_numpy

from zoo.atpl.parser_loss import forced_rows, row_loss, span_loss

RNG = np.random.default_rng(0)
BITS = np.array(
    [
        [[0, 1, 1, 0, 1], [0, 0, 0, 1, 1], [0] * 5],
        [[0, 1, 0, 0, 0], [0, 0, 0, 0, 0], [0] * 5],
    ]
)
SIZES = (5, 3)
TOKENS = np.array([[3, 4, 5, 6, 7], [3, 4, 5, 0, 0]])
MASK = TOKENS > 0
ROWS = np.array([[True, True, True], [True, True, False]])
LABELS = RNG.integers(0, 4, (2, 3, 5))
SCORES = {
    "bits": RNG.standard_normal((2, 2, 5, 2)).astype("float32"),
    "labels": RNG.standard_normal((2, 2, 5, 4)).astype("float32"),
}


def softmax(x):
    x = np.exp(x - x.max(-1, keepdims=True))
    return x / x.sum(-1, keepdims=True)


def runs(bits):
    start = 0
    for _, run in itertools.groupby(bits):
        end = start + len(list(run))
        yield start, end
        start = end


def first_of_below(b, k, t):
    """The first word of the part of the row below that a word is in."""
    below = np.arange(5) % 2 if k == 0 else BITS[b, k - 1]
    return next(s for s, end in runs(below[: SIZES[b]]) if s <= t < end)


def expected(name):
    values = SCORES[name]
    found = np.zeros((2, 3, 5, values.shape[-1]))
    for b, k in itertools.product(range(2), range(3)):
        size = SIZES[b]
        below = np.arange(size) % 2 if k == 0 else BITS[b, k - 1, :size]
        parts = below if name == "bits" else BITS[b, k, :size]
        g = values[b, min(k, 1)]
        for start, end in runs(parts):
            found[b, k, start:end] = softmax(g[start:end].mean(0))
    return found


def test_forced_rows():
    found = to_numpy(forced_rows(SCORES, BITS, MASK))
    for name in ("bits", "labels"):
        real = np.broadcast_to(MASK[:, None], BITS.shape)
        assert_close(found[name][real], expected(name)[real].astype("float32"))


@pytest.mark.parametrize("encoding", ["alternating", "boundary"])
@pytest.mark.parametrize("weighting", ["token", "segment"])
def test_row_loss(encoding, weighting):
    x = {
        "token_ids": TOKENS,
        "bits": BITS,
        "labels": LABELS,
        "row_mask": ROWS,
    }
    found = forced_rows(SCORES, BITS, MASK)
    loss = row_loss(found, x, encoding, weighting)
    total = weight = 0.0
    for b, k in itertools.product(range(2), range(3)):
        if not ROWS[b, k]:
            continue
        for start, end in runs(BITS[b, k, : SIZES[b]]):
            counted = range(start, end if weighting == "token" else start + 1)
            for t in counted:
                bit = BITS[b, k, t]
                if encoding == "boundary":
                    bit = int(first_of_below(b, k, t) == start)
                total -= np.log(expected("bits")[b, k, t, bit])
                total -= np.log(expected("labels")[b, k, t, LABELS[b, k, t]])
                weight += 1
    assert_close(float(loss), total / weight, rtol=1e-4)
    once = row_loss(
        found, x, encoding, weighting, np.array([1.0, 0.0], "float32")
    )
    assert float(once) != pytest.approx(float(loss))


def test_span_loss():
    scores = RNG.standard_normal((2, 5, 5, 4)).astype("float32")
    labels = RNG.integers(0, 4, (2, 5, 5))
    x = {"token_ids": TOKENS, "span_labels": labels}
    total = 0.0
    for b, size in enumerate(SIZES):
        for i in range(size):
            for j in range(i, size):
                total -= np.log(softmax(scores[b, i, j])[labels[b, i, j]])
    assert_close(float(span_loss(scores, x)), total / sum(SIZES), rtol=1e-4)
    first = float(span_loss(scores, x, np.array([1.0, 0.0], "float32")))
    alone = {name: value[:1] for name, value in x.items()}
    assert first == pytest.approx(float(span_loss(scores[:1], alone)), rel=1e-4)
