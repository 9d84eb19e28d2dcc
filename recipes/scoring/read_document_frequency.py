"""Reader of document frequencies for CIDEr and CIDEr-D."""

from keras_tpr.metrics import document_frequency, tokenize_caption
from recipes.datasets.data_format_error import DataFormatError
from recipes.scoring.caption_json import first_ids, read_caption_json
from recipes.scoring.read_references import references_of


def read_document_frequency(path):
    """Reads counts of n-grams, or counts them in a file of captions.

    Args:
        path: A JSON file, which may be compressed by gzip: either what
            `keras_tpr.metrics.document_frequency` returns, or captions in
            COCO's format of annotations, such as those of a training set.

    Returns:
        A dict with `df` and `num_documents`.

    Raises:
        DataFormatError: If the file is missing or of neither form.
    """
    content = read_caption_json(path)
    if isinstance(content, dict) and "df" in content:
        _check_counts(content, path)
        return {name: content[name] for name in ("df", "num_documents")}
    references = references_of(content, path)
    without = [key for key, captions in references.items() if not captions]
    if without:
        raise DataFormatError(
            f"{path}: {len(without):,} images have no captions: "
            f"{first_ids(without)}. Take them out of `images`."
        )
    return document_frequency(
        {
            identity: [tokenize_caption(caption) for caption in captions]
            for identity, captions in references.items()
        }
    )


def _check_counts(content, path):
    counts, number = content["df"], content.get("num_documents")
    valid = (
        isinstance(counts, dict)
        and counts
        and all(_is_count(count) for count in (*counts.values(), number))
        and number >= max(counts.values())
    )
    if not valid:
        raise DataFormatError(
            f"{path}: `df` must map n-grams to numbers of images, and "
            "`num_documents` be the number of all images. Write the file from "
            "`keras_tpr.metrics.document_frequency`, or give captions in "
            "COCO's format, in which they are counted."
        )
    raw = next((ngram for ngram in counts if ngram != ngram.lower()), None)
    if raw is not None:
        raise DataFormatError(
            f"{path}: `df` was counted on captions that are not tokenised, "
            f"such as {raw!r}. Count `keras_tpr.metrics.tokenize_caption` of "
            "them, or give captions in COCO's format, in which they are "
            "counted."
        )


def _is_count(value):
    return type(value) is int and value > 0
