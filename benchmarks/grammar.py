"""Speed of tagger and parser against NLTK's, as ratios in one run.

    python benchmarks/grammar.py [--runs 5] [--data FOLDER]
        [--output FILE.json]

Sentences of UD English EWT and of GUM, one by one and 64 at a time, as the
presets `atpl_pos_ewt_en` and `atpl_parse_gum_en` read them. The peers take
turns within the run, so that a drift of the machine's speed cancels out; a
ratio above 1 means that ours is faster. NLTK's tagger and parser read one
sentence at a time; its parser, of a grammar taken from the same trees, is
given the parts of speech and takes the cube of the length, so that it reads
short sentences only. Needs nltk 3.10 or later.
"""

import json
import pathlib
import random
from typing import Annotated

import nltk
import typer
from nltk.parse import ViterbiParser
from nltk.tag import PerceptronTagger
from rich.console import Console
from rich.table import Table

import zoo
from interleave import interleave
from keras_tpr.trees import to_nltk
from recipes.datasets.gum_trees import read_gum_trees
from recipes.datasets.ud_pos import read_ud_pos

DATA = pathlib.Path(__file__).resolve().parents[2] / "shared/data"
SENTENCES = 256
BATCHES = (1, 64)
# What NLTK's tagger learns from: enough for all tags, its speed is the same.
TAUGHT = 2_000
# Words of the sentences that NLTK's parser reads, and how many it reads.
SHORT, FEW = (6, 8), 4


def tagging_rows(data, runs):
    """The tagger against the averaged perceptron."""
    splits = read_ud_pos(data)
    peer = PerceptronTagger(load=False)
    random.seed(0)
    peer.train(
        [
            list(zip(row.words, row.xpos, strict=True))
            for row in splits["train"][:TAUGHT]
        ],
        nr_iter=1,
    )
    model = zoo.atpl_tagger("atpl_pos_ewt_en")
    sentences = [list(row.words) for row in splits["test"][:SENTENCES]]
    return rows_of(
        "tagging",
        model.tag,
        ("perceptron of NLTK", lambda: peer.tag_sents(sentences)),
        sentences,
        runs,
    )


def parsing_rows(data, runs):
    """The parser, and on short sentences against NLTK's Viterbi parser."""
    splits = read_gum_trees(data)
    model = zoo.atpl_parser("atpl_parse_gum_en")
    sentences = [tree.words() for tree in splits["test"][:SENTENCES]]
    rows = rows_of("parsing", model.parse, None, sentences, runs)
    short = [
        tree
        for tree in splits["test"]
        if SHORT[0] <= len(tree.words()) <= SHORT[1]
    ][:FEW]
    peer = ViterbiParser(_grammar(splits["train"]), max_time=None)
    return rows + rows_of(
        f"parsing {SHORT[0]} to {SHORT[1]} words",
        model.parse,
        (
            "Viterbi parser of NLTK, given parts of speech",
            lambda: [next(peer.parse(tree.tags()), None) for tree in short],
        ),
        [tree.words() for tree in short],
        min(runs, 3),
    )


def _grammar(trees):
    """A grammar whose words are parts of speech, in binary rules."""
    rules = []
    for tree in map(to_nltk, trees):
        if tree.height() < 3:
            continue
        for place in tree.treepositions("leaves"):
            tree[place[:-1]] = tree[place[:-1]].label()
        tree.set_label("TOP")
        tree.chomsky_normal_form(factor="right", horzMarkov=0)
        rules += tree.productions()
    return nltk.induce_pcfg(nltk.Nonterminal("TOP"), rules)


def rows_of(work, ours, peer, sentences, runs):
    """The rows of one work: each size of batches, against one peer."""
    candidates = {
        size: lambda size=size: ours(sentences, batch_size=size)
        for size in BATCHES
        if size == 1 or len(sentences) > FEW
    }
    if peer is not None:
        candidates[peer[0]] = peer[1]
    times = interleave(candidates, runs)
    return [
        {
            "work": f"{work}, {size} at a time",
            "sentences_a_second": len(sentences) / times[size],
            "peer": peer and peer[0],
            "ratio": peer and times[peer[0]] / times[size],
        }
        for size in BATCHES
        if size in times
    ]


def main(
    runs: Annotated[int, typer.Option(help="Runs of each candidate.")] = 5,
    threads: Annotated[int, typer.Option(help="Of TensorFlow.")] = 1,
    data: Annotated[pathlib.Path, typer.Option(help="Of treebanks.")] = DATA,
    output: Annotated[str, typer.Option(help="JSON file to write.")] = "",
):
    """Prints and optionally stores the speeds and ratios."""
    import tensorflow as tf

    tf.config.threading.set_intra_op_parallelism_threads(threads)
    tf.config.threading.set_inter_op_parallelism_threads(threads)
    rows = tagging_rows(data, runs) + parsing_rows(data, runs)
    table = Table("work", "sentences a second", "peer", "peer / ours")
    for row in rows:
        table.add_row(
            row["work"],
            f"{row['sentences_a_second']:.1f}",
            row["peer"] or "",
            f"{row['ratio']:.2f}" if row["ratio"] else "",
        )
    Console().print(table)
    if output:
        with open(output, "w") as file:
            json.dump(rows, file, indent=1)


if __name__ == "__main__":
    typer.run(main)
