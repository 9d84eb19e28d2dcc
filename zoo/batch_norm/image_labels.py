"""Labels of images as numbers, checked."""

import keras
import numpy as np


def image_labels(labels, class_names, count):
    """The numbers of labels.

    Args:
        labels: numbers of classes, or their names, one for each image.
        class_names: names in the order of the outputs.
        count: number of images.

    Returns:
        int32 array `(B,)`.

    Raises:
        TypeError: if labels are neither integers nor texts.
        ValueError: if there is not one for each image, or one is no class.
    """
    if keras.ops.is_tensor(labels):
        labels = keras.ops.convert_to_numpy(labels)
    values = np.asarray(labels)
    if values.shape == (count, 1):
        values = values[:, 0]
    if values.shape != (count,):
        raise ValueError(
            f"`y` must be one label for each of the {count} images, the number "
            f"or the name of a class. Received shape {values.shape}."
        )
    if values.dtype.kind in "US":
        known = {name: number for number, name in enumerate(class_names)}
        numbers = [known.get(str(name), -1) for name in values]
        numbers = np.array(numbers, "int32")
    elif values.dtype.kind in "iu":
        numbers = values.astype("int32")
    else:
        raise TypeError(
            "`y` must be numbers or names of classes. Received type "
            f"{values.dtype}."
        )
    wrong = np.flatnonzero((numbers < 0) | (numbers >= len(class_names)))
    if len(wrong):
        names = ", ".join(map(repr, class_names[:8]))
        names += ", ..." if len(class_names) > 8 else ""
        raise ValueError(
            f"`y[{wrong[0]}]` is {values[wrong[0]].item()!r}, which is no "
            f"class. Classes are 0 to {len(class_names) - 1}, or {names}."
        )
    return numbers
