"""Speed of the DCNN against its peers, as ratios in one run.

    python benchmarks/dcnn.py [--runs 9] [--threads 1] [--output FILE.json]

K-max pooling and wide convolution, forward and backward, and training at the
sizes of the binary treebank. The peers take turns within the run, so that a
drift of the machine's speed cancels out; a ratio above 1 means that ours is
faster. Needs the extra `torch`.
"""

import json
from typing import Annotated

import keras
import numpy as np
import torch
import typer
from rich.console import Console
from rich.table import Table
from torch import nn

import zoo
from interleave import interleave
from keras_tpr.layers import KMaxPooling, RowwiseConv1D

VOCABULARY, ROWS, LENGTHS = 15_450, 48, (5, 45)
WIDTHS, MAPS, K_TOP = (7, 5), (6, 14), 4


def torch_k_max(x, k, size):
    """`(B, C, T)` to `(B, C, size)`: top-k, sorted positions, gather."""
    length = x.shape[2]
    missing = max(0, size - length)
    scores = nn.functional.pad(x, (0, missing), value=-torch.inf)
    top = scores.topk(size, dim=2).indices
    there = torch.arange(size) < k[:, None, None]
    places = top.masked_fill(~there, length).sort(dim=2).values
    pooled = x.gather(2, places.clamp(max=length - 1))
    return pooled.masked_fill(~there, 0.0)


