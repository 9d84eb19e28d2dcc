"""Stories with questions, as the models of `zoo.memory` take them."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class StoryData:
    """Questions, each with the statements above it.

    Args:
        x: A dict of `story`, lists of statements, and `question`, texts.
        answers: Texts.
        support: Tuples of places of statements, in the order of reasoning.
    """

    x: dict
    answers: list
    support: list

    def __len__(self):
        return len(self.answers)

    def first(self, count):
        """The first questions."""
        return StoryData(
            {name: rows[:count] for name, rows in self.x.items()},
            self.answers[:count],
            self.support[:count],
        )

    @classmethod
    def of(cls, stories, num_questions=None):
        """The questions of stories.

        Args:
            stories: `recipes.datasets.babi.Story`s.
            num_questions: How many to take, from the beginning; None for all.
        """
        asked = [pair for story in stories for pair in story.asked()]
        asked = asked[:num_questions]
        return cls(
            {
                "story": [list(statements) for statements, _ in asked],
                "question": [question.text for _, question in asked],
            },
            [question.answer for _, question in asked],
            [question.support for _, question in asked],
        )
