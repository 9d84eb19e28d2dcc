"""Small decoders of every kind, and a batch for them."""

import numpy as np
from atpl_weights import randomize

from keras_tpr.layers import ATPLDecoder

SIZES = {"vocabulary_size": 7, "dim": 4, "units": 5, "feature_dim": 3}
TOKENS = np.array([[3, 1, 2, 5, 6], [4, 6, 0, 0, 0], [0, 0, 0, 0, 0]])
# The last row is padding only; the second has its END inside the mask.
MASK = np.array([[1, 1, 1, 1, 1], [1, 1, 1, 0, 0], [0, 0, 0, 0, 0]], bool)
FEATURES = np.array(
    [[0.5, -1.0, 2.0], [1.5, 0.3, -0.7], [0.1, 0.2, 0.3]], "float32"
)
TAGS = np.array([[0.9, 0.1], [0.0, 0.7], [0.3, 0.3]], "float32")

VARIANTS = {
    "plain": {},
    "scaled": {"tpr_scale": "length"},
    "tied": {"tie_output": True},
    "scn": {"tag_mode": "scn", "num_tags": 2, "tag_factors": 3},
    "init": {"tag_mode": "init", "num_tags": 2},
    "identity": {"role_basis": "identity"},
    "orthogonal": {"role_basis": "orthogonal", "seed": 3},
    "tpr_input": {"lstm_inputs": ("word", "tpr")},
    "filler_input": {"lstm_inputs": ("filler", "word")},
    "all_inputs": {
        "lstm_inputs": ("word", "tpr", "filler"),
        "tag_mode": "scn",
        "num_tags": 2,
        "tag_factors": 3,
        "tpr_scale": "length",
    },
}
PARALLEL = [name for name in VARIANTS if "input" not in name]


def make(variant="plain", **options):
    """A built decoder with weights of a size that matters."""
    decoder = ATPLDecoder(**SIZES, **{**VARIANTS[variant], **options})
    tags_shape = TAGS.shape if decoder.num_tags else None
    decoder.build(TOKENS.shape, FEATURES.shape, tags_shape)
    randomize(decoder)
    return decoder


def arguments(decoder, **others):
    """Call arguments for it, its tags included where it has any."""
    given = {"token_ids": TOKENS, "features": FEATURES, "padding_mask": MASK}
    if decoder.num_tags is not None:
        given["tags"] = TAGS
    return {**given, **others}
