import pytest

from recipes.datasets.babi import generate
from recipes.memory.baseline_cells import PUBLISHED, train_baseline
from recipes.memory.story_data import StoryData


@pytest.fixture(scope="module")
def data():
    """Questions of task 20, which both answer."""
    train, test = (generate(20, 150, seed=seed) for seed in (0, 1))
    return StoryData.of(train), StoryData.of(test)


@pytest.mark.parametrize("method, least", [("ngram", 0.6), ("svm", 0.95)])
def test_a_cell(data, method, least):
    cell = train_baseline(method, *data)
    assert cell.test_accuracy > least
    assert cell.train_accuracy > least
    right = sum(
        one == other
        for one, other in zip(cell.predictions, data[1].answers, strict=True)
    )
    assert cell.test_accuracy == right / 150
    assert cell.model.answer(data[1].x) == cell.predictions
    assert cell.seconds > 0


def test_answers_that_training_did_not_show_count_as_wrong(data):
    _, test = data
    test = StoryData(test.x, ["never"] * len(test), test.support)
    assert train_baseline("svm", data[0], test).test_accuracy == 0


def test_unknown_methods(data):
    with pytest.raises(ValueError, match="`method` must be one of ngram, svm"):
        train_baseline("svn", *data)


def test_published_figures():
    """Their means are those printed, after rounding."""
    means = {name: sum(row) / len(row) for name, row in PUBLISHED.items()}
    assert means == {"ngram": 34.15, "svm": 79.45}
