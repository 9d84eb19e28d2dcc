"""What a captioner's backbone reads, checked."""

import os
import reprlib

import numpy as np
from keras import ops

from zoo.captioning.image_inputs import check_counts, required_input
from zoo.captioning.vector_rows import check_vector_shape, vector_rows

OPTIONAL = ("padding_mask",)


def select_inputs(backbone, inputs):
    """The encoded inputs of a call, in full and nothing else.

    Args:
        backbone: a captioner's backbone.
        inputs: dict of tensors.

    Returns:
        A dict with the names of `backbone.input`; what may be left out and
        is, is None.

    Raises:
        TypeError: if `inputs` is no dict.
        ValueError: if something is missing or of another size.
    """
    names = list(backbone.input)
    if not isinstance(inputs, dict):
        raise TypeError(
            f"A captioner is called with a dict of {_listed(names)}. "
            f"Received: {type(inputs).__name__}."
        )
    for name in names:
        if name not in inputs and name not in OPTIONAL:
            raise ValueError(_missing(name, names, inputs))
    for name, size_name in (("features", "feature_dim"), ("tags", "num_tags")):
        shape = getattr(inputs.get(name), "shape", None)
        if name in names and shape is not None:
            size = getattr(backbone, size_name)
            check_vector_shape(tuple(shape), size, name, size_name)
    return {name: inputs.get(name) for name in names}


def refuse_tags(backbone, inputs):
    """Raises a `ValueError` for tags that a captioner finds itself.

    Args:
        backbone: a captioner's backbone.
        inputs: what was given; only a dict can hold tags.
    """
    if backbone.tag_detector is None or not isinstance(inputs, dict):
        return
    if "tags" in inputs:
        raise ValueError(
            "`tags` were given to a captioner with a `tag_detector`, which "
            "finds them itself and would ignore these. Leave them out, or "
            "make the captioner without `tag_detector=`."
        )


def encode_inputs(backbone, inputs):
    """Images or features, and tags, of a captioner without a preprocessor.

    Args:
        backbone: a captioner's backbone.
        inputs: dict of `images` `(B, S, S, 3)` or `features` `(B, n)`, and
            `tags` if the backbone reads them; or the images or features alone.
            The batch axis may be left out.

    Returns:
        `(encoded, single)`: dict of float32 arrays with a batch axis, and
        whether there was none.

    Raises:
        TypeError, ValueError: if something is missing or of another shape.
    """
    usual = "features" if backbone.image_encoder is None else "images"
    if not isinstance(inputs, dict):
        inputs = {usual: inputs}
    # Features may stand in for the images they were made from.
    name = "features" if "features" in inputs else usual
    value = required_input(inputs, name)
    _refuse_raw(name, value)
    if name == "images":
        value, single = _image_rows(value, backbone.image_size)
    else:
        value, single = vector_rows(
            value, backbone.feature_dim, "features", "feature_dim"
        )
    encoded = {name: value}
    if "tags" in backbone.input:
        if "tags" not in inputs:
            raise ValueError(_missing("tags", list(backbone.input), inputs))
        encoded["tags"], _ = vector_rows(
            inputs["tags"], backbone.num_tags, "tags", "num_tags"
        )
    check_counts(encoded)
    return encoded, single


def encoded_rows(backbone, inputs):
    """Encoded inputs to train on, as arrays with a row for each caption.

    Args:
        backbone: a captioner's backbone.
        inputs: dict of `images` or `features`, `token_ids` and what else the
            backbone reads.

    Returns:
        A dict of arrays of equal length.

    Raises:
        TypeError, ValueError: if something is missing, of another shape or
            number, or not finite.
    """
    rows = {
        name: _array(value)
        for name, value in select_inputs(backbone, inputs).items()
        if value is not None
    }
    rows["token_ids"] = token_id_rows(backbone, rows["token_ids"])[0]
    for name in {"features", "tags"} & set(rows):
        rows[name], _ = vector_rows(rows[name], None, name, name)
    check_counts(rows)
    return rows


def token_id_rows(backbone, token_ids, name="token_ids"):
    """Encoded captions, checked.

    Args:
        backbone: a captioner's backbone.
        token_ids: integers `(T,)` or `(B, T)`.
        name: what errors call them.

    Returns:
        `(rows, single)`: int32 array `(B, T)`, and whether there was no batch
        axis.

    Raises:
        TypeError: if they are not integers, or differ in length.
        ValueError: if the shape is another, or an id belongs to no word.
    """
    try:
        rows = _array(token_ids)
    except ValueError as error:
        raise TypeError(
            f"`{name}` must be token ids (B, T). Received lists of different "
            "lengths: fill them up with 0."
        ) from error
    if rows.dtype.kind not in "iu":
        raise TypeError(
            f"`{name}` must be token ids (B, T), integers. Received: "
            f"{reprlib.repr(token_ids)}. Make the captioner with "
            "`vocabulary=` to give texts."
        )
    if rows.ndim not in (1, 2) or 0 in rows.shape:
        raise ValueError(
            f"`{name}` must have the shape (T,) or (B, T). Received shape "
            f"{rows.shape}."
        )
    low, high = int(rows.min()), int(rows.max())
    if low < 0 or high >= backbone.vocabulary_size:
        raise ValueError(
            f"`{name}` must be between 0 and {backbone.vocabulary_size - 1}. "
            f"Received ids from {low} to {high}."
        )
    rows = rows.astype("int32")
    return (rows[None], True) if rows.ndim == 1 else (rows, False)


def _array(values):
    if ops.is_tensor(values):
        return ops.convert_to_numpy(values)
    return np.asarray(values)


def _image_rows(images, size):
    images = _array(images).astype("float32")
    single = images.ndim == 3
    if single:
        images = images[None]
    if images.shape[1:] != (size, size, 3):
        raise ValueError(
            f"Encoded `images` must have the shape (B, {size}, {size}, 3). "
            f"Received shape {images.shape}. Make the captioner with "
            "`vocabulary=` to give images of any size."
        )
    return images, single


def _refuse_raw(name, value):
    while isinstance(value, (list, tuple)) and len(value):
        value = value[0]
    if isinstance(value, (str, bytes, os.PathLike)):
        raise ValueError(
            f"This captioner has no preprocessor and takes `{name}` as "
            f"arrays. Received: {value!r}. Make it with `vocabulary=`, or "
            "from a preset, to give files and texts."
        )


def _missing(name, names, inputs):
    given = f"The inputs have {_listed(sorted(inputs))}."
    if name == "tags":
        return (
            f"`tags` are missing: this captioner reads image tags. {given} "
            "Add them, or make the captioner with a trained `tag_detector=`, "
            "which finds them in the image, or with `num_tags=None`."
        )
    if name == "token_ids" and "captions" in inputs:
        return (
            "`token_ids` are missing: this captioner has no preprocessor and "
            "takes encoded captions. Make it with `vocabulary=` to give "
            "`captions` as texts."
        )
    return (
        f"`{name}` is missing. {given} This captioner reads {_listed(names)}."
    )


def _listed(names):
    return ", ".join(f"`{name}`" for name in names) or "nothing"
