"""Speed of the Tree-LSTM against its peers, as ratios in one run.

    python benchmarks/tree_lstm.py [--batch 25,256] [--runs 9] [--only TEXT]
        [--data FOLDER] [--clock wall] [--output FILE.json]

Binary trees are those of the Stanford Sentiment Treebank, dependency trees
those of SICK; vectors of 300, states of 150, five classes at every node. The
peers are the package `pytorch-tree-lstm`, whose cell is the child-sum one for
both kinds of trees, and a loop over nodes as one would write it in PyTorch.
Batches and schedules are made beforehand, for all. The peers take turns within
the run, so that a drift of the machine's speed cancels out; a ratio above 1
means that ours is faster. `peak` is the share of the speed of one large matrix
product that our products alone make up. On a machine that does other work,
`--clock cpu` counts the time that the process itself has. Needs the extra
`torch`, and `pytorch-tree-lstm==0.1.3`.
"""

import gzip
import itertools
import json
import os
import pathlib
from typing import Annotated

import keras
import numpy as np
import tensorflow as tf
import torch
import treelstm
import typer
from rich.console import Console
from rich.table import Table
from torch import nn

from interleave import interleave
from keras_tpr.layers import TreeLSTM, TreeLSTMCell
from keras_tpr.optimizers import SparseAdagrad
from keras_tpr.trees import TreeBatch, from_parents, read_trees

DATA = pathlib.Path(__file__).resolve().parents[2] / "shared/data"
SIZE, UNITS, CLASSES, WORDS = 300, 150, 5, 20_000
RATE = 0.05
PEER = "pytorch-tree-lstm"


def binary_trees(data, count):
    """The first trees of the Stanford Sentiment Treebank."""
    path = data / "sst/trees/train.txt.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return list(itertools.islice(read_trees(file), count))


def dependency_trees(data, pairs):
    """Both sentences of the first pairs of SICK, with random classes."""
    rng = np.random.default_rng(0)
    words, parents = (
        [
            line
            for side in "ab"
            for line in (data / f"sick/treelstm/train/{side}.{kind}")
            .read_text("utf-8")
            .splitlines()[:pairs]
        ]
        for kind in ("toks", "parents")
    )
    return [
        from_parents(
            map(int, row.split()),
            line.split(),
            rng.integers(CLASSES, size=len(row.split())).tolist(),
        )
        for row, line in zip(parents, words, strict=True)
    ]


class Batch:
    """One batch in the forms that ours and the peers take."""

    def __init__(self, trees, arity):
        ids = {}
        self.trees = TreeBatch.from_trees(
            trees,
            arity=arity,
            word_ids=lambda word: 1 + ids.setdefault(word, len(ids)) % WORDS,
        )
        rng = np.random.default_rng(0)
        shape = (*self.trees.node_mask.shape, SIZE)
        self.x = rng.standard_normal(shape, "float32")
        self.weights = self.trees.node_mask.astype("float32")
        self.labels = np.maximum(self.trees.labels, 0)
        self.peer = treelstm.batch_tree_input(
            [self._peer_tree(row) for row in range(len(trees))]
        )
        there = self.trees.node_mask
        self.peer_labels = torch.from_numpy(self.labels[there]).long()
        self.peer_ids = torch.from_numpy(self.trees.token_ids[there]).long()

    def ours(self, *names):
        """Chosen inputs of `TreeLSTM`, as tensors."""
        everything = {**self.trees.to_dict(), "x": self.x}
        return keras.tree.map_structure(
            tf.constant, {name: everything[name] for name in names}
        )

    def _peer_tree(self, row):
        size = self.trees.root[row] + 1
        edges = [
            (parent, child)
            for parent in range(size)
            for child in self.trees.children[row, parent]
            if child >= 0
        ]
        orders = treelstm.calculate_evaluation_orders(edges, size)
        return {
            "features": torch.from_numpy(self.x[row, :size]),
            "node_order": torch.from_numpy(orders[0]),
            "edge_order": torch.from_numpy(orders[1]),
            "adjacency_list": torch.tensor(edges),
        }


