"""The loss of captions without their logits."""

from keras import ops


def fused_caption_loss(
    fillers,
    output_weights,
    token_ids,
    sample_weight,
    extra_losses=(),
    training=True,
    label_smoothing=0.0,
):
    """`SentenceCrossEntropy` of a linear output layer, on TensorFlow.

    Args:
        fillers: what the output layer reads, `(B, T, D)`.
        output_weights: its kernel `(D, V)` and bias `(V,)`.
        token_ids: the targets, `(B, T)`.
        sample_weight: `(B, T)`.
        extra_losses: scalars to add, as of regularisers.
        training: whether a gradient is wanted.
        label_smoothing: of the loss.

    Returns:
        `(loss, word_losses, hits)`: a scalar, differentiable; the negative
        log-likelihood of each word, not smoothed, and whether it scored
        highest, `(B, T)`.
    """
    import tensorflow as tf

    from keras_tpr.kernels.tensorflow import output_cross_entropy

    shape = ops.shape(token_ids)
    # As Keras' reduction: a replica contributes its share of the mean.
    replicas = tf.distribute.get_strategy().num_replicas_in_sync
    sentences = ops.cast(shape[0] * replicas, "float32")
    weights = ops.cast(sample_weight, "float32") / sentences
    loss, word_losses, hits = output_cross_entropy(
        ops.reshape(fillers, (-1, fillers.shape[-1])),
        *output_weights,
        ops.reshape(token_ids, (-1,)),
        ops.reshape(weights, (-1,)),
        training=training,
        label_smoothing=label_smoothing,
    )
    for extra in extra_losses:
        loss += ops.sum(extra) / replicas
    return loss, ops.reshape(word_losses, shape), ops.reshape(hits, shape)
