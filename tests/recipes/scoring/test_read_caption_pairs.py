import pytest

from recipes.datasets.data_format_error import DataFormatError
from recipes.scoring.read_caption_pairs import read_caption_pairs

REFERENCES = {key: [f"caption {key}"] for key in range(1, 9)}
CAPTIONS = {key: "a" for key in REFERENCES}


def refused(results, annotations, **options):
    with pytest.raises(DataFormatError) as error:
        read_caption_pairs(results, annotations, **options)
    message = str(error.value)
    assert "\n" not in message
    return message


def test_order_of_the_results(write_results, write_annotations):
    shuffled = dict(reversed(CAPTIONS.items()))
    pairs = read_caption_pairs(
        write_results(shuffled), write_annotations(REFERENCES)
    )
    assert pairs.candidates == CAPTIONS and pairs.references == REFERENCES
    assert list(pairs.references) == list(pairs.candidates) == list(shuffled)
    assert pairs.annotated == 8


def test_missing_results(write_results, write_annotations):
    files = write_results({8: "a"}), write_annotations(REFERENCES)
    message = refused(*files)
    assert "results.json: 7 of the 8 images of" in message
    assert "have no caption: 1, 2, 3, 4, 5 and more" in message
    assert "`--subset`" in message
    pairs = read_caption_pairs(*files, subset=True)
    assert pairs.references == {8: ["caption 8"]} and pairs.annotated == 8


@pytest.mark.parametrize("subset", [False, True])
def test_unknown_results(write_results, write_annotations, subset):
    message = refused(
        write_results(CAPTIONS | {50: "a", 51: "b"}),
        write_annotations(REFERENCES),
        subset=subset,
    )
    assert "2 images are not in" in message and "50, 51" in message


def test_images_without_references(write_results, write_annotations):
    references = write_annotations(REFERENCES | {2: [], 3: []})
    message = refused(write_results(CAPTIONS), references)
    assert "annotations.json: 2 images have no captions" in message
    assert "2, 3." in message
    # Those that are not scored need none.
    kept = write_results({1: "a"}, "subset.json")
    assert read_caption_pairs(kept, references, subset=True).annotated == 8


def test_strings_and_integers_are_different_ids(
    write_results, write_annotations
):
    message = refused(
        write_results({str(key): "a" for key in REFERENCES}),
        write_annotations(REFERENCES),
    )
    assert "image ids are strings, such as '1'" in message
    assert "they are integers, such as 1" in message
