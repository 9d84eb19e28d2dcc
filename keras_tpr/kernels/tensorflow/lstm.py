"""An LSTM over a sequence whose weight gradients are single products."""

import tensorflow as tf


def lstm(inputs, mask, kernel, recurrent_kernel, bias):
    """States of an LSTM that starts at zero, equal to Keras' own cell.

    The inputs are projected by one product before the loop, and the gradients
    of the weights are one product each after it, instead of one for each step.

    Args:
        inputs: `(B, T, X)`.
        mask: `(B, T)`, boolean or 0 and 1; a masked step keeps the state.
        kernel, recurrent_kernel, bias: `(X, 4 H)`, `(H, 4 H)`, `(4 H,)`, gates
            in the order i, f, c, o.

    Returns:
        `(B, T, H)`, the state after each step.
    """
    # (B, T, X) -> (T, B, X): a step then is a contiguous slice.
    inputs = tf.transpose(inputs, (1, 0, 2))
    mask = tf.transpose(tf.cast(mask, inputs.dtype))[..., tf.newaxis]
    h = _lstm(
        inputs,
        mask,
        tf.convert_to_tensor(kernel),
        tf.convert_to_tensor(recurrent_kernel),
        tf.convert_to_tensor(bias),
    )
    return tf.transpose(h, (1, 0, 2))


@tf.custom_gradient
def _lstm(inputs, mask, kernel, recurrent_kernel, bias):
    steps, batch = tf.shape(inputs)[0], tf.shape(inputs)[1]
    size = recurrent_kernel.shape[0]
    projected = _project(inputs, kernel) + bias
    zero = tf.zeros((batch, size), inputs.dtype)

    def step(t, h, c, gates_all, h_all, c_all, tanh_all):
        z = projected[t] + tf.matmul(h, recurrent_kernel)
        z_i, z_f, z_g, z_o = tf.split(z, 4, axis=-1)
        i, f, o = tf.sigmoid(z_i), tf.sigmoid(z_f), tf.sigmoid(z_o)
        g = tf.tanh(z_g)
        new_c = f * c + i * g
        tanh_c = tf.tanh(new_c)
        m = mask[t]
        h = h + m * (o * tanh_c - h)
        c = c + m * (new_c - c)
        gates = tf.concat([i, f, g, o], axis=-1)
        return (
            t + 1,
            h,
            c,
            gates_all.write(t, gates),
            h_all.write(t, h),
            c_all.write(t, c),
            tanh_all.write(t, tanh_c),
        )

    arrays = [tf.TensorArray(inputs.dtype, steps) for _ in range(4)]
    _, _, _, *arrays = tf.while_loop(
        lambda t, *_: t < steps,
        step,
        (tf.constant(0), _loose(zero), _loose(zero), *arrays),
        maximum_iterations=steps,
    )
    gates, h_all, c_all, tanh_all = (array.stack() for array in arrays)
    h_all = tf.ensure_shape(h_all, (None, None, size))

    def gradient(d_h_all):
        h_before = tf.concat([zero[tf.newaxis], h_all[:-1]], axis=0)
        c_before = tf.concat([zero[tf.newaxis], c_all[:-1]], axis=0)
        i, f, g, o = tf.split(gates, 4, axis=-1)
        # Derivatives of all steps in one element-wise block: of the gates'
        # pre-activations by (c, c, c, h), and of c by h.
        d_gates = mask * tf.concat(
            [
                g * i * (1.0 - i),
                c_before * f * (1.0 - f),
                i * (1.0 - g * g),
                tanh_all * o * (1.0 - o),
            ],
            axis=-1,
        )
        d_c_by_h = mask * o * (1.0 - tanh_all * tanh_all)

        def back(t, d_h, d_c, d_z_all):
            d_h = d_h + d_h_all[t]
            kept = 1.0 - mask[t]
            d_new_c = mask[t] * d_c + d_h * d_c_by_h[t]
            d_z = d_gates[t] * tf.concat([d_new_c] * 3 + [d_h], axis=-1)
            # For a masked step mask * d_c is zero, and so is f's part.
            d_c = d_new_c * f[t] + kept * d_c
            d_h = (
                tf.matmul(d_z, recurrent_kernel, transpose_b=True) + kept * d_h
            )
            return t - 1, d_h, d_c, d_z_all.write(t, d_z)

        _, _, _, d_z_all = tf.while_loop(
            lambda t, *_: t >= 0,
            back,
            (
                steps - 1,
                _loose(zero),
                _loose(zero),
                tf.TensorArray(inputs.dtype, steps),
            ),
            maximum_iterations=steps,
        )
        d_z = d_z_all.stack()
        flat = tf.reshape(d_z, (-1, 4 * size))
        return (
            _project(d_z, tf.transpose(kernel), 4 * size),
            None,
            _weight_gradient(inputs, flat),
            _weight_gradient(h_before, flat),
            tf.reduce_sum(flat, axis=0),
        )

    return h_all, gradient


def _project(x, kernel, width=None):
    """`(T, B, X)` by `(X, Y)` as one plain matrix product."""
    width = width or x.shape[-1]
    shape = tf.shape(x)
    flat = tf.matmul(tf.reshape(x, (-1, width)), kernel)
    return tf.reshape(flat, (shape[0], shape[1], kernel.shape[-1]))


def _weight_gradient(x, d_z_flat):
    flat = tf.reshape(x, (-1, x.shape[-1]))
    return tf.matmul(flat, d_z_flat, transpose_a=True)


def _loose(x):
    """A loop variable whose batch size may differ from call to call."""
    return tf.ensure_shape(
        tf.raw_ops.PlaceholderWithDefault(input=x, shape=(None, x.shape[-1])),
        (None, x.shape[-1]),
    )
