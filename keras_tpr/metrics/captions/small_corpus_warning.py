"""The warning of scores from too few images."""


class SmallCorpusWarning(UserWarning):
    """Document frequencies come from so few images that scores mislead.

    With one image every weight is 0, and so are CIDEr and CIDEr-D. Score more
    images at once, or pass the document frequencies of a larger corpus, whose
    captions are tokenised as those that are scored (`tokenize_caption`):
    `cider_d(..., **document_frequency(training_references))`.
    """
