"""What a `BabiSVM` is trained on: answers, and the facts they follow from."""

import reprlib

from zoo.memory.fact_selector import SLOTS


def gold_facts(support, num_statements):
    """The facts to be selected, with the empty fact in unused slots.

    Args:
        support: Places of statements, in the order of reasoning.
        num_statements: Of the story; the place of the empty fact.
    """
    last = sorted(support)[-SLOTS:]
    facts = [place for place in support if place in last]
    return (*facts, *[num_statements] * (SLOTS - len(facts)))


def checked_answers(y, questions):
    """Answers as texts, one for each question."""
    answers = [_answer(value, place) for place, value in enumerate(y)]
    if len(answers) != len(questions):
        raise ValueError(
            f"`y` has {len(answers)} answers, but there are {len(questions)} "
            "questions."
        )
    return answers


def _answer(value, place):
    if isinstance(value, bytes):
        value = value.decode("utf-8", errors="replace")
    if not isinstance(value, str):
        raise TypeError(
            f"`y[{place}]` must be text. Received: {reprlib.repr(value)}."
        )
    return value


def checked_support(support, questions):
    """Places of statements as lists, one for each question."""
    if len(support) != len(questions):
        raise ValueError(
            f"`support` has {len(support)} entries, but there are "
            f"{len(questions)} questions."
        )
    checked = []
    for number, (places, asked) in enumerate(
        zip(support, questions, strict=True)
    ):
        # Arrays fill short rows up with -1.
        places = [int(place) for place in places if place != -1]
        count = len(asked.statements)
        if len(set(places)) < len(places) or not all(
            0 <= place < count for place in places
        ):
            raise ValueError(
                f"`support[{number}]` must be different places of the {count} "
                f"statements, from 0. Received: {places}."
            )
        checked.append(places)
    return checked