class PeerClassifier(nn.Module):
    """A class for every node, on top of the peer's Tree-LSTM."""

    def __init__(self, embedding=False):
        super().__init__()
        self.embedding = nn.Embedding(WORDS + 1, SIZE) if embedding else None
        self.tree_lstm = treelstm.TreeLSTM(SIZE, UNITS)
        self.head = nn.Linear(UNITS, CLASSES)

    def states(self, batch):
        x = batch.peer["features"]
        if self.embedding is not None:
            x = self.embedding(batch.peer_ids)
        orders = ("node_order", "adjacency_list", "edge_order")
        h, _ = self.tree_lstm(x, *(batch.peer[name] for name in orders))
        return h

    def loss(self, batch):
        return nn.functional.cross_entropy(
            self.head(self.states(batch)), batch.peer_labels
        )


class NodeByNode(nn.Module):
    """The usual code: a tree at a time, node by node, a layer for each gate."""

    def __init__(self):
        super().__init__()
        self.leaf = nn.ModuleDict(
            {name: nn.Linear(SIZE, UNITS) for name in ("c", "o")}
        )
        self.inner = nn.ModuleDict(
            {
                name: nn.Linear(2 * UNITS, UNITS)
                for name in ("i", "f_1", "f_2", "u", "o")
            }
        )
        self.head = nn.Linear(UNITS, CLASSES)

    def node(self, x, below):
        if not below:
            c = self.leaf["c"](x)
            return torch.sigmoid(self.leaf["o"](x)) * torch.tanh(c), c
        (h_1, c_1), (h_2, c_2) = below
        h = torch.cat([h_1, h_2])
        i, f_1, f_2, o = (
            torch.sigmoid(self.inner[name](h))
            for name in ("i", "f_1", "f_2", "o")
        )
        u = torch.tanh(self.inner["u"](h))
        c = i * u + f_1 * c_1 + f_2 * c_2
        return o * torch.tanh(c), c

    def losses(self, batch):
        """The sum over the nodes of each tree."""
        x = torch.from_numpy(batch.x)
        labels = torch.from_numpy(batch.labels).long()
        for row, size in enumerate(batch.trees.root + 1):
            states, loss = [], 0.0
            for n in range(size):
                below = batch.trees.children[row, n]
                state = self.node(
                    x[row, n], [states[k] for k in below if k >= 0]
                )
                states.append(state)
                loss = loss + nn.functional.cross_entropy(
                    self.head(state[0]), labels[row, n]
                )
            yield loss


def torch_step(model, batch):
    optimizer = torch.optim.Adagrad(model.parameters(), RATE)

    def step():
        optimizer.zero_grad()
        model.loss(batch).backward()
        optimizer.step()

    return step


def tree_by_tree_step(model, batch):
    optimizer = torch.optim.Adagrad(model.parameters(), RATE)
    nodes = len(batch.peer_labels)

    def step():
        optimizer.zero_grad()
        for loss in model.losses(batch):
            (loss / nodes).backward()
        optimizer.step()

    return step


def make_cell(kind):
    if kind == "binary":
        return TreeLSTMCell(UNITS, "nary", arity=2, leaf_mode="linear")
    return TreeLSTMCell(UNITS)


def our_step(kind, batch):
    """A training step on fixed inputs, compiled for batches of any shape."""
    layer = TreeLSTM(make_cell(kind))
    head = keras.layers.Dense(CLASSES)
    optimizer = SparseAdagrad(RATE)
    inputs = batch.ours("x", "children", "node_mask", "schedule")
    head(layer(inputs))
    variables = layer.trainable_variables + head.trainable_variables
    optimizer.build(variables)

    def step(inputs, labels, weights):
        with tf.GradientTape() as tape:
            losses = tf.nn.sparse_softmax_cross_entropy_with_logits(
                labels, head(layer(inputs, training=True))
            )
            loss = tf.reduce_sum(losses * weights) / tf.reduce_sum(weights)
        gradients = tape.gradient(loss, [v.value for v in variables])
        optimizer.apply(gradients, variables)
        return loss

    return compiled_run(
        step, (inputs, tf.constant(batch.labels), tf.constant(batch.weights))
    )


