import numpy as np
import pytest

import zoo
from recipes.captioning.caption_batches import CaptionBatches
from zoo.captioning.captioner_preprocessor import CaptionerPreprocessor
from zoo.captioning.captioner_tokenizer import CaptionerTokenizer

WORDS = ["a", "b", "c", "d"]
CAPTIONS = [["a", "a b c"], ["b b"], ["c d d d a"]]
ROWS = np.arange(6, dtype="float32").reshape(3, 2)


def preprocessor(length=4):
    return CaptionerPreprocessor(CaptionerTokenizer(WORDS), length)


def batches(rows=ROWS, batch_size=2, captions=CAPTIONS):
    return CaptionBatches(rows, captions, preprocessor(), batch_size)


def pairs(stream):
    """The pairs of a stream, as (first feature, ids without fill)."""
    found = []
    for x, y, weights in stream:
        np.testing.assert_array_equal(x["token_ids"], y)
        np.testing.assert_array_equal(x["padding_mask"], weights.numpy() > 0)
        for row, ids, weight in zip(x["features"], y, weights, strict=True):
            real = ids.numpy()[weight.numpy() > 0]
            assert not ids.numpy()[weight.numpy() == 0].any()
            found.append((float(row[0]), tuple(real)))
    return sorted(found)


# Ids of words up to and including END; the last one is cut to four words.
EXPECTED = sorted(
    [
        (0.0, (1, 0)),
        (0.0, (1, 2, 3, 0)),
        (2.0, (2, 2, 0)),
        (4.0, (3, 4, 4, 4)),
    ]
)


def test_every_pair_is_seen_once():
    data = batches()
    assert len(data) == 4 and data.updates_per_epoch == 2
    assert pairs(data.evaluation()) == EXPECTED
    stream = data.training(seed=0)
    assert pairs(stream.take(2)) == EXPECTED
    assert pairs(stream.skip(2).take(2)) == EXPECTED


def test_batches_are_as_wide_as_their_longest_caption():
    widths = [y.shape[1] for _, y, _ in batches().evaluation()]
    assert widths == [3, 4]


def test_training_may_begin_anywhere():
    whole = list(batches().training(seed=3).take(5))[3:]
    later = list(batches().training(seed=3, first_update=3).take(2))
    for (x, y, _), (x_later, y_later, _) in zip(whole, later, strict=True):
        np.testing.assert_array_equal(y, y_later)
        np.testing.assert_array_equal(x["features"], x_later["features"])


def test_memory_mapped_features(tmp_path):
    np.save(tmp_path / "rows.npy", ROWS)
    rows = np.load(tmp_path / "rows.npy", mmap_mode="r")
    data = batches(rows)
    assert pairs(data.evaluation()) == EXPECTED
    assert data.evaluation().element_spec[0]["features"].shape == (None, 2)


def test_images():
    images = np.arange(3 * 48, dtype="uint8").reshape(3, 4, 4, 3)
    ((x, _, _),) = batches(images, batch_size=4).evaluation()
    assert x["images"].dtype == "float32"
    assert set(x["images"].numpy()[:, 0, 0, 0]) == {0.0, 48.0, 96.0}


def test_images_without_captions_are_left_out():
    data = batches(captions=[["a"], [], ["b"]])
    assert pairs(data.evaluation()) == [(0.0, (1, 0)), (4.0, (2, 0))]


@pytest.mark.parametrize("rows", [ROWS, np.zeros((3, 16, 16, 3), "uint8")])
def test_a_captioner_takes_them(rows):
    from zoo.captioning.image_encoders.scene_cnn import scene_cnn

    inputs = (
        {"feature_dim": 2}
        if rows.ndim == 2
        else {"image_encoder": scene_cnn(16)}
    )
    model = zoo.atpl_captioner(
        vocabulary=WORDS, dim=4, units=4, num_tags=None, **inputs
    )
    model.preprocessor = None
    data = batches(rows)
    model.fit(data.training(0), steps_per_epoch=2, shuffle=False, verbose=0)
    assert np.isfinite(model.evaluate(data.evaluation(), verbose=0)).all()
