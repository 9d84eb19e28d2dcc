import keras
import numpy as np
import pytest
from PIL import Image

from recipes.datasets.caption_records import CaptionRecords
from recipes.feature_store import FeatureStore


def encoder(seed=0, name="encoder"):
    return keras.Sequential(
        [
            keras.layers.Input((4, 4, 3)),
            keras.layers.Flatten(),
            keras.layers.Dense(
                5, kernel_initializer=keras.initializers.RandomNormal(seed=seed)
            ),
        ],
        name=name,
    )


@pytest.fixture
def records(tmp_path):
    rng = np.random.default_rng(0)
    paths = [tmp_path / f"{n}.png" for n in range(7)]
    for path in paths:
        pixels = rng.integers(0, 256, (4, 4, 3), dtype="uint8")
        Image.fromarray(pixels).save(path)
    return CaptionRecords(list(range(7)), paths, [[] for _ in paths])


def expected(model, records):
    pixels = [np.asarray(Image.open(p)) for p in records.images]
    return model.predict(np.stack(pixels).astype("float32"), verbose=0)


def test_features(tmp_path, records):
    store = FeatureStore(tmp_path / "store")
    model = encoder()
    features = store.extract(model, records, batch_size=3)
    assert isinstance(features, np.memmap) and features.dtype == "float32"
    np.testing.assert_allclose(features, expected(model, records), rtol=1e-5)
    suffixes = {path.suffix for path in (tmp_path / "store").iterdir()}
    assert suffixes == {".npy", ".json"}


def test_a_second_call_computes_nothing(tmp_path, records, monkeypatch):
    store = FeatureStore(tmp_path / "store")
    first = np.array(store.extract(encoder(), records))
    model = encoder()
    monkeypatch.setattr(model, "predict_on_batch", None)
    np.testing.assert_array_equal(store.extract(model, records), first)


@pytest.mark.parametrize("cut", [0, 7])
def test_a_stopped_extraction_goes_on(tmp_path, records, monkeypatch, cut):
    store = FeatureStore(tmp_path / "store")
    model = encoder()
    whole = expected(model, records)
    original, calls = model.predict_on_batch, []

    def stop_at_third(images):
        calls.append(len(images))
        if len(calls) == 3:
            raise KeyboardInterrupt
        return original(images)

    monkeypatch.setattr(model, "predict_on_batch", stop_at_third)
    with pytest.raises(KeyboardInterrupt):
        store.extract(model, records, batch_size=2)
    (part,) = (tmp_path / "store").glob("*.part")
    # As if the process had ended in the middle of a row, or of a write.
    part.write_bytes(part.read_bytes()[: -cut or None])
    features = store.extract(model, records, batch_size=2)
    np.testing.assert_allclose(features, whole, rtol=1e-5)
    assert sum(calls[3:]) == (4 if cut else 3)


def test_an_extraction_that_had_hardly_begun(tmp_path, records):
    store = FeatureStore(tmp_path / "store")
    model = encoder()
    part = store.path(model, records).with_suffix(".part")
    part.parent.mkdir()
    part.write_bytes(b"\x93NUM")
    features = store.extract(model, records)
    np.testing.assert_allclose(features, expected(model, records), rtol=1e-5)


def test_keys(tmp_path, records):
    store = FeatureStore(tmp_path)
    path = store.path(encoder(), records)
    assert path == store.path(encoder(), records)
    assert path != store.path(encoder(seed=1), records)
    assert path != store.path(encoder(name="other"), records)
    other = CaptionRecords(range(1, 8), records.images, records.captions)
    assert path != store.path(encoder(), other)
    Image.new("RGB", (9, 9)).save(records.images[0])
    assert path != store.path(encoder(), records)


def test_arrays(tmp_path):
    pixels = np.full((2, 4, 4, 3), 9, "uint8")
    records = CaptionRecords(["a", "b"], pixels, [[], []])
    store = FeatureStore(tmp_path)
    features = store.extract(encoder(), records)
    assert features.shape == (2, 5)
    darker = CaptionRecords(["a", "b"], pixels // 2, [[], []])
    assert store.path(encoder(), records) != store.path(encoder(), darker)


def test_no_images(tmp_path):
    store = FeatureStore(tmp_path)
    features = store.extract(encoder(), CaptionRecords([], [], []))
    assert features.shape == (0, 5)


def test_a_damaged_image_is_named(tmp_path, records):
    records.images[5].write_bytes(b"no image")
    with pytest.raises(ValueError, match="image 5"):
        FeatureStore(tmp_path / "store").extract(encoder(), records)
