"""A story while it is told."""

from recipes.datasets.babi.story import Question, Story


class StoryTeller:
    """Statements and questions in the order they are told."""

    def __init__(self):
        self._statements, self._questions = [], []

    def tell(self, statement):
        """Adds a statement and returns its place."""
        self._statements.append(statement)
        return len(self._statements) - 1

    def ask(self, text, answer, *supports):
        """Adds a question.

        Args:
            text: The question.
            answer: Its answer.
            *supports: Tuples of places of statements, in the order of
                reasoning; what comes twice counts once.
        """
        if len(supports) == 1:
            (places,) = supports
        else:
            places = tuple(
                dict.fromkeys(place for part in supports for place in part)
            )
        self._questions.append(
            Question(text, answer, places, len(self._statements))
        )

    @property
    def num_statements(self):
        """How many statements were told."""
        return len(self._statements)

    @property
    def num_questions(self):
        """How many questions were asked."""
        return len(self._questions)

    def story(self):
        """The `Story` told."""
        return Story(tuple(self._statements), tuple(self._questions))