def our_inference(kind, batch):
    layer = TreeLSTM(make_cell(kind))
    inputs = batch.ours("x", "children", "node_mask", "schedule")
    layer(inputs)
    return compiled_run(layer, (inputs,))


def compiled_run(function, arguments):
    """A run fed by `tf.data`, as in `fit`, whose graph takes any batch."""

    def forget_shape(x, spec):
        return tf.raw_ops.PlaceholderWithDefault(input=x, shape=spec.shape)

    dataset = tf.data.Dataset.from_tensors(arguments).map(
        lambda *batch: keras.tree.map_structure(
            forget_shape, batch, any_shape(arguments)
        )
    )
    batches = iter(dataset.cache().repeat())
    compiled = tf.function(lambda: function(*next(batches)))
    return lambda: compiled().numpy()


def any_shape(arguments):
    """Specifications with only the sizes that a layer is built for."""

    def spec(x):
        last = x.shape[-1] if len(x.shape) == 3 else None
        return tf.TensorSpec([None] * (len(x.shape) - 1) + [last], x.dtype)

    return keras.tree.map_structure(spec, arguments)


def fit_model(batch):
    """Word vectors, Tree-LSTM and classes, as a compiled model."""
    names = ("token_ids", "children", "node_mask", "schedule")
    inputs = keras.tree.map_structure(
        lambda spec: keras.Input(batch_shape=spec.shape, dtype=spec.dtype.name),
        any_shape(batch.ours(*names)),
    )
    x = keras.layers.Embedding(WORDS + 1, SIZE)(inputs["token_ids"])
    parts = {name: inputs[name] for name in names[1:]}
    states = TreeLSTM(make_cell("binary"))({"x": x, **parts})
    model = keras.Model(inputs, keras.layers.Dense(CLASSES)(states))
    model.compile(
        SparseAdagrad(RATE, embedding_learning_rate=0.1, embedding_rule="sgd"),
        keras.losses.SparseCategoricalCrossentropy(
            from_logits=True, reduction="mean_with_sample_weight"
        ),
    )
    return model


def our_fit(batches):
    """An epoch of `fit` with the word vectors trained."""
    names = ("token_ids", "children", "node_mask", "schedule")
    data = [(b.ours(*names), b.labels, b.weights) for b in batches]
    dataset = tf.data.Dataset.from_generator(
        lambda: iter(data), output_signature=any_shape(data[0])
    ).prefetch(2)
    model = fit_model(batches[0])
    return lambda: model.fit(dataset, epochs=1, verbose=0)


def peer_fit(batches):
    model = PeerClassifier(embedding=True)
    optimizer = torch.optim.Adagrad(model.parameters(), RATE)

    def epoch():
        for batch in batches:
            optimizer.zero_grad()
            model.loss(batch).backward()
            optimizer.step()

    return epoch


def large_product():
    """Operations per second of a large matrix product, as a candidate."""
    a = tf.random.normal((1024, 1024))
    compiled = tf.function(lambda: tf.reduce_sum(tf.matmul(a, a)))
    return lambda: compiled().numpy()


def operations(kind, batch, training):
    """Of our matrix products; a step has as many thrice, but for the inputs."""
    sizes = batch.trees.schedule
    inner, leaves = len(sizes["inner"]), len(sizes["leaves"])
    if kind == "binary":
        of_inputs = leaves * SIZE * 2 * UNITS
        of_states = inner * 2 * UNITS * 5 * UNITS
    else:
        of_inputs = (4 * inner + 3 * leaves) * SIZE * UNITS
        children = len(sizes["parents"])
        of_states = (3 * inner + children) * UNITS * UNITS
    factors = (2, 3) if training else (1, 1)
    return 2 * (factors[0] * of_inputs + factors[1] * of_states)


