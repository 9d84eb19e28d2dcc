import json

import pytest
from small_sentences import TREES, relatedness, sentiment
from typer.testing import CliRunner

from recipes.__main__ import app


@pytest.fixture(scope="module")
def presets(tmp_path_factory):
    folder = tmp_path_factory.mktemp("presets")
    for name, model in (
        ("tree", sentiment()),
        ("lstm", sentiment("lstm_sentiment")),
        ("pair", relatedness()),
    ):
        model.save_to_preset(folder / name)
    return folder


@pytest.fixture
def trees(tmp_path):
    path = tmp_path / "trees.txt"
    path.write_text("\n".join(TREES))
    return path


def invoke(*arguments):
    result = CliRunner().invoke(app, ["sentiment", *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, " ".join(result.output.split())


def test_trees(presets, trees, tmp_path):
    output, folder = tmp_path / "found.json", tmp_path / "svg"
    code, text = invoke(
        trees,
        "--preset",
        presets / "tree",
        "--output",
        output,
        "--svg-dir",
        folder,
    )
    assert code == 0, text
    assert "a rare gem" in text
    found = json.loads(output.read_text())
    assert [entry["line"] for entry in found] == [1, 2, 3, 4, 5]
    assert len(found[0]["nodes"]) == 5
    assert found[0]["nodes"][-1]["label"] == "very positive"
    drawings = sorted(path.name for path in folder.iterdir())
    assert drawings == [f"tree_000{n}.svg" for n in range(1, 6)]
    assert (folder / "tree_0001.svg").read_text().startswith("<svg")


def test_text(presets, tmp_path):
    path = tmp_path / "text.txt"
    path.write_text("a rare gem\n\na bore\n")
    code, text = invoke(path, "--preset", presets / "tree")
    assert code == 2
    assert "Line 1, tree 1" in text and "--structure right_branching" in text
    code, text = invoke(
        path, "--preset", presets / "tree", "--structure", "balanced"
    )
    assert code == 0, text
    path.write_text("a gem\n(It is a gem)\n")
    code, text = invoke(
        path, "--preset", presets / "tree", "--structure", "balanced"
    )
    assert code == 0 and "( It is a gem )" in text, text
    path.write_text("a gem\n(2 (2 a)\n")
    code, text = invoke(
        path, "--preset", presets / "tree", "--structure", "balanced"
    )
    assert code == 2 and "line 2: of the tree that begins" in text, text
    assert "Line 1" not in text
    path.write_text("a rare gem\n\na bore\n")
    output = tmp_path / "found.json"
    code, text = invoke(path, "--preset", presets / "lstm", "--output", output)
    assert code == 0, text
    found = json.loads(output.read_text())
    assert [entry["line"] for entry in found] == [1, 3]
    assert found[0]["class"] in found[0]["class_names"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--preset", "pair"], "is no model of sentiment"),
        (["--preset", "absent"], "absent"),
        (["--preset", "lstm", "--svg-dir", "x"], "reads no trees"),
        (["--preset", "tree", "--structure", "x"], "`structure` must be one"),
        (["--preset", "tree", "--encoding", "x"], "`--encoding` 'x'"),
    ],
)
def test_wrong_arguments(presets, trees, arguments, message):
    arguments = [str(presets / arguments[1]), *arguments[2:]]
    code, text = invoke(trees, "--preset", *arguments)
    assert code == 2
    assert message in text


def test_wrong_files(presets, trees, tmp_path):
    preset = presets / "tree"
    code, text = invoke(tmp_path / "absent", "--preset", preset)
    assert code == 2 and "There is no file" in text
    code, text = invoke(trees, "--preset", preset, "--output", trees)
    assert code == 2 and "is the file that is read" in text
    for option, place, problem in (
        ("--output", tmp_path, "is a folder"),
        ("--output", trees / "found.json", "is a file, and no folder"),
        ("--svg-dir", trees, "is a file, and no folder"),
    ):
        code, text = invoke(trees, "--preset", "absent", option, place)
        assert code == 2 and f"`{option}`" in text and problem in text
    trees.write_text("(2 (2 a) (2 b))\n(2 (2 a) (2 a) (2 gem))\n")
    code, text = invoke(trees, "--preset", preset)
    assert code == 2 and "line 2" in text and "binarize" in text
