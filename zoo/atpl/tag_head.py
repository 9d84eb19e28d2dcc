"""The last layer of a tagger."""

import keras

from zoo.atpl.directed_factored_dense import DirectedFactoredDense

HEADS = ("factored", "dense")


def tag_head(kind, num_classes, num_keys, factors, dtype):
    """The layer from states to scores of tags.

    Args:
        kind: `"factored"`, weights that depend on the word; `"dense"`, the
            same for all words.
        num_classes: number of tags.
        num_keys: number of words.
        factors: of the weights that depend on the word.
        dtype: of computations and weights.
    """
    if kind not in HEADS:
        raise ValueError(f"`head` must be one of {HEADS}. Received: {kind!r}.")
    if kind == "dense":
        return keras.layers.Dense(num_classes, name="head", dtype=dtype)
    return DirectedFactoredDense(
        num_classes, num_keys, factors, name="head", dtype=dtype
    )


def tag_probabilities(head, states, token_ids):
    """Probabilities of the tags, `(B, T, num_classes)`, in float32."""
    if isinstance(head, DirectedFactoredDense):
        logits = head(states, token_ids)
    else:
        logits = head(states)
    return keras.layers.Softmax(dtype="float32", name="probabilities")(logits)