def comparisons(data, sizes):
    """What is measured: a name, candidates, operations, steps of each run."""
    for size in sizes:
        trees = binary_trees(data, size)
        batch = Batch(trees, arity=2)
        peer = PeerClassifier()

        def infer(peer=peer, batch=batch):
            with torch.no_grad():
                peer.states(batch)

        yield (
            f"binary, training step, batch {size}",
            {
                "ours": our_step("binary", batch),
                PEER: torch_step(PeerClassifier(), batch),
            },
            operations("binary", batch, training=True),
            1,
        )
        yield (
            f"binary, inference, batch {size}",
            {"ours": our_inference("binary", batch), PEER: infer},
            operations("binary", batch, training=False),
            1,
        )
        if size <= 25:
            yield (
                f"binary, training step, batch {size}, tree by tree",
                {
                    "ours": our_step("binary", batch),
                    "PyTorch, a tree at a time": tree_by_tree_step(
                        NodeByNode(), batch
                    ),
                },
                operations("binary", batch, training=True),
                1,
            )
        count = max(4, 400 // size)
        many = binary_trees(data, count * size)
        batches = [Batch(many[n::count], arity=2) for n in range(count)]
        yield (
            f"binary, fit with {WORDS} words, batch {size}",
            {"ours": our_fit(batches), PEER: peer_fit(batches)},
            None,
            len(batches),
        )
        batch = Batch(dependency_trees(data, size), arity=None)
        yield (
            f"child-sum, training step, {size} pairs",
            {
                "ours": our_step("child_sum", batch),
                PEER: torch_step(PeerClassifier(), batch),
            },
            operations("child_sum", batch, training=True),
            1,
        )


def measure(work, candidates, count, steps, runs, clock):
    product = large_product()
    times = interleave({**candidates, "product": product}, runs, clock)
    peak = 2 * 1024**3 / times.pop("product")
    return [
        {
            "work": work,
            "peer": peer,
            "ours_ms": 1e3 * times["ours"] / steps,
            "peer_ms": 1e3 * seconds / steps,
            "ratio": seconds / times["ours"],
            "peak": count and count / times["ours"] / peak,
        }
        for peer, seconds in times.items()
        if peer != "ours"
    ]


def use_one_core(threads):
    if threads == 1 and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    tf.config.threading.set_intra_op_parallelism_threads(threads)
    tf.config.threading.set_inter_op_parallelism_threads(threads)
    torch.set_num_threads(threads)


def main(
    batch: Annotated[str, typer.Option(help="Batch sizes.")] = "25,256",
    runs: Annotated[int, typer.Option(help="Runs of each candidate.")] = 9,
    threads: Annotated[int, typer.Option(help="Of each framework.")] = 1,
    only: Annotated[str, typer.Option(help="Part of the work's name.")] = "",
    data: Annotated[pathlib.Path, typer.Option(help="Of the trees.")] = DATA,
    clock: Annotated[str, typer.Option(help="wall or cpu.")] = "wall",
    output: Annotated[str, typer.Option(help="JSON file to write.")] = "",
):
    """Prints and optionally stores the ratios."""
    use_one_core(threads)
    keras.utils.set_random_seed(0)
    rows = []
    for work, *rest in comparisons(data, [int(n) for n in batch.split(",")]):
        if only in work:
            rows += measure(work, *rest, runs, clock)
    titles = ("work", "peer", "ours, ms", "peer, ms", "peer / ours", "peak")
    table = Table(*titles)
    for row in rows:
        table.add_row(
            row["work"],
            row["peer"],
            f"{row['ours_ms']:.1f}",
            f"{row['peer_ms']:.1f}",
            f"{row['ratio']:.2f}",
            f"{row['peak']:.2f}" if row["peak"] else "",
        )
    Console().print(table)
    if output:
        with open(output, "w") as file:
            json.dump(rows, file, indent=1)


if __name__ == "__main__":
    typer.run(main)
