"""CIDEr-D as a reward of captions that are being learned."""

import warnings
from collections.abc import Mapping
from itertools import takewhile

from keras_tpr.metrics import (
    SmallCorpusWarning,
    cider_d,
    document_frequency,
    tokenize_caption,
)
from zoo.captioning.search_captions import END

# No word: the tokenizer never makes it.
END_WORD = "</s>"
FEW_IMAGES = 50  # of which CIDEr-D warns


class CiderReward:
    """Scores captions of a fixed set of images, a few at a time.

    How rare an n-gram is, is counted once, in the references of all images.

    Args:
        references: for each image the list of its captions; texts, or token
            ids if `as_ids`.
        as_ids: whether captions are token ids instead of texts.
        score_end: whether the end of a caption counts as a word of it. Else a
            caption that breaks off scores as much as one that ends there.

    Raises:
        TypeError, ValueError: if references are no lists of captions, an
            image has none, or there is but one image.

    Warns:
        SmallCorpusWarning: once, for references of fewer than 50 images.

    Reference:
        Vedantam et al., CIDEr: Consensus-based Image Description Evaluation,
        CVPR 2015, section 7.
    """

    def __init__(self, references, as_ids=False, score_end=True):
        self.as_ids = as_ids
        self.score_end = score_end
        self._references = [
            [self._tokens(caption, True) for caption in captions]
            for captions in _listed(references)
        ]
        _check_number(len(self))
        counts = document_frequency(self._references)
        # What occurs once counts as much as what never does.
        counts["df"] = {k: n for k, n in counts["df"].items() if n > 1}
        self._counts = counts

    def __len__(self):
        return len(self._references)

    def __call__(self, captions, ended, images):
        """Scores in 0..10, an array with one for each caption.

        Args:
            captions: texts, or token ids up to END.
            ended: for each, whether it came to an end.
            images: for each, which image it is of.
        """
        candidates = map(self._tokens, captions, ended)
        references = [self._references[image] for image in images]
        with warnings.catch_warnings():
            # It was said once, and in words that belong here.
            warnings.simplefilter("ignore", SmallCorpusWarning)
            _, scores = cider_d(
                list(candidates), references, **self._counts, per_caption=True
            )
        return scores

    def _tokens(self, caption, ended):
        if self.as_ids:
            words = [str(i) for i in takewhile(_is_word, map(int, caption))]
        elif isinstance(caption, str):
            words = tokenize_caption(caption).split()
        else:
            raise TypeError(
                "`references` must hold texts, a list of them for each image. "
                f"Received as a caption: {caption!r}."
            )
        if ended and self.score_end:
            words.append(END_WORD)
        return " ".join(words)


def _is_word(token):
    return token != END


def _check_number(num_images):
    if num_images < 2:
        raise ValueError(
            "`references` must be of two images or more: every word of a "
            "single one is as frequent as all others, and all rewards are 0. "
            f"Received: {num_images}."
        )
    if num_images < FEW_IMAGES:
        warnings.warn(
            f"`references` are of {num_images} images. With fewer than "
            f"{FEW_IMAGES} it is hardly known which words are rare, and "
            "rewards tell little. Train on more images at once.",
            SmallCorpusWarning,
            stacklevel=4,
        )


def _listed(references):
    if isinstance(references, (str, Mapping)):
        raise TypeError(
            "`references` must be a list with a list of captions for each "
            "image, in the order of the images. Received: "
            f"{type(references).__name__}."
        )
    for image, captions in enumerate(references):
        if isinstance(captions, str) or not hasattr(captions, "__iter__"):
            raise TypeError(
                "`references` must hold a list of captions for each image. "
                f"Received: {captions!r} for image {image}."
            )
        yield captions
