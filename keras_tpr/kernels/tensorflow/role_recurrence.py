"""The one true recurrence of ATPL under teacher forcing: the roles."""

import tensorflow as tf


def role_recurrence(state_scores, words, tpr_kernel, basis, scale):
    """Attention over the roles at every step, given the words.

    `a_t = sig(s_t + vec(S~_{t-1}) W / n_t)`, `u_t = U a_t` and
    `S~_t = S~_{t-1} + e_t u_t^T`. As `vec(S~) W` is linear in the words, each
    word's share, a `dim x dim` matrix, is made before the loop, whose state
    then is a vector.

    Args:
        state_scores: `s`, `(B, T, dim)`.
        words: `e`, zero where masked, `(B, T, dim)`.
        tpr_kernel: `W`, `(dim * dim, dim)`.
        basis: `U`, `(dim, dim)`.
        scale: `n`, `(B, T, 1)`, or None.

    Returns:
        `a`, `(B, T, dim)`.
    """
    dim = words.shape[-1]
    # W[(i, j), k] -> (i, (j, k)): P_t[j, k] = sum_i e_t[i] W[(i, j), k].
    by_filler = tf.reshape(tf.convert_to_tensor(tpr_kernel), (dim, dim * dim))
    words = tf.transpose(words, (1, 0, 2))
    shares = tf.reshape(
        tf.matmul(tf.reshape(words, (-1, dim)), by_filler),
        (*tf.unstack(tf.shape(words)[:2]), dim, dim),
    )
    scores = tf.transpose(state_scores, (1, 0, 2))
    if scale is None:
        inverse = tf.ones((1, 1, 1), scores.dtype)
    else:
        inverse = 1.0 / tf.transpose(tf.cast(scale, scores.dtype), (1, 0, 2))
    inverse = tf.broadcast_to(inverse, tf.shape(scores))
    a = _recurrence(scores, shares, tf.cast(basis, scores.dtype), inverse)
    return tf.transpose(a, (1, 0, 2))


@tf.custom_gradient
def _recurrence(scores, shares, basis, inverse):
    steps, batch = tf.shape(scores)[0], tf.shape(scores)[1]
    dim = scores.shape[-1]
    zero = tf.zeros((batch, dim), scores.dtype)

    def step(t, total, a_all):
        a = tf.sigmoid(scores[t] + inverse[t] * total)
        u = tf.matmul(a, basis, transpose_b=True)
        total = total + tf.squeeze(
            tf.matmul(u[:, tf.newaxis], shares[t]), axis=1
        )
        return t + 1, total, a_all.write(t, a)

    _, _, a_all = tf.while_loop(
        lambda t, *_: t < steps,
        step,
        (tf.constant(0), zero, tf.TensorArray(scores.dtype, steps)),
        shape_invariants=(
            tf.TensorShape(()),
            tf.TensorShape((None, dim)),
            tf.TensorShape(None),
        ),
        maximum_iterations=steps,
    )
    a_all = tf.ensure_shape(a_all.stack(), (None, None, dim))

    def gradient(d_a_all):
        slope = a_all * (1.0 - a_all)

        def back(t, d_total, d_score_all, d_total_all):
            d_total_all = d_total_all.write(t, d_total)
            d_u = tf.squeeze(
                tf.matmul(shares[t], d_total[..., tf.newaxis]), axis=-1
            )
            d_a = d_a_all[t] + tf.matmul(d_u, basis)
            d_score = d_a * slope[t]
            return (
                t - 1,
                d_total + inverse[t] * d_score,
                d_score_all.write(t, d_score),
                d_total_all,
            )

        _, _, d_scores, d_totals = tf.while_loop(
            lambda t, *_: t >= 0,
            back,
            (
                steps - 1,
                zero,
                tf.TensorArray(scores.dtype, steps),
                tf.TensorArray(scores.dtype, steps),
            ),
            shape_invariants=(
                tf.TensorShape(()),
                tf.TensorShape((None, dim)),
                tf.TensorShape(None),
                tf.TensorShape(None),
            ),
            maximum_iterations=steps,
        )
        u_all = tf.tensordot(a_all, tf.transpose(basis), 1)
        d_shares = u_all[..., tf.newaxis] * d_totals.stack()[..., tf.newaxis, :]
        return d_scores.stack(), d_shares, None, None

    return a_all, gradient
