import json

import pytest

from keras_tpr.metrics import document_frequency


def test_counts_images_not_captions():
    known = document_frequency([["a b", "a b a"], ["b"]], n=2)
    assert known == {
        "df": {"a": 1, "b": 2, "a b": 1, "b a": 1},
        "num_documents": 2,
    }


def test_all_orders_and_mapping():
    known = document_frequency({3: ["a b c d e"], 4: ["b c d e"]})
    assert known["df"]["b c d e"] == 2
    assert known["df"]["a b c d"] == 1
    assert len(known["df"]) == 5 + 4 + 3 + 2


def test_is_plain_json():
    known = document_frequency([["a é"], ["b"]])
    assert json.loads(json.dumps(known)) == known


def test_empty_captions_count_as_images():
    assert document_frequency([[""], ["a"]], n=1) == {
        "df": {"a": 1},
        "num_documents": 2,
    }


def test_image_without_reference():
    with pytest.raises(ValueError, match="none for image 'x'"):
        document_frequency({"x": []})


def test_other_types():
    with pytest.raises(TypeError, match="`references` must be a list"):
        document_frequency(None)
    with pytest.raises(ValueError, match="`n` must be a positive integer"):
        document_frequency([["a"]], n=0)
