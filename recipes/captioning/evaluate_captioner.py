"""Captions and scores of all evaluated splits of a captioning recipe."""

from recipes.captioning.caption_examples import caption_examples
from recipes.captioning.caption_scores import score_captions, write_captions
from recipes.running.evaluation import Evaluation


def evaluate_captioner(data, model, context, splits, max_length=20):
    """Captions splits with the trained model and scores what it wrote.

    Args:
        data: `CaptionData`.
        model: A captioner with a preprocessor.
        context: The `Context` of the run.
        splits: Names of splits.
        max_length: Number of words at most.

    Returns:
        An `Evaluation`, with the captions in COCO's format of results as
        `captions_<split>.json`.
    """
    scores, notes, sections, outputs = {}, list(data.notes), [], {}
    for split in splits:
        rows, records = data.rows[split], data.records[split]
        with context.progress.phase(f"captions {split}") as bar:
            captions = write_captions(model, rows, max_length, bar)
        found, limits = score_captions(captions, records)
        if found:
            scores[split] = found
        empty = captions.count("")
        if empty:
            limits.append(
                f"{empty} of {len(captions)} captions of {split} are empty and "
                "score 0."
            )
        notes += [note for note in limits if note not in notes]
        outputs[f"captions_{split}.json"] = [
            {"image_id": identity, "caption": caption}
            for identity, caption in zip(records.ids, captions, strict=True)
        ]
        sections.append(
            caption_examples(
                f"Examples: {split}", model, rows, records, captions
            )
        )
    return Evaluation(
        scores=scores,
        notes=notes,
        sections=sections,
        outputs=outputs,
        details=data.details,
    )
