import pytest

from recipes.datasets.data_format_error import DataFormatError
from recipes.scoring.read_results import read_results


def test_order_of_the_file(write_results):
    path = write_results({9: "a", 2: "", 5: "b\nc"})
    assert list(read_results(path).items()) == [(9, "a"), (2, ""), (5, "b\nc")]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ([], "holds no captions: the list is empty"),
        ({"annotations": []}, "holds annotations, not results"),
        ({"7": "a dog"}, "must be a list of objects .* Found: dict"),
        ("a dog", "Found: str"),
        (None, "Found: NoneType"),
        ([{"image_id": 1, "caption": "a"}, 5], r"results.json: \[1\] must be"),
    ],
)
def test_wrong_form(write, content, message):
    with pytest.raises(DataFormatError, match=message):
        read_results(write("results.json", content))


def test_several_captions_of_an_image(write):
    ids = [1, 2, 3, 4, 5, 6, 7, 7, 6, 5, 4, 3, 2, 2]
    records = [{"image_id": i, "caption": "a"} for i in ids]
    with pytest.raises(DataFormatError) as error:
        read_results(write("results.json", records))
    message = str(error.value)
    assert "6 images have several captions: 7, 6, 5, 4, 3 and more" in message
