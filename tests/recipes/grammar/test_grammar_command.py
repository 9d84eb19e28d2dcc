"""The commands that tag and parse a file."""

import gzip

import pytest
from grammar_models import parser, tagger
from typer.testing import CliRunner

from recipes.__main__ import app
from recipes.datasets.data_format_error import DataFormatError
from recipes.grammar.grammar_command import read_text

TEXT = "a dog runs\n\na ( cat\n"


@pytest.fixture(scope="module")
def presets(tmp_path_factory):
    folder = tmp_path_factory.mktemp("presets")
    part = tagger()
    models = {
        "tagger": part,
        "parser": parser(part, max_layers=3, share_from=2),
        "autoencoder": part.backbone.autoencoder,
    }
    for name, model in models.items():
        model.save_to_preset(str(folder / name))
    return folder


@pytest.fixture
def text(tmp_path):
    path = tmp_path / "text.txt"
    path.write_text(TEXT, "utf-8")
    return path


def run(*arguments):
    return CliRunner().invoke(app, [str(a) for a in arguments])


@pytest.mark.parametrize("preset", ["tagger", "parser"])
def test_tag(presets, text, tmp_path, preset):
    output = tmp_path / "tags.txt"
    done = run("tag", text, "--preset", presets / preset, "--output", output)
    assert done.exit_code == 0, done.output
    first, empty, last, end = output.read_text("utf-8").split("\n")
    assert [pair.rpartition("/")[0] for pair in first.split()] == [
        "a",
        "dog",
        "runs",
    ]
    assert empty == end == "" and len(last.split()) == 3


def test_parse(presets, text, tmp_path):
    output = tmp_path / "trees.txt"
    done = run(
        "parse", text, "--preset", presets / "parser", "--output", output
    )
    assert done.exit_code == 0, done.output
    first, empty, last, _ = output.read_text("utf-8").split("\n")
    assert first.startswith("(") and empty == "" and "-LRB-" in last
    shown = run("parse", text, "--preset", presets / "parser")
    assert first in shown.output


def test_errors(presets, text, tmp_path):
    for arguments, message in (
        (("tag", tmp_path / "no.txt", "--preset", "x"), "There is no file"),
        (("tag", text, "--preset", presets / "no"), "no"),
        (("parse", text, "--preset", presets / "tagger"), "is no ATPLParser"),
        (
            ("tag", text, "--preset", "x", "--output", text),
            "is the file that is read",
        ),
        (
            ("parse", text, "--preset", "x", "--output", tmp_path),
            "is a folder",
        ),
    ):
        done = run(*arguments)
        assert done.exit_code != 0
        assert message in " ".join(done.output.split())


def test_a_mark_at_the_beginning_is_no_word(tmp_path):
    path = tmp_path / "text.txt"
    path.write_text(TEXT, "utf-8-sig")
    assert read_text(path)[0] == ["a", "dog", "runs"]


def test_an_empty_file(tmp_path):
    path = tmp_path / "text.txt"
    path.touch()
    with pytest.raises(DataFormatError, match="is empty"):
        read_text(path)


def test_read_text(tmp_path):
    path = tmp_path / "text.txt.gz"
    path.write_bytes(gzip.compress(TEXT.encode()))
    expected = [["a", "dog", "runs"], [], ["a", "(", "cat"]]
    assert read_text(path) == expected
    plain = tmp_path / "plain.txt"
    plain.write_bytes(b"a\nb\xe9\n")
    assert read_text(plain, "latin-1") == [["a"], ["b\u00e9"]]
    with pytest.raises(DataFormatError, match="line 2: the byte 0xe9"):
        read_text(plain)
    with pytest.raises(DataFormatError, match="'x' is unknown"):
        read_text(plain, "x")
    path.write_bytes(b"no gzip")
    with pytest.raises(DataFormatError, match="cannot be read"):
        read_text(path)
