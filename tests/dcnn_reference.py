"""The equations of the dynamic convolutional network, one value at a time."""

import numpy as np


def k_of(layer, layers, length, k_top):
    """Equation 4, by counting up to the ceiling."""
    k = 0
    while layers * k < (layers - layer) * length:
        k += 1
    return max(k, k_top)


def k_max(sequence, k):
    """The k highest values in their order, the left-most of equal ones."""
    ranked = sorted(range(len(sequence)), key=lambda t: (-sequence[t], t))
    return [sequence[t] for t in sorted(ranked[:k])]


def pool(x, k, lengths=None, size=None, fill=0.0):
    """k-max pooling of `(B, T, C)`; `k` and `lengths` for each example."""
    batch, length, channels = x.shape
    k = np.broadcast_to(k, batch)
    lengths = np.broadcast_to(length if lengths is None else lengths, batch)
    size = int(max(k)) if size is None else size
    result = np.full((batch, size, channels), fill, x.dtype)
    for b in range(batch):
        for c in range(channels):
            found = k_max(x[b, : lengths[b], c].tolist(), int(k[b]))
            result[b, : len(found), c] = found
    return result


def convolve(x, kernel, wide=True):
    """Equations 1 and 7 of a map `(T, R, n_in)`: `(T', R, maps)`."""
    width, rows, maps_in, maps = kernel.shape
    length = len(x)
    places = range(1, length + width) if wide else range(width, length + 1)
    result = np.zeros((len(places), rows, maps))
    for place, j in enumerate(places):
        for i in range(1, width + 1):
            t = j - width + i
            if 1 <= t <= length:
                for n in range(maps_in):
                    result[place] += kernel[i - 1, :, n] * x[t - 1, :, n, None]
    return result


def fold(x):
    """Each two neighbouring rows of `(T, R, n)` added."""
    pairs = [x[:, r] + x[:, r + 1] for r in range(0, x.shape[1], 2)]
    return np.stack(pairs, axis=1)


def features(words, kernels, biases, k_top, folding=True):
    """The pooled maps of one sentence of word vectors `(s, d)`."""
    x = np.asarray(words, "float64")[:, :, None]
    length, layers = len(words), len(kernels)
    for layer, (kernel, bias) in enumerate(
        zip(kernels, biases, strict=True), start=1
    ):
        x = convolve(x, kernel)
        if folding:
            x = fold(x)
        flat = x.reshape(1, len(x), -1)
        k = k_of(layer, layers, length, k_top)
        k = min(k, len(x))
        x = pool(flat, k).reshape(k, *x.shape[1:])
        x = np.tanh(x + bias)
    return x
