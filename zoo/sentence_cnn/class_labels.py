"""Labels of classes as numbers, checked."""

import numbers
import reprlib

import keras
import numpy as np


def class_names_of(num_classes=None, class_names=None):
    """Names of the classes in the order of the outputs.

    Args:
        num_classes: their number; None for as many as there are names.
        class_names: names; None for the numbers as text.

    Returns:
        A tuple of strings.

    Raises:
        ValueError: if there are fewer than two, names are repeated or not as
            many.
    """
    if class_names is not None and (
        isinstance(class_names, str) or not np.iterable(class_names)
    ):
        raise ValueError(
            f"`class_names` must be a list of names. Received: {class_names!r}."
        )
    if num_classes is None:
        num_classes = 2 if class_names is None else len(class_names)
    if (
        isinstance(num_classes, bool)
        or not isinstance(num_classes, numbers.Integral)
        or num_classes < 2
    ):
        raise ValueError(
            "`num_classes` must be an integer of at least 2. Received: "
            f"num_classes={num_classes!r}."
        )
    if class_names is None:
        class_names = range(num_classes)
    names = tuple(map(str, class_names))
    if len(names) != num_classes or len(set(names)) < num_classes:
        raise ValueError(
            f"`class_names` must be {num_classes} different names, as "
            f"`num_classes={num_classes}`. Received: {class_names!r}."
        )
    return names


def class_ids(labels, class_names, records=None):
    """The numbers of labels.

    Args:
        labels: numbers of classes, or their names, one for each record.
        class_names: names in the order of the outputs.
        records: what is labelled, to be shown in errors; or None.

    Returns:
        int32 array `(B,)`.

    Raises:
        TypeError: if labels are neither integers nor texts.
        ValueError: if one is no class, with its value and its record, or if
            there is not one for each record.
    """
    if keras.ops.is_tensor(labels):
        labels = keras.ops.convert_to_numpy(labels)
    try:
        values = np.asarray(labels)
    except ValueError as error:
        raise ValueError(
            "`y` must be one label for each sentence, (B,): the number or the "
            f"name of a class. Received: {reprlib.repr(labels)}."
        ) from error
    if values.dtype.kind in "US" and isinstance(labels, (list, tuple)):
        # Of names and numbers in one list NumPy makes texts.
        values = np.asarray(labels, object)
    if values.ndim == 2 and values.shape[1] == 1:
        values = values[:, 0]
    if values.ndim != 1:
        raise ValueError(
            "`y` must be one label for each sentence, (B,): the number or the "
            f"name of a class. Received shape {values.shape}."
        )
    if records is not None and len(values) != len(records):
        raise ValueError(
            f"`y` has {len(values)} labels, but there are {len(records)} "
            "sentences."
        )
    if values.dtype.kind in "USO":
        return _named(values.tolist(), class_names, records)
    if values.dtype.kind == "f":
        values = _whole(values, records)
    if values.dtype.kind not in "iu":
        raise TypeError(
            "`y` must be numbers or names of classes. Received type "
            f"{values.dtype}."
        )
    wrong = np.flatnonzero((values < 0) | (values >= len(class_names)))
    if len(wrong):
        _refuse(int(values[wrong[0]]), int(wrong[0]), class_names, records)
    return values.astype("int32")


def class_ids_in_graph(labels, class_names, sentences=None):
    """`class_ids` within a `tf.data` map.

    Targets that are no labels, such as probabilities of the classes, are passed
    on.

    Args:
        labels: a tensor.
        class_names: names in the order of the outputs.
        sentences: what is labelled; texts `(B,)` are shown in errors.
    """
    import tensorflow as tf

    rank = labels.shape.rank
    one_each = rank == 1 or (rank == 2 and labels.shape[1] == 1)
    of_classes = labels.dtype.is_integer or labels.dtype == "string"
    if not (one_each and of_classes):
        return labels
    shown = getattr(sentences, "dtype", None) == "string"
    records = [sentences] if shown and sentences.shape.rank == 1 else []

    def encode(values, *texts):
        texts = [[t.decode("utf-8", "replace") for t in rows] for rows in texts]
        return class_ids(values, class_names, *texts)

    ids = tf.numpy_function(encode, [labels, *records], "int32", stateful=False)
    ids.set_shape(labels.shape[:1])
    return ids


def _named(labels, class_names, records):
    known = {name: number for number, name in enumerate(class_names)}
    found = []
    for place, label in enumerate(labels):
        if isinstance(label, bytes):
            label = label.decode("utf-8", errors="replace")
        number = known.get(label) if isinstance(label, str) else label
        if not _is_class(number, len(class_names)):
            _refuse(label, place, class_names, records)
        found.append(int(number))
    return np.array(found, "int32")


def _is_class(number, count):
    return (
        isinstance(number, numbers.Real)
        and not isinstance(number, bool)
        and number in range(count)
    )


def _whole(values, records):
    """Floats without fractions, as files of numbers have them, as integers."""
    wrong = np.flatnonzero(values != np.floor(values))
    if len(wrong):
        place = int(wrong[0])
        raise TypeError(
            "`y` must be numbers or names of classes. Received type "
            f"{values.dtype}, in which `y[{place}]`{_of(place, records)} is "
            f"{values[place].item()!r}."
        )
    return values.astype("int64")


def _of(place, records):
    return "" if records is None else f", of {_shown(records[place])},"


def _refuse(label, place, class_names, records):
    names = ", ".join(repr(name) for name in class_names[:8])
    if len(class_names) > 8:
        names += ", ..."
    raise ValueError(
        f"`y[{place}]`{_of(place, records)} is {label!r}, which is no "
        "class. Classes are "
        f"the numbers from 0 to {len(class_names) - 1}, or the names {names}."
    )


def _shown(record):
    text = record if isinstance(record, str) else " ".join(map(str, record))
    return repr(text if len(text) <= 60 else f"{text[:57]}...")
