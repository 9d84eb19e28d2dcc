"""Effects of the parts of an image, by covering each of them."""

import keras
import numpy as np

from zoo.batch_norm.image_explanation import ImageExplanation
from zoo.captioning.check_positive import check_positive


def explain_image(model, image, cells):
    """Runs a classifier on an image and on copies with a part covered.

    A part is covered by the mean colour of the image.

    Args:
        model: an `ImageClassifier`.
        image: pixels `(S, S, channels)`.
        cells: number of parts along a side.

    Returns:
        An `ImageExplanation`.

    Raises:
        ValueError: if there are more cells than pixels.
    """
    check_positive("cells", cells)
    height, width = image.shape[:2]
    if cells > min(height, width):
        raise ValueError(
            f"`cells` must be at most the side of the image, "
            f"{min(height, width)}. Received: cells={cells}."
        )
    rows = np.linspace(0, height, cells + 1).round().astype(int)
    columns = np.linspace(0, width, cells + 1).round().astype(int)
    covered = np.repeat(image[None], cells * cells + 1, axis=0)
    colour = image.mean(axis=(0, 1))
    for number in range(cells * cells):
        row, column = divmod(number, cells)
        covered[
            number + 1,
            rows[row] : rows[row + 1],
            columns[column] : columns[column + 1],
        ] = colour
    found = keras.Model.predict(model, covered, verbose=0)
    best = int(found[0].argmax())
    effects = (found[0, best] - found[1:, best]).reshape(cells, cells)
    return ImageExplanation(
        image=image,
        class_names=list(model.class_names),
        probabilities=found[0],
        effects=effects,
    )
