"""Images with their captions, as recipes read them."""

import dataclasses
import hashlib
from collections.abc import Sequence
from typing import Any


@dataclasses.dataclass(frozen=True)
class CaptionRecords:
    """Images of one split with their captions.

    Args:
        ids: One id for each image, all different.
        images: A sequence of what `zoo.captioning.images.load_image` takes:
            paths, or arrays. Only what is asked for is read.
        captions: For each image a list of texts; empty lists if there are no
            captions.
        pos: For each image and caption a list of the parts of speech of its
            words, where they are known; otherwise `None`.

    Raises:
        ValueError: If the lengths differ or an id occurs twice.
    """

    ids: Sequence[Any]
    images: Sequence[Any]
    captions: Sequence[list]
    pos: Sequence[list] | None = None

    def __post_init__(self):
        lengths = (len(self.ids), len(self.images), len(self.captions))
        if len(set(lengths)) > 1:
            raise ValueError(
                "`ids`, `images` and `captions` must be of one length. "
                f"Received lengths {lengths}."
            )
        if len(set(self.ids)) < len(self.ids):
            raise ValueError("`ids` must differ.")

    def __len__(self):
        return len(self.ids)

    @property
    def has_captions(self):
        """Whether there are captions at all."""
        return any(self.captions)

    @property
    def num_captions(self):
        """Number of captions of all images together."""
        return sum(map(len, self.captions))

    @property
    def fingerprint(self):
        """SHA-256 of ids and captions, in hexadecimal."""
        digest = hashlib.sha256()
        for identity, captions in zip(self.ids, self.captions, strict=True):
            digest.update(repr((identity, list(captions))).encode("utf-8"))
        return digest.hexdigest()
