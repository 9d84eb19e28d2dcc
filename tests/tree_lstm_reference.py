"""The Tree-LSTM node by node, from the equations, in float64."""

import keras
import numpy as np


def sigmoid(z):
    return 1.0 / (1.0 + np.exp(-z))


def node_states(w, x, child_h, child_c):
    """`(h, c)` of one node.

    Args:
        w: a dict of `kind`, `linear`, and the weights of the equations. Those
            of N-ary cells have the slot, those of f also that of the gate, on
            their first axes. Without `Wo` there is no output gate.
        x: the node's input.
        child_h, child_c: lists of the children's states; None in an empty
            slot.
    """
    is_leaf = all(h is None for h in child_h)
    if w["linear"] and is_leaf:
        c = x @ w["Wc"] + w["bc"]
        if "Wlo" not in w:
            return np.tanh(c), c
        return sigmoid(x @ w["Wlo"] + w["blo"]) * np.tanh(c), c
    zero = np.zeros(w["bi"].shape)
    child_h = [zero if h is None else h for h in child_h]
    child_c = [zero if c is None else c for c in child_c]

    def gate(name, slot=None):
        z = w[f"b{name}"] if slot is None else w[f"b{name}"][slot]
        if not w["linear"]:
            z = z + x @ w[f"W{name}"]
        if w["kind"] == "child_sum":
            return z + sum(child_h, zero) @ w[f"U{name}"]
        return z + sum(
            h @ u for h, u in zip(child_h, w[f"U{name}"], strict=True)
        )

    def forget(slot):
        z = w["bf"][slot] if w["linear"] else w["bf"] + x @ w["Wf"]
        if w["kind"] == "child_sum":
            return sigmoid(z + child_h[slot] @ w["Uf"])
        for other, h in enumerate(child_h):
            z = z + h @ w["Uf"][slot, other]
        return sigmoid(z)

    c = sigmoid(gate("i")) * np.tanh(gate("u"))
    for slot, child in enumerate(child_c):
        c = c + forget(slot) * child
    if "Uo" not in w:
        return np.tanh(c), c
    return sigmoid(gate("o")) * np.tanh(c), c


def tree_states(w, x, children):
    """`h` and `c` `(N, units)` of all nodes of one tree, children first.

    Args:
        w: as above.
        x: `(N, X)`.
        children: `(N, K)`, -1 for none.
    """
    states = []
    for n, row in enumerate(children):
        if w["kind"] == "child_sum":
            row = [k for k in row if k >= 0]
        found = [states[k] if k >= 0 else (None, None) for k in row]
        states.append(
            node_states(w, x[n], [h for h, _ in found], [c for _, c in found])
        )
    return tuple(np.stack(part) for part in zip(*states, strict=True))


def batch_states(w, x, children, node_mask):
    """`h` and `c` `(B, N, units)`, zero where there is no node."""
    h = np.zeros((*node_mask.shape, len(w["bi"])))
    c = np.zeros_like(h)
    for row, size in enumerate(node_mask.sum(axis=1)):
        if size:
            h[row, :size], c[row, :size] = tree_states(
                w, x[row, :size], children[row, :size]
            )
    return h, c


def read_weights(cell):
    """The weights of a cell under their names in the equations, in float64."""
    value = {
        v.name: keras.ops.convert_to_numpy(v.value).astype("float64")
        for v in cell.weights
    }
    units, slots = cell.units, cell.arity or 1
    rest = ["u", "o"] if cell.output_gate else ["u"]
    w = {"kind": cell.kind, "linear": cell.leaf_mode == "linear"}

    def blocks(x):
        return np.split(x, x.shape[-1] // units, axis=-1)

    recurrent = blocks(value["recurrent_kernel"])
    if cell.kind == "nary":
        # (K h, h) -> (K, h, h), the slots on the first axis.
        recurrent = [u.reshape(slots, units, units) for u in recurrent]
    full = cell.forget_coupling == "full"
    forget = recurrent[1 : 1 + slots * full]
    if cell.kind == "child_sum":
        w["Uf"] = forget[0]
    elif full:
        w["Uf"] = np.stack(forget)
    else:
        w["Uf"] = np.zeros((slots, slots, units, units))
        for slot in range(slots):
            w["Uf"][slot, slot] = value["recurrent_forget_kernel"][slot]
    others = [recurrent[0], *recurrent[1 + slots * full :]]
    w |= {f"U{g}": u for g, u in zip(["i", *rest], others, strict=True)}
    bias = blocks(value["bias"])
    if w["linear"]:
        w["bf"] = np.stack(bias[1 : 1 + slots])
        others = [bias[0], *bias[1 + slots :]]
        w |= {f"b{g}": b for g, b in zip(["i", *rest], others, strict=True)}
        names = ["c", "lo"][: len(rest)]
        leaf = blocks(value["leaf_kernel"]), blocks(value["leaf_bias"])
        w |= {f"W{g}": x for g, x in zip(names, leaf[0], strict=True)}
        w |= {f"b{g}": x for g, x in zip(names, leaf[1], strict=True)}
    else:
        gates, kernel = ["i", "f", *rest], blocks(value["kernel"])
        w |= {f"W{g}": x for g, x in zip(gates, kernel, strict=True)}
        w |= {f"b{g}": x for g, x in zip(gates, bias, strict=True)}
    return w
