"""Answers about a story that is typed."""

import itertools

import keras
import numpy as np
import pytest
from typer.testing import CliRunner

import zoo
from recipes.__main__ import app
from recipes.datasets.data_format_error import DataFormatError
from recipes.memory import ask_command
from recipes.memory.ask_command import read_story
from zoo.memory.hop_explanation import HopExplanation

X = {"story": [], "question": [], "support": []}
Y = []
for one, other in itertools.permutations(["hall", "shed", "attic"], 2):
    for place, person in enumerate(["Ann", "Bob"]):
        X["story"].append([f"Ann is in the {one}.", f"Bob is in the {other}."])
        X["question"].append(f"Where is {person}?")
        X["support"].append([place])
        Y.append((one, other)[place])


@pytest.fixture(scope="module")
def preset(tmp_path_factory):
    keras.utils.set_random_seed(0)
    model = zoo.memnn(
        variant="am", vocabulary=zoo.story_vocabulary(X, Y), embedding_dim=16
    )
    model.fit(X, Y, epochs=80, verbose=0)
    folder = tmp_path_factory.mktemp("model") / "preset"
    model.save_to_preset(folder)
    return str(folder)


def run(*arguments, typed=None):
    return CliRunner().invoke(app, ["ask", *arguments], input=typed)


def test_questions_about_a_file(preset, tmp_path):
    story = tmp_path / "story.txt"
    story.write_text("1 Bob is in the hall.\n\n2 Ann is in the SHED\n")
    asked = ("--question", "where is bob?", "--question", "Where is Zoe?")
    done = run("--preset", preset, "--story", str(story), *asked)
    assert done.exit_code == 0, done.output
    lines = done.output.splitlines()
    assert lines[0] == "where is bob? hall"
    assert lines[1].split(maxsplit=1) == ["1", "Bob is in the hall."]
    assert "'zoe'" in done.output


def test_typed(preset):
    typed = "Ann is in the hall.\nWhere is Ann?\nnew\nAnn is in the shed.\n"
    done = run("--preset", preset, typed=f"{typed}Where is Ann?\nquit\n")
    assert done.exit_code == 0, done.output
    assert "Where is Ann? hall" in done.output
    assert "Where is Ann? shed" in done.output
    assert run("--preset", preset, typed="").exit_code == 0


def test_no_statement(preset):
    done = run("--preset", preset, "--question", "Where is Ann?")
    assert done.exit_code == 0 and "(from no fact)" in done.output


def test_errors(preset, tmp_path):
    assert "no file" in run("--preset", preset, "--story", "none.txt").output
    assert "no preset" in run("--preset", "memnn_none").output.lower()
    path = tmp_path / "story.txt"
    for text, message in (
        ("", "has no statement"),
        ("1 Ann ran.\n2 Who ran?\tAnn\t1\n", "line 2: .*has tabs"),
        ("Ann ran.\n\nWho ran?\n", "line 3: 'Who ran.' is a question"),
        ("1 Ann ran.\n2 Bob sat.\n1 Cy ate.\n", "line 3: the number 1 .*one"),
    ):
        path.write_text(text)
        with pytest.raises(DataFormatError, match=message):
            read_story(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DataFormatError, match="no text in UTF-8"):
        read_story(path)


def test_other_models_are_refused(tmp_path):
    model = zoo.nbow(vocabulary=["a", "dog"])
    model.save_to_preset(tmp_path / "other")
    done = run("--preset", str(tmp_path / "other"), "--question", "Who?")
    assert done.exit_code == 2 and "NBoW" in done.output


@pytest.mark.parametrize(
    "content, statements",
    [
        ("\ufeff1 Ann ran.\r\n2 Bob sat.\r\n", ["Ann ran.", "Bob sat."]),
        ("1. Ann ran.\n2) Bob sat.\n", ["Ann ran.", "Bob sat."]),
        # Without the questions in between.
        ("1 Ann ran.\n4 Bob sat.", ["Ann ran.", "Bob sat."]),
        ("2 cats ran.\nBob sat.", ["2 cats ran.", "Bob sat."]),
    ],
)
def test_files_of_all_kinds(tmp_path, content, statements):
    path = tmp_path / "story.txt"
    path.write_bytes(content.encode())
    assert read_story(path) == statements


def test_what_is_typed_wrongly_ends_nothing(preset):
    typed = (
        "Ann is in the hall.\n?\n2 Who ran?\tAnn\t1\nWhere is Ann?\nNEW\n"
        "Bob is in the hall. Ann is in the shed.\nWhere is Ann?\nQuit\n"
    )
    done = run("--preset", preset, typed=typed)
    assert done.exit_code == 0, done.output
    assert "Not answered: " in done.output and "no word" in done.output
    assert "Not taken: " in done.output and "has tabs" in done.output
    assert "Where is Ann? hall" in done.output
    assert "A new story." in done.output
    assert "Note: There are several sentences in 'Bob" in done.output


def test_no_answer_is_said(monkeypatch, capsys):
    class Silent:
        def explain(self, x):
            return HopExplanation([], "", "", [], [], [], [], np.zeros((0, 0)))

    monkeypatch.setattr(ask_command, "_model", lambda preset: Silent())
    ask_command.ask(question=["Where is Ann?"])
    assert "Where is Ann? (no answer)" in capsys.readouterr().out
