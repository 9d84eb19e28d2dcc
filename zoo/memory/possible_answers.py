"""Which ids can be the answer of one word."""

from keras import ops

from keras_tpr.layers.memory_hop import masked_score

# Ids 0, of no word, and 1, of unknown words.
NUM_SPECIAL = 2


def possible_answers(scores):
    """Scores `(B, answer_size)`, very low for ids that are no word."""
    ids = ops.arange(ops.shape(scores)[-1])[None]
    return ops.where(ids >= NUM_SPECIAL, scores, masked_score("float32"))