def torch_fold(x, maps):
    """Adds rows in pairs; channels are rows, each with its maps."""
    batch, channels, length = x.shape
    rows = channels // maps
    pairs = x.view(batch, rows // 2, 2, maps, length)
    return pairs.sum(2).reshape(batch, -1, length)


class TorchDCNN(nn.Module):
    """The network as one would write it in PyTorch."""

    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(VOCABULARY, ROWS, padding_idx=0)
        rows, maps_in, layers = ROWS, 1, []
        for width, maps in zip(WIDTHS, MAPS, strict=True):
            layers.append(
                nn.Conv1d(
                    rows * maps_in,
                    rows * maps,
                    width,
                    padding=width - 1,
                    groups=rows,
                    bias=False,
                )
            )
            rows, maps_in = rows // 2, maps
        self.convolutions = nn.ModuleList(layers)
        self.biases = nn.ParameterList(
            nn.Parameter(torch.zeros(ROWS // 2 ** (i + 1) * maps, 1))
            for i, maps in enumerate(MAPS)
        )
        self.dropout = nn.Dropout(0.5)
        self.head = nn.Linear(rows * MAPS[-1] * K_TOP, 2)

    def forward(self, token_ids):
        lengths = (token_ids != 0).sum(1)
        x = self.embedding(token_ids).transpose(1, 2)
        real = lengths
        for i, (convolution, bias) in enumerate(
            zip(self.convolutions, self.biases, strict=True)
        ):
            x = torch_fold(convolution(x), MAPS[i])
            real = real + WIDTHS[i] - 1
            layers = len(WIDTHS)
            k = ((layers - i - 1) * lengths + layers - 1) // layers
            k = torch.minimum(k.clamp(min=K_TOP), real)
            beyond = torch.arange(x.shape[2]) >= real[:, None, None]
            x = x.masked_fill(beyond, -torch.inf)
            size = int(k.max())
            there = torch.arange(size) < k[:, None, None]
            x = torch.tanh(torch_k_max(x, k, size) + bias) * there
            real = k
        return self.head(self.dropout(x.flatten(1)))


def k_max_ratios(runs, size, batch=128, length=60, channels=288):
    import tensorflow as tf

    rng = np.random.default_rng(0)
    x = rng.standard_normal((batch, length, channels)).astype("float32")
    k = rng.integers(max(1, size // 2), size + 1, batch).astype("int32")
    layer = KMaxPooling(size)
    tensor, counts = tf.constant(x), tf.constant(k)

    @tf.function
    def ours():
        with tf.GradientTape() as tape:
            tape.watch(tensor)
            loss = tf.reduce_sum(layer([tensor, counts]))
        return tape.gradient(loss, tensor)

    peer_x = torch.from_numpy(np.ascontiguousarray(x.transpose(0, 2, 1)))
    peer_x.requires_grad_()
    peer_k = torch.from_numpy(k).long()

    def peer():
        peer_x.grad = None
        torch_k_max(peer_x, peer_k, size).sum().backward()

    times = interleave({"ours": ours, "topk + sort + gather": peer}, runs)
    return _against_ours(
        f"k-max {[batch, length, channels]}, k up to {size}", times
    )


def convolution_ratios(runs, batch=128, length=40, maps=6, width=7):
    import tensorflow as tf

    rng = np.random.default_rng(0)
    x = rng.standard_normal((batch, length, ROWS)).astype("float32")
    layer = RowwiseConv1D(maps, width)
    layer.build((None, None, ROWS, 1))
    tensor = tf.constant(x[..., None])

    @tf.function
    def ours():
        with tf.GradientTape() as tape:
            tape.watch(tensor)
            loss = tf.reduce_sum(layer(tensor))
        return tape.gradient(loss, [tensor, layer.kernel.value])

    peer_x = torch.from_numpy(np.ascontiguousarray(x.transpose(0, 2, 1)))
    peer_x.requires_grad_()
    convolution = nn.Conv1d(
        ROWS, ROWS * maps, width, padding=width - 1, groups=ROWS, bias=False
    )

    def peer():
        peer_x.grad = None
        convolution.zero_grad()
        convolution(peer_x).sum().backward()

    times = interleave({"ours": ours, "grouped conv1d": peer}, runs)
    return _against_ours(
        f"wide convolution {[batch, length, ROWS]}, {maps} maps, width {width}",
        times,
    )


def sentences(count):
    """Random sentences of different lengths, with labels."""
    rng = np.random.default_rng(0)
    lengths = rng.integers(*LENGTHS, count)
    ids = rng.integers(1, VOCABULARY, (count, LENGTHS[1])).astype("int32")
    ids[np.arange(LENGTHS[1]) >= lengths[:, None]] = 0
    return ids, rng.integers(0, 2, count).astype("int32")


def training_ratios(runs, size, count=5_000):
    """A pass of `fit` over sentences against a loop of PyTorch.

    Both sort sentences by length; PyTorch's are sorted beforehand.
    """
    ids, labels = sentences(count)
    model = zoo.dcnn()

    def ours():
        model.fit(ids, labels, batch_size=size, verbose=0)

    peer_model = TorchDCNN()
    optimizer = torch.optim.Adagrad(peer_model.parameters(), 0.05)
    order = np.argsort((ids != 0).sum(axis=1), kind="stable")
    batches = []
    for begin in range(0, count, size):
        part = order[begin : begin + size]
        longest = (ids[part] != 0).sum(axis=1).max()
        batches.append(
            (
                torch.from_numpy(ids[part][:, :longest]).long(),
                torch.from_numpy(labels[part]).long(),
            )
        )

    def peer():
        for x, y in batches:
            optimizer.zero_grad()
            nn.functional.cross_entropy(peer_model(x), y).backward()
            optimizer.step()

    times = interleave({"ours": ours, "PyTorch loop": peer}, runs)
    rows = _against_ours(f"training, batch {size}", times)
    for row in rows:
        row["ours_sentences_per_second"] = 1e3 * count / row["ours_ms"]
    return rows


def _against_ours(work, times):
    return [
        {
            "work": work,
            "peer": peer,
            "ours_ms": 1e3 * times["ours"],
            "peer_ms": 1e3 * seconds,
            "ratio": seconds / times["ours"],
        }
        for peer, seconds in times.items()
        if peer != "ours"
    ]


def main(
    runs: Annotated[int, typer.Option(help="Runs of each candidate.")] = 9,
    threads: Annotated[int, typer.Option(help="Of each framework.")] = 1,
    training: Annotated[bool, typer.Option(help="Whether to train.")] = True,
    output: Annotated[str, typer.Option(help="JSON file to write.")] = "",
):
    """Prints and optionally stores the ratios."""
    import tensorflow as tf

    tf.config.threading.set_intra_op_parallelism_threads(threads)
    tf.config.threading.set_inter_op_parallelism_threads(threads)
    torch.set_num_threads(threads)
    keras.utils.set_random_seed(0)
    rows = [row for k in (4, 10, 30) for row in k_max_ratios(runs, k)]
    rows += convolution_ratios(runs)
    if training:
        rows += training_ratios(min(runs, 5), 50)
    table = Table("work", "peer", "ours, ms", "peer, ms", "peer / ours")
    for row in rows:
        table.add_row(
            row["work"],
            row["peer"],
            f"{row['ours_ms']:.1f}",
            f"{row['peer_ms']:.1f}",
            f"{row['ratio']:.2f}",
        )
    Console().print(table)
    if output:
        with open(output, "w") as file:
            json.dump(rows, file, indent=1)


if __name__ == "__main__":
    typer.run(main)
