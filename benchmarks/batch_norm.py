"""Speed of batch normalisation against Keras' layer, as ratios in one run.

    python benchmarks/batch_norm.py [--runs 15] [--threads 1] [--clock wall]
        [--output FILE.json]

Training steps (outputs, gradients, moving statistics) of the layer alone, on
dense and convolutional inputs, and of a small network of both kinds; then
inference of that network before and after `fold_batch_norm`. The candidates
take turns within the run, so that a drift of the machine's speed cancels out;
`ours / peer` below 1 means that ours is faster. On a machine that does other
work, `--clock cpu` counts the time that the process itself has.
"""

import json
from typing import Annotated

import keras
import numpy as np
import tensorflow as tf
import typer
from rich.console import Console

from interleave import interleave
from keras_tpr.layers import BatchNormalization, fold_batch_norm

SHAPES = {
    "dense": [(60, 100), (256, 1024)],
    "convolutional": [(32, 28, 28, 64), (32, 7, 7, 512)],
    "sequence": [(32, 50, 300)],
}
LAYERS = {"ours": BatchNormalization, "Keras": keras.layers.BatchNormalization}
# So that a measurement is long against the call itself.
REPEATS = 20


def layer_steps(shape, masked=False):
    """A function for each layer that trains it some times."""
    rng = np.random.default_rng(0)
    x = tf.constant(rng.standard_normal(shape).astype("float32"))
    upstream = tf.constant(rng.standard_normal(shape).astype("float32"))
    lengths = rng.integers(shape[1] // 2, shape[1] + 1, shape[0])
    mask = tf.sequence_mask(lengths, shape[1]) if masked else None
    return {
        name: layer_step(layer(), x, upstream, mask)
        for name, layer in LAYERS.items()
    }


def layer_step(layer, x, upstream, mask):
    layer.build((None, *x.shape[1:]))
    signature = [tf.TensorSpec((None, *x.shape[1:]))] * 2

    @tf.function(input_signature=signature)
    def steps(x, upstream):
        total = tf.zeros(())
        for _ in tf.range(REPEATS):
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = layer(x, training=True, mask=mask)
            found = tape.gradient(
                y,
                [x, layer.gamma.value, layer.beta.value],
                output_gradients=upstream,
            )
            # What nobody uses would be left out.
            total += sum(tf.reduce_sum(g[0]) for g in found)
        return total

    return lambda: steps(x, upstream)


def network(norm, kind):
    """Five layers with a normalisation each, and a softmax."""
    if kind == "dense":
        x = inputs = keras.Input((784,))
        for _ in range(5):
            x = keras.layers.Dense(256, use_bias=False)(x)
            x = keras.layers.ReLU()(norm()(x))
    else:
        x = inputs = keras.Input((28, 28, 16))
        for _ in range(5):
            x = keras.layers.Conv2D(32, 3, padding="same", use_bias=False)(x)
            x = keras.layers.ReLU()(norm()(x))
        x = keras.layers.GlobalAveragePooling2D()(x)
    outputs = keras.layers.Dense(10, activation="softmax")(x)
    model = keras.Model(inputs, outputs)
    model.compile("sgd", "sparse_categorical_crossentropy")
    return model


def network_batch(model):
    rng = np.random.default_rng(0)
    shape = (64, *model.input_shape[1:])
    x = rng.standard_normal(shape).astype("float32")
    return tf.constant(x), tf.constant(rng.integers(0, 10, 64))


def network_steps(kind):
    found = {}
    for name, norm in LAYERS.items():
        model = network(norm, kind)
        data = tf.data.Dataset.from_tensors(network_batch(model)).repeat()
        found[name] = lambda model=model, data=data: model.fit(
            data, steps_per_epoch=REPEATS, verbose=0
        )
    return found


def folded(kind):
    """Inference of a network with our layers, and folded."""
    model = network(BatchNormalization, kind)
    x, _ = network_batch(model)
    found = {}
    for name, candidate in (
        ("folded", fold_batch_norm(model)),
        ("not folded", model),
    ):
        call = tf.function(lambda x, c=candidate: c(x, training=False))
        found[name] = lambda call=call: [call(x) for _ in range(REPEATS)][-1]
    return found


def works():
    """Name of a work -> function that makes its two candidates."""
    for kind, shapes in SHAPES.items():
        for shape in shapes:
            yield f"layer, {kind} {list(shape)}", lambda s=shape: layer_steps(s)
    for shape in SHAPES["sequence"]:
        name = f"layer, masked sequence {list(shape)}"
        yield name, lambda s=shape: layer_steps(s, masked=True)
    for kind in ("dense", "convolutional"):
        yield f"training, {kind}", lambda k=kind: network_steps(k)
    for kind in ("dense", "convolutional"):
        yield f"inference, {kind}", lambda k=kind: folded(k)


def main(
    runs: Annotated[int, typer.Option(help="Runs of each candidate.")] = 15,
    threads: Annotated[int, typer.Option(help="Of TensorFlow.")] = 1,
    clock: Annotated[str, typer.Option(help="wall or cpu.")] = "wall",
    only: Annotated[str, typer.Option(help="Part of the works' names.")] = "",
    output: Annotated[str, typer.Option(help="JSON file to write.")] = "",
):
    """Prints and optionally stores the ratios."""
    tf.config.threading.set_intra_op_parallelism_threads(threads)
    tf.config.threading.set_inter_op_parallelism_threads(threads)
    keras.utils.set_random_seed(0)
    console, rows = Console(width=110), []
    for name, make in works():
        if only not in name:
            continue
        times = interleave(make(), runs, clock)
        (ours, mine), (peer, theirs) = times.items()
        row = {
            "work": name,
            "ours": ours,
            "peer": peer,
            "ours_ms": 1e3 * mine / REPEATS,
            "peer_ms": 1e3 * theirs / REPEATS,
            "ours_over_peer": mine / theirs,
        }
        rows.append(row)
        console.print(
            f"{name:44} {ours} {row['ours_ms']:8.3f} ms, {peer} "
            f"{row['peer_ms']:8.3f} ms, ratio {row['ours_over_peer']:.2f}",
            highlight=False,
        )
    if output:
        with open(output, "w") as file:
            json.dump(rows, file, indent=1)


if __name__ == "__main__":
    typer.run(main)
