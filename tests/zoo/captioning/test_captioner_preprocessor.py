import keras
import numpy as np
import pytest
import tensorflow as tf
from PIL import Image

from zoo.captioning.captioner_preprocessor import CaptionerPreprocessor
from zoo.captioning.captioner_tokenizer import CaptionerTokenizer

WORDS = ["a", "dog", "runs", "on", "grass"]
CAPTIONS = [
    "A dog runs.",
    "",
    "xyz",
    "a dog runs on grass a dog",
    "a dog runs on grass",
    "\N{GRINNING FACE} dog\n\tgrass",
]
# Five ids: words, then the end token if there is room.
IDS = [
    [1, 2, 3, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [1, 2, 3, 4, 5],
    [1, 2, 3, 4, 5],
    [2, 5, 0, 0, 0],
]
REAL = [4, 1, 1, 5, 5, 3]
# Two of them have no known word, which is one test's matter.
pytestmark = pytest.mark.filterwarnings("ignore:2 of 6 captions have no word")


def make(oov="drop", **arguments):
    tokenizer = CaptionerTokenizer(WORDS, oov=oov)
    return CaptionerPreprocessor(tokenizer, sequence_length=5, **arguments)


@pytest.fixture
def inputs():
    rng = np.random.default_rng(0)
    return {
        "images": rng.integers(0, 255, (6, 4, 4, 3), "uint8"),
        "features": rng.normal(size=(6, 3)),
        "tags": rng.uniform(size=(6, 2)),
        "captions": CAPTIONS,
    }


def test_ids_mask_and_weights(inputs):
    x, y, sample_weight = make(feature_dim=3)(inputs)
    assert set(x) == {"features", "token_ids", "padding_mask"}
    assert x["token_ids"].dtype == np.int32
    assert x["token_ids"].tolist() == y.tolist() == IDS
    assert x["padding_mask"].dtype == bool
    assert x["padding_mask"].sum(1).tolist() == REAL
    assert sample_weight.dtype == np.float32
    np.testing.assert_array_equal(sample_weight, x["padding_mask"])
    np.testing.assert_allclose(x["features"], inputs["features"], rtol=1e-6)


def test_images_and_tags(inputs):
    x, _, _ = make(image_size=4, num_tags=2)(inputs)
    assert set(x) == {"images", "tags", "token_ids", "padding_mask"}
    np.testing.assert_array_equal(x["images"], inputs["images"])
    assert x["images"].dtype == x["tags"].dtype == np.float32


def test_lists_of_tokens():
    x, _, _ = make()(
        {
            "features": np.ones((2, 3)),
            "captions": [["dog", "Dog", "runs"], ["a"]],
        }
    )
    assert x["token_ids"].tolist() == [[2, 3, 0, 0, 0], [1, 0, 0, 0, 0]]


def test_unknown_words_can_have_an_id():
    _, y, _ = make(oov="unk")({"features": np.ones(3), "captions": "a cat"})
    assert y.tolist() == [2, 1, 0, 0, 0]


def test_one_image_with_one_text():
    image = np.zeros((4, 4, 3))
    x, y, sample_weight = make(image_size=4)(
        {"images": image, "captions": "a dog"}
    )
    assert x["images"].shape == (4, 4, 3)
    assert y.tolist() == [1, 2, 0, 0, 0]
    assert sample_weight.tolist() == [1, 1, 1, 0, 0]


def test_sample_weights_multiply(inputs):
    _, _, weights = make()(inputs, sample_weight=np.arange(6))
    assert weights.sum(1).tolist() == (np.arange(6) * REAL).tolist()


def test_another_sequence_length(inputs):
    _, y, _ = make()(inputs, sequence_length=2)
    assert y.tolist() == [row[:2] for row in IDS]


@pytest.mark.parametrize("batched", [True, False])
def test_traced_map_equals_python(inputs, batched):
    weights = np.arange(6, dtype="float32")
    preprocessor = make(image_size=4, num_tags=2)
    expected = preprocessor(inputs, sample_weight=weights)
    ds = tf.data.Dataset.from_tensor_slices((inputs, weights))
    ds = ds.batch(6) if batched else ds
    ds = ds.map(lambda x, w: preprocessor(x, sample_weight=w))
    assert ds.element_spec[1].shape[-1] == 5
    ds = ds if batched else ds.batch(6)
    found = ds.get_single_element()
    assert found[0].keys() == expected[0].keys()
    for value, other in zip(
        keras.tree.flatten(found), keras.tree.flatten(expected), strict=True
    ):
        assert value.dtype == other.dtype
        np.testing.assert_allclose(value, other, rtol=1e-6)


def test_traced_map_of_tokens_and_files(tmp_path):
    path = str(tmp_path / "grey.png")
    Image.new("L", (9, 7), 50).save(path)
    ds = tf.data.Dataset.from_tensors(
        {
            "images": [path, path],
            "captions": tf.ragged.constant([["a", "dog"], ["runs"]]),
        }
    )
    x, y, _ = ds.map(make(image_size=4)).get_single_element()
    assert (x["images"].numpy() == 50).all()
    assert y.numpy().tolist() == [[1, 2, 0, 0, 0], [3, 0, 0, 0, 0]]


def test_traced_map_of_several_captions_for_an_image():
    ds = tf.data.Dataset.from_tensors(
        {"images": np.zeros((4, 4, 3)), "captions": ["a dog", "dog runs"]}
    )
    with pytest.raises(ValueError, match="repeat it for several captions"):
        ds.map(make(image_size=4))


def test_encode_images(inputs):
    preprocessor = make(image_size=4, feature_dim=3)
    image = inputs["images"][0]
    for one in (image, {"images": image}, Image.fromarray(image)):
        encoded, single = preprocessor.encode_images(one)
        assert single
        np.testing.assert_array_equal(encoded["images"], image[None])
    encoded, single = preprocessor.encode_images(inputs)
    assert not single
    assert list(encoded) == ["images"]
    encoded, single = preprocessor.encode_images({"features": np.ones(3)})
    assert single
    assert encoded["features"].shape == (1, 3)


def test_generate_preprocess(inputs):
    encoded = make(feature_dim=3).generate_preprocess(np.ones(3))
    assert encoded["features"].shape == (1, 3)
    encoded = make(num_tags=2).generate_preprocess(inputs)
    assert {k: v.shape for k, v in encoded.items()} == {
        "features": (6, 3),
        "tags": (6, 2),
    }
    with pytest.raises(ValueError, match="2 values.*made for 3"):
        make(feature_dim=3).generate_preprocess(np.ones((4, 2)))
    with pytest.raises(ValueError, match="not finite"):
        make(feature_dim=3).generate_preprocess([1.0, np.nan, 1.0])


def test_generate_postprocess():
    preprocessor = make()
    assert preprocessor.generate_postprocess(np.array(IDS)) == [
        "a dog runs",
        "",
        "",
        "a dog runs on grass",
        "a dog runs on grass",
        "dog grass",
    ]
    assert preprocessor.generate_postprocess({"token_ids": [[1, 2]]}) == [
        "a dog"
    ]
    assert preprocessor.generate_postprocess([1, 2, 0]) == "a dog"


def test_errors_of_captions(inputs):
    preprocessor = make()
    features = {"features": np.ones((2, 3))}
    with pytest.raises(ValueError, match=r"`captions` is missing.*features"):
        preprocessor(features)
    with pytest.raises(TypeError, match="must be a dict"):
        preprocessor(np.ones((2, 3)))
    with pytest.raises(ValueError, match="`captions` is empty"):
        preprocessor({**features, "captions": []})
    with pytest.raises(ValueError, match="`features` 2.*`token_ids` 1"):
        preprocessor({**features, "captions": ["a dog"]})
    with pytest.raises(ValueError, match=r"captions\[1\].*'a dog'.*repeat"):
        preprocessor({**features, "captions": [["a"], ["a dog"]]})
    with pytest.raises(TypeError, match="text"):
        preprocessor({**features, "captions": ["a dog", None]})
    with pytest.raises(ValueError, match="`y` must be left out"):
        preprocessor(inputs, y=np.ones(6))


@pytest.mark.parametrize(
    "name", ["sequence_length", "image_size", "feature_dim", "num_tags"]
)
def test_arguments(name):
    tokenizer = CaptionerTokenizer(WORDS)
    for value in (0, -1, 2.5, True, "8"):
        with pytest.raises(ValueError, match=f"`{name}` must be a positive"):
            CaptionerPreprocessor(tokenizer, **{name: value})
    with pytest.raises(TypeError, match="CaptionerTokenizer"):
        CaptionerPreprocessor(WORDS)


def test_rebuilt_from_config(inputs):
    preprocessor = make(image_size=4, feature_dim=3, num_tags=2, crop=False)
    config = keras.saving.serialize_keras_object(preprocessor)
    same = keras.saving.deserialize_keras_object(config)
    assert same.get_config() == preprocessor.get_config()
    # The words are an asset, not a part of the config.
    assert "dog" not in str(config)
    same.tokenizer = preprocessor.tokenizer
    assert same.image_size == 4
    for value, other in zip(
        keras.tree.flatten(same(inputs)),
        keras.tree.flatten(preprocessor(inputs)),
        strict=True,
    ):
        np.testing.assert_array_equal(value, other)


def test_several_captions_of_an_image_are_refused_in_a_graph():
    preprocessor = CaptionerPreprocessor(
        CaptionerTokenizer(["a", "dog", "runs"]), feature_dim=2
    )
    data = tf.data.Dataset.from_tensors(
        {
            "features": np.ones((1, 2), "float32"),
            "captions": np.array([["a dog", "a dog runs"]]),
        }
    )
    with pytest.raises(tf.errors.InvalidArgumentError, match="repeat the"):
        next(iter(data.map(preprocessor)))


def test_captions_without_known_words(inputs):
    preprocessor = make(feature_dim=3)
    with pytest.warns(UserWarning) as warned:
        preprocessor(inputs)
        preprocessor(inputs)
    (warning,) = warned
    assert "2 of 6 captions" in str(warning.message)
    assert "['', 'xyz']" in str(warning.message)
    assert "Unknown words: 'xyz'" in str(warning.message)
    many = {"features": np.ones((40, 3)), "captions": ["der Hund"] * 40}
    with pytest.raises(ValueError, match="40 of 40 .* 'der', 'hund'"):
        make()(many)
    data = tf.data.Dataset.from_tensors(many).map(make())
    with pytest.raises(tf.errors.InvalidArgumentError, match="der Hund"):
        data.get_single_element()
    few = tf.data.Dataset.from_tensors(inputs).map(make(feature_dim=3))
    assert few.get_single_element()[1].numpy().tolist() == IDS


def test_training_rows(inputs):
    preprocessor = make(image_size=4, num_tags=2)
    with pytest.warns(UserWarning, match="2 of 6 captions"):
        rows = preprocessor.training_rows({**inputs, "id": [1]})
    assert set(rows) == {"images", "tags", "captions"}
    assert rows["images"] is inputs["images"]
    assert rows["tags"].dtype == np.float32
    assert rows["captions"] == CAPTIONS
    # That was it: batches of these rows are not told of again.
    preprocessor(inputs)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"captions": ["a"] * 5}, "`features` 6, `captions` 5"),
        ({"captions": ["xyz"] * 6}, "6 of 6 captions .* 'xyz'"),
        ({"captions": "a dog"}, "`captions` is one text"),
        ({"features": np.ones(3)}, "`features` must have a batch axis"),
        (
            {"features": np.array([[1.0] * 3] * 4 + [[1, np.nan, 1]] * 2)},
            r"`features\[4\]` holds values that are not finite",
        ),
    ],
)
def test_training_rows_that_do_not_fit(inputs, changed, message):
    with pytest.raises(ValueError, match=message):
        make(feature_dim=3).training_rows({**inputs, **changed})


@pytest.mark.parametrize("captions", [None, 3, [1, 2], {"a": 1}, [b"a", 3]])
def test_captions_of_other_types(captions):
    features = {"features": np.ones((2, 3))}
    with pytest.raises(TypeError, match="`captions` must be a text"):
        make()({**features, "captions": captions})
