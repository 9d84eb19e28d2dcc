"""Stories with the facts that a model found, for the report."""

import html

from recipes.running.evaluation import Section

SHOWN = 12  # statements of a story at most


def story_examples(model, tasks):
    """A question of each task, with the facts behind the answer.

    Args:
        model: A model of the zoo with `explain`.
        tasks: Dict from numbers of tasks to `TaskQuestions`.

    Returns:
        A `Section`.
    """
    parts = []
    for task, questions in tasks.items():
        number = _short_story(questions.test.x["story"])
        found = model.explain(
            {name: rows[number] for name, rows in questions.test.x.items()}
        )
        right = html.escape(questions.test.answers[number])
        parts.append(
            f"<h3>Task {task}</h3>{found.to_html()}<p>Right: {right}</p>"
        )
    return Section("Test questions with the facts found", "".join(parts))


def _short_story(stories):
    """The first that is short enough to be read, else the shortest."""
    sizes = [len(story) for story in stories]
    for number, size in enumerate(sizes):
        if 2 <= size <= SHOWN:
            return number
    return sizes.index(min(sizes))
