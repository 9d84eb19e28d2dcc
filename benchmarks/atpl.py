"""Speed of the ATPL captioner against its peers, as ratios in one run.

    python benchmarks/atpl.py [--batch 64,16] [--runs 9] [--output FILE.json]

At the published sizes without tags (32, 512, 2048, V 8791, T 20). The peers
take turns within the run, so that a drift of the machine's speed cancels out;
a ratio above 1 means that ours is faster. Needs the extra `torch`.
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
from keras_tpr.layers import ATPLDecoder
from keras_tpr.losses import SentenceCrossEntropy

VOCABULARY, DIM, UNITS, FEATURES, LENGTH = 8791, 32, 512, 2048, 20


class TorchATPL(nn.Module):
    """The equations, word by word, as one would write them in PyTorch."""

    def __init__(self):
        super().__init__()
        k = UNITS + DIM * DIM
        self.embedding = nn.Embedding(VOCABULARY, DIM)
        self.first = nn.Linear(FEATURES, DIM, bias=False)
        self.look = nn.Linear(k, FEATURES)
        self.read = nn.Linear(FEATURES, DIM * DIM)
        self.attend = nn.Linear(k, DIM)
        self.lstm = nn.LSTMCell(DIM, UNITS)
        self.output = nn.Linear(DIM, VOCABULARY)
        basis = np.ones((1, 1), "float32")
        while len(basis) < DIM:
            basis = np.block([[basis, basis], [basis, -basis]])
        self.register_buffer(
            "basis", torch.from_numpy(basis / np.sqrt(DIM, dtype="float32"))
        )

    def start(self, v):
        zero = v.new_zeros(len(v), UNITS)
        h, c = self.lstm(self.first(v), (zero, zero))
        return h, c, v.new_zeros(len(v), DIM, DIM)

    def emit(self, v, h, tpr):
        k = torch.cat([h, tpr.flatten(1)], 1)
        q = v * torch.sigmoid(self.look(k))
        s = torch.tanh(self.read(q)).view(-1, DIM, DIM)
        u = torch.sigmoid(self.attend(k)) @ self.basis.T
        return u, torch.bmm(s, u[:, :, None]).squeeze(2)

    def advance(self, words, u, state):
        h, c, tpr = state
        e = self.embedding(words)
        tpr = tpr + e[:, :, None] * u[:, None, :]
        h, c = self.lstm(e, (h, c))
        return h, c, tpr

    def forward(self, v, token_ids):
        state, logits = self.start(v), []
        for t in range(token_ids.shape[1]):
            u, f = self.emit(v, state[0], state[2])
            logits.append(self.output(f))
            state = self.advance(token_ids[:, t], u, state)
        return torch.stack(logits, 1)

    @torch.no_grad()
    def beam(self, v, beams=5):
        """Batched beam search; finished hypotheses keep their score."""
        batch = len(v)
        state = tuple(x.repeat_interleave(beams, 0) for x in self.start(v))
        v = v.repeat_interleave(beams, 0)
        scores = v.new_full((batch, beams), -1e30)
        scores[:, 0] = 0.0
        done = torch.zeros(batch, beams, dtype=torch.bool)
        tokens = torch.zeros(batch, beams, 0, dtype=torch.long)
        offsets = torch.arange(batch)[:, None] * beams
        for _ in range(LENGTH):
            u, f = self.emit(v, state[0], state[2])
            log_probs = torch.log_softmax(self.output(f), -1)
            log_probs = log_probs.view(batch, beams, -1)
            frozen = torch.full_like(log_probs, -1e30)
            frozen[..., 0] = 0.0
            log_probs = torch.where(done[..., None], frozen, log_probs)
            totals = (scores[..., None] + log_probs).flatten(1)
            scores, chosen = totals.topk(beams)
            parents, words = chosen // VOCABULARY, chosen % VOCABULARY
            rows = (parents + offsets).flatten()
            state = tuple(x[rows] for x in state)
            tokens = tokens.flatten(0, 1)[rows].view(batch, beams, -1)
            tokens = torch.cat([tokens, words[..., None]], 2)
            done = done.flatten()[rows].view(batch, beams) | (words == 0)
            if done.all():
                break
            state = self.advance(words.flatten(), u[rows], state)
        return tokens


def torch_step(batch):
    model = TorchATPL()
    optimizer = torch.optim.Adam(model.parameters(), 2e-4)
    ids = torch.from_numpy(batch["token_ids"]).long()
    v = torch.from_numpy(batch["features"])

    def step():
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(
            model(v, ids).flatten(0, 1), ids.flatten(), reduction="sum"
        )
        (loss / len(v)).backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimizer.step()

    return step


def keras_step(model, batch):
    inputs = {k: keras.ops.convert_to_tensor(v) for k, v in batch.items()}
    weights = np.ones(batch["token_ids"].shape, "float32")

    def step():
        model.train_on_batch(inputs, batch["token_ids"], weights)

    return step


def captioner():
    return zoo.atpl_captioner(num_tags=None, dropout=0.0)


def plain_keras(network):
    """A network on encoded inputs with Keras' usual loss and optimiser."""
    features = keras.Input((FEATURES,), name="features")
    token_ids = keras.Input((LENGTH,), dtype="int32", name="token_ids")
    inputs = {"features": features, "token_ids": token_ids}
    model = keras.Model(inputs, network(token_ids, features))
    model.compile(
        keras.optimizers.Adam(2e-4, global_clipnorm=5.0),
        SentenceCrossEntropy(),
    )
    return model


