"""What a parser is trained for."""

from keras import ops

from keras_tpr.layers import SegmentAverage, part_starts
from zoo.atpl.word_rows import NO_CLASS

WEIGHTINGS = ("token", "segment")


def forced_rows(scores, bits, mask):
    """Probabilities of the rows, each with the row below given.

    Args:
        scores: dict of `bits` `(B, S, T, 2)` and `labels` `(B, S, T, C)`.
        bits: alternating bits `(B, K - 1, T)`.
        mask: boolean `(B, T)`.

    Returns:
        A dict of `bits` `(B, K - 1, T, 2)` and `labels` `(B, K - 1, T, C)`.
    """
    _, rows, length = ops.shape(bits)
    sets = scores["bits"].shape[1]
    places = ops.minimum(ops.arange(rows), sets - 1)
    below = _bits_below(bits)
    average = SegmentAverage()
    flat_mask = ops.reshape(
        ops.broadcast_to(ops.expand_dims(mask, 1), ops.shape(bits)),
        (-1, length),
    )

    def averaged(values, parts):
        values = ops.take(values, places, axis=1)
        shape = ops.shape(values)
        size = values.shape[-1]
        means = average(
            ops.reshape(values, (-1, length, size)),
            ops.reshape(parts, (-1, length)),
            padding_mask=flat_mask,
        )
        return ops.softmax(ops.reshape(means, shape), axis=-1)

    return {
        "bits": averaged(scores["bits"], below),
        "labels": averaged(scores["labels"], bits),
    }


def row_loss(found, x, bit_encoding, loss_weighting, sample_weight=None):
    """Mean cross-entropy of bits, plus that of labels.

    Args:
        found: what `forced_rows` gives.
        x: dict of `token_ids`, `bits`, `labels` and `row_mask`.
        bit_encoding: what bits shall say.
        loss_weighting: `"token"`, all words count the same; `"segment"`, all
            parts do.
        sample_weight: `(B,)`, or None.
    """
    bits = ops.cast(x["bits"], "int32")
    starts = part_starts(bits)
    mask = ops.expand_dims(ops.not_equal(x["token_ids"], 0), 1)
    weights = ops.cast(ops.expand_dims(x["row_mask"], -1), "float32")
    weights = weights * ops.cast(mask, "float32")
    if sample_weight is not None:
        weights = weights * ops.reshape(sample_weight, (-1, 1, 1))
    if loss_weighting == "segment":
        weights = weights * ops.cast(starts, "float32")
    targets = {
        "bits": _begun(starts, bits) if bit_encoding == "boundary" else bits,
        "labels": ops.cast(x["labels"], "int32"),
    }
    total = ops.maximum(ops.sum(weights), 1e-6)
    return sum(
        ops.sum(weights * _negative_log(found[name], target)) / total
        for name, target in targets.items()
    )


def span_loss(scores, x, sample_weight=None):
    """Cross-entropy of the labels of all runs of words, per word.

    Args:
        scores: `(B, T, T, C)`.
        x: dict of `token_ids` and `span_labels`.
        sample_weight: `(B,)`, or None.
    """
    length = ops.shape(x["token_ids"])[1]
    place = ops.arange(length)
    ordered = ops.expand_dims(place, -1) <= place
    mask = ops.not_equal(x["token_ids"], 0)
    real = ops.expand_dims(mask, 1) & ops.expand_dims(ordered, 0)
    weights = ops.cast(real, "float32")
    words = ops.cast(mask, "float32")
    if sample_weight is not None:
        weights = weights * ops.reshape(sample_weight, (-1, 1, 1))
        words = words * ops.reshape(sample_weight, (-1, 1))
    scores = ops.cast(scores, "float32")
    norm = ops.logsumexp(scores, axis=-1)
    target = ops.cast(x["span_labels"], "int32")
    chosen = ops.take_along_axis(scores, ops.expand_dims(target, -1), axis=-1)
    losses = norm - ops.squeeze(chosen, -1)
    return ops.sum(weights * losses) / ops.maximum(ops.sum(words), 1e-6)


def _bits_below(bits):
    """The bits of the row below each; below the first every word is a part."""
    batch, _, length = ops.shape(bits)
    single = ops.cast(ops.arange(length) % 2, bits.dtype)
    single = ops.broadcast_to(single, (batch, 1, length))
    return ops.concatenate([single, bits[:, :-1]], axis=1)


def _begun(starts, bits):
    """Which parts of the row below begin a part, for each of their words.

    The scores of a part of the row below are one, and so is what they say.
    """
    shape = ops.shape(bits)
    share = SegmentAverage()(
        ops.cast(ops.reshape(starts, (-1, shape[-1], 1)), "float32"),
        ops.reshape(_bits_below(bits), (-1, shape[-1])),
    )
    return ops.cast(ops.reshape(share, shape) > 0, "int32")


def _negative_log(probabilities, target):
    probabilities = ops.cast(probabilities, "float32")
    target = ops.expand_dims(ops.maximum(target, NO_CLASS + 1), -1)
    chosen = ops.take_along_axis(probabilities, target, axis=-1)
    return -ops.log(ops.maximum(ops.squeeze(chosen, -1), 1e-7))
