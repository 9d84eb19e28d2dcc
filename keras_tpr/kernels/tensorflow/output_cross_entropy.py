"""Output layer and cross-entropy in one, without storing the logits."""

import tensorflow as tf

# Rows of logits at a time: 128 x 8791 floats stay within a core's cache.
CHUNK = 128


def output_cross_entropy(
    fillers,
    kernel,
    bias,
    targets,
    weights,
    training=True,
    label_smoothing=0.0,
):
    """Weighted cross-entropy of `softmax(f W + b)` over a large vocabulary.

    Rows are taken in chunks, and in training the gradient is made in the same
    pass, while a chunk of logits is in cache.

    Args:
        fillers: `(N, D)`.
        kernel: `(D, V)`.
        bias: `(V,)`.
        targets: integers `(N,)`.
        weights: `(N,)`; the result is the weighted sum over the rows.
        training: whether a gradient is wanted.
        label_smoothing: share of the target that is spread evenly over the
            vocabulary.

    Returns:
        `(loss, row_losses, hits)`: the weighted sum, differentiable; the
        negative log-likelihood of each row, not smoothed, and whether its
        target scored highest (1.0 or 0.0), neither differentiable.
    """
    arguments = (
        fillers,
        tf.convert_to_tensor(kernel),
        tf.convert_to_tensor(bias),
        tf.cast(targets, tf.int32),
        tf.cast(weights, fillers.dtype),
    )
    run = _with_gradient if training else _forward
    loss, row_losses, hits = run(*arguments)
    if label_smoothing:
        loss += label_smoothing * _lead(*arguments)
    return loss, row_losses, hits


@tf.custom_gradient
def _with_gradient(fillers, kernel, bias, targets, weights):
    loss, row_losses, hits, *gradients = _chunks(
        fillers, kernel, bias, targets, weights, gradient=True
    )

    def gradient(d_loss, _row_losses, _hits):
        return *(d_loss * g for g in gradients), None, None

    return (loss, row_losses, hits), gradient


def _forward(fillers, kernel, bias, targets, weights):
    return tuple(
        _chunks(fillers, kernel, bias, targets, weights, gradient=False)
    )


def _lead(fillers, kernel, bias, targets, weights):
    """Weighted sum of the targets' lead over the mean logit of a row.

    It is what moves the loss of the target towards the mean loss of all words.
    As it is linear in the logits, no row of them has to be made.
    """
    toward = tf.gather(tf.transpose(kernel), targets)
    toward -= tf.reduce_mean(kernel, axis=1)
    lead = tf.reduce_sum(fillers * toward, axis=-1)
    lead += tf.gather(bias, targets) - tf.reduce_mean(bias)
    return tf.reduce_sum(weights * lead)


def _chunks(fillers, kernel, bias, targets, weights, gradient):
    rows = tf.shape(fillers)[0]
    count = tf.maximum((rows + CHUNK - 1) // CHUNK, 1)
    # Chunks of one size (XLA miscounts others), with hardly any rows added.
    chunk = (rows + count - 1) // count
    fillers, targets, weights = (
        _in_chunks(x, count, chunk) for x in (fillers, targets, weights)
    )
    dtype = fillers.dtype

    def body(n, losses_all, hits_all, d_fillers_all, d_kernel, d_bias):
        f, y, w = fillers[n], targets[n], weights[n]
        logits = tf.matmul(f, kernel) + bias
        top = tf.reduce_max(logits, axis=-1, keepdims=True)
        exps = tf.exp(logits - top)
        total = tf.reduce_sum(exps, axis=-1, keepdims=True)
        target = tf.gather(logits, y, batch_dims=1)
        losses = tf.squeeze(tf.math.log(total) + top, -1) - target
        losses_all = losses_all.write(n, losses)
        hits = tf.cast(target >= tf.squeeze(top, -1), dtype)
        hits_all = hits_all.write(n, hits)
        if gradient:
            scaled = exps * (w[:, tf.newaxis] / total)
            index = tf.stack([tf.range(chunk), y], axis=-1)
            d_logits = tf.tensor_scatter_nd_sub(scaled, index, w)
            d_fillers_all = d_fillers_all.write(
                n, tf.matmul(d_logits, kernel, transpose_b=True)
            )
            d_kernel += tf.matmul(f, d_logits, transpose_a=True)
            d_bias += tf.reduce_sum(d_logits, axis=0)
        return n + 1, losses_all, hits_all, d_fillers_all, d_kernel, d_bias

    _, losses, hits, d_fillers, d_kernel, d_bias = tf.while_loop(
        lambda n, *_: n < count,
        body,
        (
            tf.constant(0),
            tf.TensorArray(dtype, count),
            tf.TensorArray(dtype, count),
            tf.TensorArray(dtype, count if gradient else 0),
            tf.zeros_like(kernel),
            tf.zeros_like(bias),
        ),
        maximum_iterations=count,
    )

    def in_rows(chunks):
        return tf.reshape(chunks, (count * chunk, *chunks.shape[2:]))[:rows]

    losses = losses.stack()
    result = [
        tf.reduce_sum(losses * weights),
        in_rows(losses),
        in_rows(hits.stack()),
    ]
    if gradient:
        result += [in_rows(d_fillers.stack()), d_kernel, d_bias]
    return result


def _in_chunks(x, count, chunk):
    """`(N, ...)` as `(count, chunk, ...)`, filled up with zeros."""
    added = count * chunk - tf.shape(x)[0]
    padding = [[0, added]] + [[0, 0]] * (len(x.shape) - 1)
    return tf.reshape(tf.pad(x, padding), (count, chunk, *x.shape[1:]))
