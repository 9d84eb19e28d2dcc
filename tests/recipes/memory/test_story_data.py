from recipes.datasets.babi import Question, Story
from recipes.memory.story_data import StoryData

STORIES = [
    Story(
        ("a", "b", "c"),
        (Question("p?", "x", (0,), 1), Question("q?", "y,z", (2, 0), 3)),
    ),
    Story((), (Question("r?", "x", (), 0),)),
]


def test_each_question_with_the_statements_above():
    data = StoryData.of(STORIES)
    assert data.x == {
        "story": [["a"], ["a", "b", "c"], []],
        "question": ["p?", "q?", "r?"],
    }
    assert data.answers == ["x", "y,z", "x"]
    assert data.support == [(0,), (2, 0), ()]
    assert len(data) == 3


def test_the_first_questions():
    data = StoryData.of(STORIES, 2)
    assert data.x["question"] == ["p?", "q?"]
    assert len(data) == 2
