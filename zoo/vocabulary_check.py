"""Refuses a tokenizer whose words are not those of the weights."""


def check_vocabulary(backbone, preprocessor):
    """Raises an error unless tokenizer and backbone share one vocabulary.

    A model whose ids stand for other words still writes fluent text, so the
    difference must be found before anything is computed. What is unknown on
    either side (`None`, or a tokenizer that is yet to load its assets) is not
    compared.

    Args:
        backbone: Has `vocabulary_size` and `vocabulary_hash`; either may be
            missing or `None`.
        preprocessor: Has a `tokenizer`; or `None`.

    Raises:
        ValueError: If the sizes or the hashes differ.
    """
    tokenizer = getattr(preprocessor, "tokenizer", None)
    if tokenizer is None:
        return
    for kind, of_tokenizer, of_backbone in (
        (
            "size",
            _size(tokenizer),
            getattr(backbone, "vocabulary_size", None),
        ),
        (
            "hash",
            getattr(tokenizer, "vocabulary_hash", None),
            getattr(backbone, "vocabulary_hash", None),
        ),
    ):
        if None not in (of_tokenizer, of_backbone) and (
            of_tokenizer != of_backbone
        ):
            raise ValueError(
                f"The tokenizer's vocabulary is not the one of the weights: "
                f"`{type(tokenizer).__name__}` has vocabulary {kind} "
                f"{of_tokenizer}, `{type(backbone).__name__}` has "
                f"`vocabulary_{kind}={of_backbone}` (special tokens included)."
                " Use the preprocessor that was saved with the backbone, or "
                "train a new model with `vocabulary=`."
            )


def _size(tokenizer):
    try:
        return tokenizer.vocabulary_size()
    except ValueError:  # no vocabulary loaded yet
        return None
