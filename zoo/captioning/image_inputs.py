"""What a captioner reads beside words: images or features, and tags."""

import os

from PIL import Image

from zoo.captioning.images import load_images
from zoo.captioning.images.image_rows import image_rows
from zoo.captioning.images.images_in_graph import images_in_graph
from zoo.captioning.vector_rows import vector_rows, vectors_in_graph


class ImageInputs:
    """Encodes images or features, and tags, as a captioner's inputs.

    Args:
        image_size: side of the images; None for a captioner without an image
            encoder.
        feature_dim: size of the features; None for any.
        num_tags: number of tags; None for a captioner that takes none.
        crop: see `zoo.captioning.images.load_image`.
    """

    def __init__(self, image_size, feature_dim, num_tags, crop):
        self.image_size = image_size
        self.feature_dim = feature_dim
        self.num_tags = num_tags
        self.crop = crop

    @property
    def key(self):
        """The name of what the captioner is trained from."""
        return "features" if self.image_size is None else "images"

    def encode(self, inputs, allow_features=False):
        """Encodes inputs in plain Python.

        Args:
            inputs: dict with `images` or `features`, and maybe `tags`.
            allow_features: whether features may stand in for images.

        Returns:
            `(encoded, single)`: dict of float32 arrays with a batch axis, and
            whether the image, or features, came without one.
        """
        key = self.key
        if allow_features and "features" in inputs and "images" not in inputs:
            key = "features"
        values = required_input(inputs, key)
        if key == "images":
            values, single = load_images(values, self.image_size, self.crop)
        else:
            values, single = self._features(values)
        encoded = {key: values}
        if self.num_tags is not None:
            tags = self._tags(inputs)
            encoded["tags"], _ = vector_rows(
                tags, self.num_tags, "tags", "num_tags"
            )
        check_counts(encoded)
        return encoded, single

    def rows(self, inputs):
        """Checks inputs to train on, and leaves images as they are.

        Args:
            inputs: dict with `images` or `features`, and maybe `tags`.

        Returns:
            A dict of arrays and lists with a row for each image.
        """
        values = required_input(inputs, self.key)
        if self.key == "images":
            rows, single = image_rows(values)
        else:
            rows, single = self._features(values)
        if single:
            raise ValueError(
                f"`{self.key}` must have a batch axis: a row for each caption."
            )
        found = {self.key: rows}
        if self.num_tags is not None:
            found["tags"], _ = vector_rows(
                self._tags(inputs), self.num_tags, "tags", "num_tags"
            )
        return found

    def encode_in_graph(self, inputs):
        """Encodes tensors in a traced function; see `encode`.

        Returns:
            dict of float32 tensors, with a batch axis if the inputs have one.
        """
        values = required_input(inputs, self.key)
        if self.key == "images":
            values = images_in_graph(values, self.image_size, self.crop)
        else:
            values = vectors_in_graph(
                values, self.feature_dim, "features", "feature_dim"
            )
        encoded = {self.key: values}
        if self.num_tags is not None:
            encoded["tags"] = vectors_in_graph(
                self._tags(inputs), self.num_tags, "tags", "num_tags"
            )
        return encoded

    def _features(self, features):
        kind = _kind_of_image(features)
        if kind:
            raise TypeError(
                f"This captioner takes image features; received {kind}. Make "
                "it with `image_encoder=`, or compute the features first: "
                "`image_encoder(name).predict(load_images(...)[0])`."
            )
        return vector_rows(
            features, self.feature_dim, "features", "feature_dim"
        )

    def _tags(self, inputs):
        if "tags" not in inputs:
            raise ValueError(
                f"`tags` are missing: this captioner takes {self.num_tags} "
                f'tags with each image, as `{{"{self.key}": ..., "tags": '
                "...}`. To need none, make it with a trained "
                "`tag_detector=`, or with `num_tags=None`."
            )
        return inputs["tags"]


def required_input(inputs, key):
    """Returns `inputs[key]`, or raises an error that says what was there."""
    if not isinstance(inputs, dict):
        raise TypeError(
            f"The inputs must be a dict with `{key}`; received "
            f"{type(inputs).__name__}."
        )
    if key in inputs:
        return inputs[key]
    hint = ""
    if key == "captions":
        hint = " To write captions, use `generate`."
    if key == "features" and "images" in inputs:
        hint = (
            " This captioner has no image encoder: make it with "
            "`image_encoder=` to give images."
        )
    if key == "images" and "features" in inputs:
        hint = (
            " This captioner has an image encoder and is trained from images:"
            " make it without `image_encoder=` to train it from features."
        )
    raise ValueError(
        f"`{key}` is missing; the inputs have {sorted(inputs)}.{hint}"
    )


def check_counts(encoded):
    """Raises a `ValueError` unless all arrays have one batch size."""
    counts = {name: len(value) for name, value in encoded.items()}
    if len(set(counts.values())) > 1:
        counts = ", ".join(f"`{k}` {n}" for k, n in counts.items())
        raise ValueError(
            f"The inputs do not belong together: their numbers are {counts}. "
            "Each image needs one caption and one row of tags; repeat the "
            "image for several captions."
        )


def _kind_of_image(features):
    first = features
    while isinstance(first, (list, tuple)) and first:
        first = first[0]
    if isinstance(first, Image.Image):
        return "a PIL image"
    if isinstance(first, (str, bytes, os.PathLike)):
        return f"the path {os.fsdecode(first)!r}"
    shape = getattr(features, "shape", ())
    if len(shape) > 2:
        return f"an array of shape {tuple(shape)}"
    return None
