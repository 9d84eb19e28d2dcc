import base64
import io
import re

import numpy as np
from matplotlib.figure import Figure
from PIL import Image

from recipes.running.figure_html import figure_html, image_html
from recipes.running.learning_curves import learning_curves


def pixels_of(fragment):
    data = re.search('base64,([^"]+)"', fragment).group(1)
    return np.asarray(Image.open(io.BytesIO(base64.b64decode(data))))


def test_the_picture_is_inside():
    image = np.arange(27, dtype="uint8").reshape(3, 3, 3)
    fragment = image_html(image, 'a "red" <ring>', width=90)
    np.testing.assert_array_equal(pixels_of(fragment), image)
    assert 'width="90"' in fragment
    assert "a &quot;red&quot; &lt;ring&gt;" in fragment


def test_figure():
    fragment = figure_html(Figure(figsize=(2, 1)), "curves", dpi=50)
    assert pixels_of(fragment).shape[:2] == (50, 100)


def test_learning_curves():
    history = [
        {"loss": 2.0, "val_loss": 3.0, "acc": 0.1, "epoch": 1.0, "update": 5},
        {"loss": 1.0, "val_loss": 2.0, "acc": 0.2, "epoch": 2.0, "update": 10},
    ]
    axes = learning_curves(history).axes
    assert [axis.get_title() for axis in axes] == ["acc", "loss"]
    training, validation = axes[1].lines
    np.testing.assert_array_equal(training.get_xydata(), [[1, 2], [2, 1]])
    np.testing.assert_array_equal(validation.get_xydata(), [[1, 3], [2, 2]])


def test_no_history():
    assert learning_curves([]) is None
