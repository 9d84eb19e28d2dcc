"""ATPL in float64 NumPy, one sentence and one word at a time.

Written from the equations (Huang et al., AAAI 2019, section 3.3), for the
layers to be compared with. Nothing here is fast or uses the layers' code.

Weights come as a dict with the names of the equations: `E`, `C0`, `Wv`, `bv`,
`Ws`, `bs`, `Wu`, `bu`, `Wo`, `bo`, the basis `U`, and of the LSTM either
`kernel`, `recurrent`, `bias` (gates i, f, c, o on the last axis) or, composed
from tags, `Wa`, `Wb`, `Wc`, `Ua`, `Ub`, `Uc`, `b` with the gate axis first.
`T0`, if present, adds a projection of the tags to the first input.
"""

import numpy as np


def sigmoid(x):
    return 1.0 / (1.0 + np.exp(-x))


def sylvester(dim):
    """The Hadamard matrix of Sylvester's construction, made orthonormal."""
    signs = [
        [(-1) ** bin(i & j).count("1") for j in range(dim)] for i in range(dim)
    ]
    return np.array(signs) / np.sqrt(dim)


def lstm_step(w, x, h, c, tags=None):
    if "Wa" in w:
        z = []
        for g in range(4):
            by_input = w["Wa"][g] @ np.diag(tags @ w["Wb"][g]) @ w["Wc"][g]
            by_state = w["Ua"][g] @ np.diag(tags @ w["Ub"][g]) @ w["Uc"][g]
            z.append(x @ by_input + h @ by_state + w["b"][g])
    else:
        z = np.split(x @ w["kernel"] + h @ w["recurrent"] + w["bias"], 4)
    i, f, candidate, o = z
    c = sigmoid(f) * c + sigmoid(i) * np.tanh(candidate)
    return sigmoid(o) * np.tanh(c), c


def emit(w, h, tpr, v, scale=1.0):
    """Everything that a state emits, `scale` dividing the TPR."""
    dim = len(tpr)
    k = np.concatenate([h, tpr.reshape(-1) / scale])
    a_v = sigmoid(k @ w["Wv"] + w["bv"])
    decoded = np.tanh((v * a_v) @ w["Ws"] + w["bs"]).reshape(dim, dim)
    a_u = sigmoid(k @ w["Wu"] + w["bu"])
    u = w["U"] @ a_u
    f = decoded @ u
    return {
        "f": f, "u": u, "a_u": a_u, "a_v": a_v, "S": decoded,
        "logits": f @ w["Wo"] + w["bo"],
    }  # fmt: skip


def decode(
    w, tokens, v, tags=None, mask=None, lstm_inputs=("word",), tpr_scale=None
):
    """Teacher forcing over one sentence; a dict of arrays over positions."""
    dim, units = w["E"].shape[1], len(w["b"][0] if "Wa" in w else w["bias"])
    units = units if "Wa" in w else units // 4
    mask = np.ones(len(tokens), bool) if mask is None else mask
    h = c = np.zeros(units)
    tpr, f = np.zeros((dim, dim)), np.zeros(dim)

    def heard(x):
        sources = {"word": x, "tpr": tpr.reshape(-1), "filler": f}
        return np.concatenate([sources[name] for name in lstm_inputs])

    first = v @ w["C0"] + (tags @ w["T0"] if "T0" in w else 0.0)
    h, c = lstm_step(w, heard(first), h, c, tags)
    steps, words = [], 0
    for token, real in zip(tokens, mask, strict=True):
        scale = max(words, 1) if tpr_scale == "length" else 1.0
        step = {"h": h, "c": c, **emit(w, h, tpr, v, scale)}
        if real:
            tpr = tpr + np.outer(w["E"][token], step["u"])
            f, words = step["f"], words + 1
            h, c = lstm_step(w, heard(w["E"][token]), h, c, tags)
        steps.append({**step, "S_tilde": tpr})
    return {name: np.stack([step[name] for step in steps]) for name in steps[0]}


def decode_batch(w, tokens, v, tags=None, mask=None, **options):
    tags = [None] * len(tokens) if tags is None else tags
    mask = [None] * len(tokens) if mask is None else mask
    rows = [
        decode(w, *row, **options)
        for row in zip(tokens, v, tags, mask, strict=True)
    ]
    return {name: np.stack([row[name] for row in rows]) for name in rows[0]}


def word_losses(logits, tokens):
    """Negative log-likelihood of each word."""
    top = logits.max(-1, keepdims=True)
    log_total = np.log(np.exp(logits - top).sum(-1, keepdims=True)) + top
    log_p = logits - log_total
    return -np.take_along_axis(log_p, np.asarray(tokens)[..., None], -1)[..., 0]
