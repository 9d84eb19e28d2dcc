import numpy as np
import pytest
from keras import ops
from small_captioner import encoded, scene_encoder, small_captioner

from zoo.captioning.encoded_inputs import encode_inputs, select_inputs


@pytest.fixture(scope="module")
def plain():
    return small_captioner().backbone


@pytest.fixture(scope="module")
def tagged():
    return small_captioner(num_tags=3, tag_factors=4).backbone


@pytest.fixture(scope="module")
def seeing():
    return small_captioner(image_encoder=scene_encoder()).backbone


def test_select_leaves_out_what_is_not_read(plain):
    inputs = {**encoded(tags=True), "id": [1]}
    selected = select_inputs(plain, inputs)
    assert set(selected) == {"features", "token_ids", "padding_mask"}
    assert selected["padding_mask"] is None
    assert selected["features"] is inputs["features"]


def test_select_keeps_tags_and_mask(tagged):
    inputs = {**encoded(tags=True), "padding_mask": "a mask"}
    assert select_inputs(tagged, inputs) == inputs


@pytest.mark.parametrize("name", ["features", "token_ids"])
def test_select_names_what_is_missing(plain, name):
    inputs = encoded()
    del inputs[name]
    with pytest.raises(ValueError, match=f"`{name}` is missing. The inputs"):
        select_inputs(plain, inputs)


def test_missing_tags_name_both_remedies(tagged):
    for function in (select_inputs, encode_inputs):
        with pytest.raises(ValueError, match="`tags` are missing") as error:
            function(tagged, encoded())
        assert "`tag_detector=`" in str(error.value)
        assert "`num_tags=None`" in str(error.value)


def test_raw_captions_name_the_vocabulary(plain):
    inputs = {"features": np.ones((1, 5)), "captions": ["a dog"]}
    with pytest.raises(ValueError, match="`vocabulary=`"):
        select_inputs(plain, inputs)


def test_select_wants_a_dict(plain):
    with pytest.raises(TypeError, match="dict of `features`, `token_ids`"):
        select_inputs(plain, [1, 2])


@pytest.mark.parametrize("batched", [True, False])
@pytest.mark.parametrize("in_dict", [True, False])
@pytest.mark.parametrize("kind", [np.asarray, np.ndarray.tolist, "tensor"])
def test_features(plain, batched, in_dict, kind):
    features = encoded()["features"]
    value = features if batched else features[0]
    value = ops.convert_to_tensor(value) if kind == "tensor" else kind(value)
    rows, single = encode_inputs(
        plain, {"features": value} if in_dict else value
    )
    assert set(rows) == {"features"}
    assert single == (not batched)
    assert rows["features"].dtype == "float32"
    np.testing.assert_allclose(
        rows["features"], features if batched else features[:1]
    )


@pytest.mark.parametrize("batched", [True, False])
def test_images(seeing, batched):
    images = np.full((2, 8, 8, 3), 255, "uint8")
    rows, single = encode_inputs(seeing, images if batched else images[0])
    assert rows["images"].dtype == "float32"
    assert rows["images"].shape == (2 if batched else 1, 8, 8, 3)
    assert rows["images"].max() == 255
    assert single == (not batched)


def test_features_stand_in_for_images(seeing):
    rows, _ = encode_inputs(seeing, {"features": np.ones((2, 8))})
    assert set(rows) == {"features"}


def test_single_image_with_tags(tagged):
    inputs = {"features": np.ones(5), "tags": np.ones(3)}
    rows, single = encode_inputs(tagged, inputs)
    assert single
    assert {k: v.shape for k, v in rows.items()} == {
        "features": (1, 5),
        "tags": (1, 3),
    }


@pytest.mark.parametrize(
    "inputs, message",
    [
        (np.ones((2, 4)), "feature_dim=4"),
        (np.ones((1, 2, 5)), "`features` must have the shape"),
        ({"images": np.ones((8, 8, 3))}, "has no image encoder"),
        ({"token_ids": [1]}, "`features` is missing"),
    ],
)
def test_bad_features(plain, inputs, message):
    with pytest.raises(ValueError, match=message):
        encode_inputs(plain, inputs)


def test_bad_images(seeing):
    with pytest.raises(ValueError, match=r"shape \(B, 8, 8, 3\)"):
        encode_inputs(seeing, np.ones((2, 9, 9, 3)))


@pytest.mark.parametrize("raw", ["dog.jpg", ["dog.jpg", "cat.jpg"]])
def test_files_name_the_vocabulary(plain, seeing, raw):
    for backbone in (plain, seeing):
        with pytest.raises(ValueError, match="`vocabulary=`"):
            encode_inputs(backbone, raw)


def test_bad_tags(tagged):
    inputs = {"features": np.ones((2, 5)), "tags": np.ones((2, 4))}
    with pytest.raises(ValueError, match="num_tags=4"):
        encode_inputs(tagged, inputs)
    inputs = {"features": np.ones((2, 5)), "tags": np.ones((1, 3))}
    with pytest.raises(ValueError, match="do not belong together"):
        encode_inputs(tagged, inputs)
