"""Outputs and gradients of the layers on the current back end.

KERAS_BACKEND=jax python layers_on_backend.py OUTPUT.npz
"""

import sys

import keras
import numpy as np
from atpl_cases import (
    FEATURES,
    MASK,
    TAGS,
    TOKENS,
    arguments,
    make,
)
from atpl_weights import randomize
from batch_norm_cases import batch_norm_results
from gradients_of import gradients_of
from k_max_cases import convolution_results
from layer_checks import to_numpy
from tree_lstm_cases import make_batch, make_cell

from keras_tpr.layers import (
    SCNLSTM,
    ATPLCell,
    FactoredDense,
    HadamardRoles,
    LSTMDecoder,
    MemoryHop,
    PairwiseHop,
    RelatednessHead,
    SegmentAverage,
    SentenceEncoder,
    TPRAttention,
    TPRBind,
    TPRUnbind,
    TreeLSTM,
    WriteTime,
    dual_roles,
    up_to_first_end,
)
from keras_tpr.losses import (
    MarginRankingLoss,
    SentenceCrossEntropy,
    SparseTargetKL,
)

# Batch, steps, units and size are equal: a mistaken broadcast does not fail
# but gives other numbers.
H, WORDS, ROLES = (
    np.random.default_rng(0).standard_normal((3, 4, 4, 4)).astype("float32")
)
RAGGED = np.arange(4) < np.array([[4], [2], [1], [0]])
# Whether gradients are compared: JAX compiles each for seconds.
DECODERS = {
    "plain": True,
    "scaled": False,
    "tied": False,
    "init": False,
    "scn": True,
    "all_inputs": True,
}


def results():
    """A dict of arrays; parts of an output have names of their own."""
    found = {**_primitives(), **_recurrent_layers(), **_lstm_decoders()}
    found |= convolution_results()
    found |= batch_norm_results()
    for kind in ("child_sum", "nary", "linear"):
        parts = _tree_lstm(kind)
        found |= {f"tree lstm, {kind}/{part}": x for part, x in parts.items()}
    for variant, trained in DECODERS.items():
        decoder = make(variant)
        parts = decoder.internals(**arguments(decoder))
        if trained:
            parts |= _training(decoder)
        found |= {f"{variant}/{part}": x for part, x in parts.items()}
    step = make(parallel=False)
    found["step form"] = step(**arguments(step))
    return {
        "/".join(map(str, path)): x
        for path, x in keras.tree.flatten_with_path(to_numpy(found))
    }


def _primitives():
    attention = TPRAttention(3)
    attention.build((4, 4), (4, 4, 4))
    randomize(attention)
    factored = FactoredDense(3, num_keys=7, factors=5)
    factored.build(WORDS.shape, TOKENS.shape)
    randomize(factored)
    encoders = {}
    for mode in ("bow", "position", "multilinear"):
        encoder = SentenceEncoder(3, 40, mode, nonlinear=mode == "bow")
        encoder.build(TOKENS.shape)
        randomize(encoder)
        encoders[f"sentence, {mode}"] = encoder(TOKENS)
    pairwise = PairwiseHop(use_stop=True)
    pairwise.build(H[0].shape, WORDS.shape)
    randomize(pairwise)
    time = WriteTime(3)
    time.build(WORDS.shape)
    randomize(time)
    keys, bits = np.arange(16).reshape(4, 4) % 7, (WORDS[..., 0] > 0) * 1
    return {
        **encoders,
        "hard hop": MemoryHop()(H[0], WORDS, memory_mask=RAGGED),
        "soft hop": MemoryHop("soft")(H[0], WORDS, memory_mask=RAGGED),
        "pairwise hop": pairwise(
            H[0], WORDS, memory_mask=RAGGED, query_time=np.arange(4)
        ),
        "several hops": pairwise(
            H, WORDS, memory_mask=RAGGED, target=np.arange(16).reshape(4, 4) % 5
        ),
        "write time": time(WORDS, memory_mask=RAGGED),
        "margin": MarginRankingLoss()(np.arange(4) - 1, WORDS[0]),
        "factored": factored(WORDS, keys),
        "segments": SegmentAverage()(WORDS, bits, padding_mask=RAGGED),
        "bind": TPRBind()([WORDS, ROLES], mask=RAGGED),
        "unbind": TPRUnbind()([WORDS, H[0]]),
        "duals": dual_roles(ROLES[0] + 3 * np.eye(4, dtype="float32")),
        "hadamard": HadamardRoles(4)(H),
        "orthogonal": HadamardRoles(4, "orthogonal", seed=1)(H),
        "attention": attention(H[0], WORDS),
        "mask": up_to_first_end(TOKENS),
    }


def _recurrent_layers():
    tags = abs(H[0, :, :2])
    scn = SCNLSTM(units=4, factors=3)
    scn.build(WORDS.shape, tags.shape)
    randomize(scn)
    cell = ATPLCell(4, 4, 3, lstm_inputs=("word", "tpr"), tpr_scale="length")
    cell.build((None, 4))
    randomize(cell)
    start = cell.get_initial_state(4)
    start[5] = H[1, :, :3]
    rnn = keras.layers.RNN(cell, return_sequences=True, return_state=True)
    output, *states = rnn(WORDS, initial_state=start, mask=RAGGED)
    return {
        "scn": scn(WORDS, tags, padding_mask=RAGGED),
        "cell": output,
        **{f"cell/{n}": x for n, x in enumerate(states)},
    }


def _lstm_decoders():
    scn = {"num_tags": 2, "tag_factors": 3, "tie_output": True}
    found = {}
    for kind, options in (("plain", {}), ("scn", scn)):
        decoder = LSTMDecoder(
            7, embedding_dim=4, units=5, feature_dim=3, **options
        )
        tags = None if decoder.num_tags is None else TAGS.shape
        decoder.build(TOKENS.shape, FEATURES.shape, tags)
        randomize(decoder)
        parts = {"logits": decoder(**arguments(decoder)), **_training(decoder)}
        found |= {f"{kind} lstm decoder/{part}": x for part, x in parts.items()}
    return found


def _tree_lstm(kind):
    layer = TreeLSTM(make_cell(kind), return_states=True)
    head = RelatednessHead(hidden=3)
    head.build((None, 4), (None, 4))
    randomize(head)
    batch = make_batch(kind)
    scores = np.array([1.0, 2.5, 3.25, 4.0, 5.0], "float32")

    def loss():
        h, c = layer(batch)
        sums = keras.ops.sum(h, axis=1), keras.ops.sum(c, axis=1)
        probabilities = head(*sums)
        return SparseTargetKL()(scores, probabilities)

    h, c = layer(batch)
    weights = layer.trainable_weights + head.trainable_weights
    return {"h": h, "c": c, **_loss_and_gradients(loss, weights)}


def _training(decoder):
    def loss():
        logits = decoder(**arguments(decoder))
        return SentenceCrossEntropy()(TOKENS, logits, MASK)

    return _loss_and_gradients(loss, decoder.trainable_weights)


def _loss_and_gradients(loss, weights):
    return {
        "loss": loss(),
        **{
            f"gradient {n} of {weight.name}": gradient
            for n, (weight, gradient) in enumerate(
                zip(weights, gradients_of(loss, weights), strict=True)
            )
        },
    }


if __name__ == "__main__":
    np.savez(sys.argv[1], **results())
