"""Captions of a model beside those of people, as part of a report."""

import html

from recipes.captioning.caption_scores import model_inputs
from recipes.running.evaluation import Section
from recipes.running.figure_html import image_html
from zoo.captioning.images import load_image

WIDTH = 224


def caption_examples(title, model, rows, records, captions, count=6):
    """Shows images with their captions and how these came about.

    Args:
        title: Heading of the section.
        model: The captioner that wrote the captions; what it can `explain`
            of them is drawn.
        rows: What the model read: images or features.
        records: `CaptionRecords`.
        captions: One text for each record.
        count: Number of examples, the first ones.

    Returns:
        A `Section`.
    """
    return Section(
        title,
        "<hr>".join(
            _example(model, rows[i], records, i, captions[i])
            for i in range(min(count, len(records)))
        ),
    )


def _example(model, row, records, index, caption):
    pixels = load_image(records.images[index], WIDTH)
    parts = [image_html(pixels.round().astype("uint8"), caption)]
    references = records.captions[index]
    if references:
        items = "".join(f"<li>{html.escape(text)}</li>" for text in references)
        parts.append(f"<p>By people or the data set:</p><ul>{items}</ul>")
    # Words are needed for an explanation: an empty caption has none.
    if caption:
        parts.append(
            model.explain(model_inputs(row), caption=caption).to_html()
        )
    return "".join(parts)
