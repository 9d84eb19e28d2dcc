import pytest

from keras_tpr.metrics import document_frequency
from recipes.datasets.data_format_error import DataFormatError
from recipes.scoring.read_document_frequency import read_document_frequency


def test_counts_and_captions_are_the_same(write, write_annotations):
    counts = document_frequency([["a dog 's tail", "a dog"], ["a cat"]])
    captions = {1: ["A dog's tail.", "A dog!"], 2: ["a cat"]}
    path = write("df.json", {**counts, "made by": "hand"})
    assert read_document_frequency(path) == counts
    assert read_document_frequency(write_annotations(captions)) == counts


@pytest.mark.parametrize(
    "content",
    [
        {"df": {"a": 1}},
        {"df": {}, "num_documents": 3},
        {"df": [1], "num_documents": 3},
        {"df": {"a": "1"}, "num_documents": 3},
        {"df": {"a": 4}, "num_documents": 3},
        {"df": {"a": 1}, "num_documents": "3"},
    ],
)
def test_bad_counts(write, content):
    with pytest.raises(DataFormatError, match="df.json: `df` must map"):
        read_document_frequency(write("df.json", content))


def test_images_without_captions(write_annotations):
    path = write_annotations({1: ["a"], 2: []})
    with pytest.raises(DataFormatError, match="1 images have no captions: 2"):
        read_document_frequency(path)


def test_results_are_no_references(write_results):
    with pytest.raises(DataFormatError, match="must be an object"):
        read_document_frequency(write_results({1: "a"}))


def test_counts_of_raw_captions(write):
    counts = document_frequency([["A dog.", "a dog"], ["a cat"]])
    with pytest.raises(DataFormatError, match="not tokenised, such as 'A'"):
        read_document_frequency(write("df.json", counts))
