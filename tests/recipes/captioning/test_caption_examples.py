import numpy as np

import zoo
from recipes.captioning.caption_examples import caption_examples
from recipes.datasets.caption_records import CaptionRecords

WORDS = ["a", "red", "ring"]
IMAGES = np.zeros((3, 8, 8, 3), "uint8")
RECORDS = CaptionRecords(
    [1, 2, 3], IMAGES, [["a <red> ring", "ring"], ["a ring"], []]
)
ROWS = np.ones((3, 5), "float32")


def test_captions_references_and_roles():
    model = zoo.atpl_captioner(
        vocabulary=WORDS, dim=4, units=4, feature_dim=5, num_tags=None
    )
    section = caption_examples(
        "Examples", model, ROWS, RECORDS, ["a ring", "", "red"], count=3
    )
    assert section.title == "Examples"
    assert section.html.count("<hr>") == 2
    assert "<li>a &lt;red&gt; ring</li>" in section.html
    # An image each, and roles where there are words.
    assert section.html.count("<img") == 3 + 2