def lstm_network(token_ids, features):
    words = keras.layers.Embedding(VOCABULARY, UNITS)(token_ids)
    first = keras.layers.Dense(UNITS)(features)
    inputs = keras.ops.concatenate([first[:, None], words[:, :-1]], 1)
    states = keras.layers.LSTM(UNITS, return_sequences=True)(inputs)
    return keras.layers.Dense(VOCABULARY)(states)


def training_ratios(size, runs):
    rng = np.random.default_rng(0)
    batch = {
        "features": rng.random((size, FEATURES), "float32"),
        "token_ids": rng.integers(1, VOCABULARY, (size, LENGTH), "int32"),
    }
    step_form = ATPLDecoder(VOCABULARY, parallel=False)
    times = interleave(
        {
            "ours": keras_step(captioner(), batch),
            "PyTorch loop": torch_step(batch),
            "keras.layers.RNN(ATPLCell)": keras_step(
                plain_keras(step_form), batch
            ),
            "keras.layers.LSTM(512) captioner": keras_step(
                plain_keras(lstm_network), batch
            ),
        },
        runs,
    )
    return _against_ours(f"training step, batch {size}", times)


def beam_ratios(runs, images=32):
    features = np.random.default_rng(0).random((images, FEATURES), "float32")
    peer, v = TorchATPL(), torch.from_numpy(features)
    model = captioner()

    def one_by_one():
        for row in v:
            peer.beam(row[None])

    times = interleave(
        {
            "ours": lambda: model.generate({"features": features}),
            "PyTorch, batched": lambda: peer.beam(v),
            "PyTorch, image by image": one_by_one,
        },
        runs,
    )
    return _against_ours(f"beam 5, {images} images, {LENGTH} words", times)


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
    batch: Annotated[str, typer.Option(help="Batch sizes.")] = "64,16",
    runs: Annotated[int, typer.Option(help="Runs of each candidate.")] = 9,
    threads: Annotated[int, typer.Option(help="Of each framework.")] = 1,
    output: Annotated[str, typer.Option(help="JSON file to write.")] = "",
):
    """Prints and optionally stores the ratios."""
    import tensorflow as tf

    tf.config.threading.set_intra_op_parallelism_threads(threads)
    tf.config.threading.set_inter_op_parallelism_threads(threads)
    torch.set_num_threads(threads)
    keras.utils.set_random_seed(0)
    sizes = [int(size) for size in batch.split(",")]
    rows = [row for size in sizes for row in training_ratios(size, runs)]
    rows += beam_ratios(runs)
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
