"""Speed of the caption metrics against pycocoevalcap, as ratios in one run.

    python benchmarks/caption_metrics.py [--annotations FILE] [--runs 7]
        [--output FILE.json]

Works on the captions of COCO val2017: 5,000 images with five references. The
peers take turns within the run, so that a drift of the machine's speed cancels
out; a ratio above 1 means that ours is faster. The tokenizer and METEOR of the
peer are Java programs, whose start belongs to what a user waits for; METEOR is
therefore timed from the start and, with everything loaded, again. The table
also shows the largest difference of the results. Needs the extra `coco` and a
Java runtime.
"""

import gzip
import json
import os
import pathlib
import time
from typing import Annotated

import numpy as np
import typer
from pycocoevalcap.bleu.bleu import Bleu
from pycocoevalcap.cider.cider import Cider
from pycocoevalcap.meteor.meteor import Meteor
from pycocoevalcap.tokenizer.ptbtokenizer import PTBTokenizer
from rich.console import Console
from rich.table import Table

from keras_tpr.metrics import CaptionScorer, meteor, tokenize_caption
from keras_tpr.metrics.captions.meteor_data import load_meteor_data
from keras_tpr.metrics.captions.tokenize_caption import _split_chunk

ANNOTATIONS = (
    pathlib.Path(__file__).resolve().parents[2]
    / "shared/data/coco_captions/captions_val2017.json.gz"
)
REFERENCES = 5
CAPTIONS = 25_000


def read_captions(annotations):
    """The first five captions of each image."""
    opened = gzip.open if annotations.suffix == ".gz" else open
    with opened(annotations, "rt", encoding="utf-8") as file:
        records = json.load(file)["annotations"]
    captions = {}
    for record in sorted(records, key=lambda record: record["id"]):
        captions.setdefault(record["image_id"], []).append(record["caption"])
    return {key: texts[:REFERENCES] for key, texts in captions.items()}


def interleave(candidates, runs):
    """Median seconds of each candidate, all taking turns, and its result."""
    times = {name: [] for name in candidates}
    results = {}
    for _ in range(runs):
        for name, run in candidates.items():
            begin = time.perf_counter()
            results[name] = run()
            times[name].append(time.perf_counter() - begin)
    return {name: float(np.median(t)) for name, t in times.items()}, results


def ngram_scores(tokens, runs):
    """CIDEr-D and BLEU of one caption against all of its image."""
    candidates = {key: texts[0] for key, texts in tokens.items()}
    listed = {key: [text] for key, text in candidates.items()}
    scorer = CaptionScorer(("bleu", "cider_d"), tokenizer=None)

    def peer():
        bleu, each_bleu = Bleu(4).compute_score(tokens, listed, verbose=0)
        cider, each_cider = Cider().compute_score(tokens, listed)
        return np.stack([*each_bleu, each_cider])

    def ours():
        _, each = scorer(candidates, tokens, per_caption=True)
        names = ("bleu_1", "bleu_2", "bleu_3", "bleu_4", "cider_d")
        return np.stack([each[name] for name in names])

    work = f"CIDEr-D and BLEU-1..4, {len(tokens)} images x {REFERENCES}"
    return compared(work, {"pycocoevalcap scorers": peer, "ours": ours}, runs)


def tokenizers(captions, runs):
    texts = [text for each in captions.values() for text in each][:CAPTIONS]
    records = {key: [{"caption": text}] for key, text in enumerate(texts)}

    def peer():
        tokens = PTBTokenizer().tokenize(records)
        return [tokens[key][0] for key in records]

    def ours():
        _split_chunk.cache_clear()
        return [tokenize_caption(text, strict_reference=True) for text in texts]

    work = f"tokenizer, {len(texts)} captions"
    return compared(work, {"PTBTokenizer (Java)": peer, "ours": ours}, runs)


def meteors(tokens, runs):
    """METEOR of one caption against the other four of its image."""
    candidates = {key: texts[0] for key, texts in tokens.items()}
    references = {key: texts[1:] for key, texts in tokens.items()}
    listed = {key: [text] for key, text in candidates.items()}
    program = Meteor()

    def peer_from_start():
        return Meteor().compute_score(references, listed)[1]

    def ours_from_start():
        load_meteor_data.cache_clear()
        return ours()

    def ours():
        return meteor(candidates, references, per_caption=True)[1]

    def peer():
        return program.compute_score(references, listed)[1]

    work = f"METEOR, {len(tokens)} images x {REFERENCES - 1}"
    name = "METEOR 1.5 (Java)"
    return compared(
        f"{work}, from the start",
        {name: peer_from_start, "ours": ours_from_start},
        runs,
    ) + compared(f"{work}, data loaded", {name: peer, "ours": ours}, runs)


def compared(work, candidates, runs):
    times, results = interleave(candidates, runs)
    (peer,) = (name for name in times if name != "ours")
    row = {
        "work": work,
        "peer": peer,
        "ours_ms": 1e3 * times["ours"],
        "peer_ms": 1e3 * times[peer],
        "ratio": times[peer] / times["ours"],
        **agreement(results["ours"], results[peer]),
    }
    return [row]


def agreement(ours, theirs):
    """The share of equal results, and for numbers the largest difference."""
    if isinstance(ours, list):
        same = np.mean([a == b for a, b in zip(ours, theirs, strict=True)])
        return {"equal": float(same)}
    gap = np.abs(np.asarray(ours) - np.asarray(theirs))
    return {
        "equal": float(np.mean(gap < 1e-6)),
        "largest_difference": float(gap.max()),
    }


def main(
    annotations: Annotated[
        pathlib.Path, typer.Option(help="COCO captions, .json or .json.gz.")
    ] = ANNOTATIONS,
    runs: Annotated[int, typer.Option(help="Runs of each candidate.")] = 7,
    meteor_runs: Annotated[int, typer.Option(help="The same, METEOR.")] = 3,
    output: Annotated[str, typer.Option(help="JSON file to write.")] = "",
):
    """Prints and optionally stores the ratios."""
    captions = read_captions(annotations)
    tokens = {
        key: [tokenize_caption(text) for text in texts]
        for key, texts in captions.items()
    }
    rows = ngram_scores(tokens, runs)
    rows += tokenizers(captions, runs)
    rows += meteors(tokens, meteor_runs)
    table = Table(
        "work", "peer", "ours, ms", "peer, ms", "peer / ours", "equal"
    )
    for row in rows:
        table.add_row(
            row["work"],
            row["peer"],
            f"{row['ours_ms']:.0f}",
            f"{row['peer_ms']:.0f}",
            f"{row['ratio']:.2f}",
            f"{row['equal']:.2%}",
        )
    Console().print(table)
    if output:
        partial = f"{output}.partial"
        with open(partial, "w") as file:
            json.dump(rows, file, indent=1)
        os.replace(partial, output)


if __name__ == "__main__":
    typer.run(main)
