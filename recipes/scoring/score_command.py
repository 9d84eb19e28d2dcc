"""The command `python -m recipes score`."""

import pathlib
from typing import Annotated

import rich.table
import typer

from recipes.datasets.data_format_error import DataFormatError
from recipes.running.console import OUTPUT, failure, say
from recipes.scoring.read_caption_pairs import read_caption_pairs
from zoo.atomic_file import write_json


def score(
    results: Annotated[
        pathlib.Path,
        typer.Argument(help='Captions: a list of {"image_id", "caption"}.'),
    ],
    annotations: Annotated[
        pathlib.Path,
        typer.Argument(help="References, such as COCO's captions_val2017.json"),
    ],
    output: Annotated[
        pathlib.Path | None,
        typer.Option(help="JSON file to write, with protocol and scores."),
    ] = None,
    metrics: Annotated[
        str | None,
        typer.Option(
            help="Out of bleu, rouge_l, cider_d, cider and meteor, with commas "
            "between them, or all; by default all but cider."
        ),
    ] = None,
    subset: Annotated[
        bool,
        typer.Option(
            "--subset", help="Leave out annotated images without a caption."
        ),
    ] = False,
    per_image: Annotated[
        bool,
        typer.Option(
            "--per-image", help="Add the scores of each image to the output."
        ),
    ] = False,
    document_frequency: Annotated[
        pathlib.Path | None,
        typer.Option(
            help="Larger set of captions, such as those of the training set, "
            "whose document frequencies CIDEr-D uses in place of those of the "
            "references."
        ),
    ] = None,
):
    """Scores captions in COCO's format as the COCO evaluation does.

    Both files may be compressed by gzip. Nothing is written without
    `--output`.
    """
    try:
        inputs = (results, annotations, document_frequency)
        _check_output(output, per_image, filter(None, inputs))
        pairs = read_caption_pairs(results, annotations, subset)
        # Loads Keras: not before the files have been checked.
        from recipes.scoring.score_captions import score_captions

        report = {
            "results": str(results),
            "annotations": str(annotations),
            **score_captions(
                pairs,
                metrics=None if metrics is None else _names(metrics),
                document_frequency=document_frequency,
                per_image=per_image,
            ),
        }
    except (DataFormatError, ValueError, ImportError) as error:
        raise failure(error) from error
    _show(report)
    if output is not None:
        try:
            write_json(output, report)
        except (OSError, ValueError) as error:
            raise failure(f"{output} cannot be written: {error}.") from error
        say(f"Written: {output}")


def _check_output(output, per_image, inputs):
    if output is None:
        if per_image:
            raise ValueError(
                "`--per-image` adds to the file of `--output`, which is "
                "missing. Give `--output FILE.json`."
            )
        return
    if output.is_dir():
        raise ValueError(
            f"`--output` {output} is a folder. Give a file inside it."
        )
    if output.resolve() in [path.resolve() for path in inputs]:
        raise ValueError(
            f"`--output` {output} would replace a file that is read. Give "
            "another name."
        )


def _names(text):
    """Names as the scorer spells them, of such as `BLEU, CIDEr-D`."""
    names = [name.strip().lower().replace("-", "_") for name in text.split(",")]
    names = list(dict.fromkeys(filter(None, names)))
    if not names:
        raise ValueError(f"`--metrics` names no metric. Received: {text!r}.")
    return "all" if names == ["all"] else names


def _show(report):
    protocol = report["protocol"]
    table = rich.table.Table("score", "value", "scale")
    for name, value in report["scores"].items():
        table.add_row(name, f"{value:.4f}", protocol["scales"][name])
    OUTPUT.print(table)
    say(
        f"Images: {report['images']:,} of {report['annotated_images']:,} "
        f"annotated; references of each: {_references(report)}"
    )
    say(f"Tokenizer: {protocol['tokenizer']}")
    if "document_frequencies" in protocol:
        say(f"Document frequencies: {protocol['document_frequencies']}")
    if report["empty_captions"]:
        say(
            f"Note: {report['empty_captions']:,} captions have no words and "
            "score 0."
        )
    if report["empty_references"]:
        say(f"Note: {report['empty_references']:,} references have no words.")
    for note in report["notes"]:
        say(f"Note: {note}")


def _references(report):
    counts = report["references_per_image"]
    if counts["min"] == counts["max"]:
        return str(counts["min"])
    return f"{counts['min']} to {counts['max']}, mean {counts['mean']:.2f}"
