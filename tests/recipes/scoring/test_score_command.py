import json
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from recipes.__main__ import app

ROOT = Path(__file__).parents[3]
REFERENCES = {key: [f"Picture {key}!", f"It is {key}."] for key in range(60)}
CAPTIONS = {key: f"picture {key}" for key in REFERENCES}


@pytest.fixture
def files(write_results, write_annotations):
    return (
        str(write_results(CAPTIONS, "my results.json")),
        str(write_annotations(REFERENCES, "my annotations.json")),
    )


def invoke(*arguments):
    result = CliRunner().invoke(app, ["score", *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.output


def test_table_and_protocol(files, tmp_path):
    before = set(tmp_path.iterdir())
    code, output = invoke(*files, "--metrics", "BLEU, ROUGE-L,CIDEr-D,bleu")
    assert code == 0, output
    for name in ("bleu_1", "bleu_4", "rouge_l", "cider_d"):
        assert output.count(name) == 1
    assert "0 to 10" in output and "meteor" not in output
    assert "Images: 60 of 60 annotated; references of each: 2\n" in output
    assert "Tokenizer: " in output
    assert "frequencies: the references of these 60 images" in output
    assert set(tmp_path.iterdir()) == before


def test_output(files, tmp_path):
    path = tmp_path / "new folder" / "scores.json"
    arguments = ("--metrics", "bleu,cider_d", "--per-image", "--output", path)
    code, output = invoke(*files, *arguments)
    assert code == 0 and f"Written: {path}" in output
    report = json.loads(path.read_text(encoding="utf-8"))
    assert report["results"] == files[0] and report["annotations"] == files[1]
    assert report["scores"]["bleu_1"] > 0.5
    assert len(report["per_image"]) == 60
    assert report["protocol"]["scales"]["cider_d"] == "0 to 10"
    assert [p.name for p in path.parent.iterdir()] == ["scores.json"]


def test_subset_and_notes(files, write_results):
    some = write_results({3: "picture 3", 4: "..."}, "some.json")
    code, output = invoke(
        some, files[1], "--subset", "--metrics", "rouge_l,cider_d"
    )
    assert code == 0
    assert "Images: 2 of 60 annotated" in output
    assert "Note: 1 captions have no words" in output
    assert "Note: The document frequencies come from only 2 images" in output


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--metrics", "bleu,ciderd"], "Did you mean 'cider_d'?"),
        (["--metrics", " , "], "`--metrics` names no metric"),
        (["--per-image"], "Give `--output FILE.json`"),
        (["--output", "."], "is a folder"),
        (["--document-frequency", "x.json"], "There is no file x.json"),
    ],
)
def test_bad_options(files, options, message):
    code, output = invoke(*files, *options)
    assert code == 2 and message in output
    assert output.startswith("Error: ") and output.count("\n") == 1


def test_files_that_are_read_are_not_replaced(files):
    for known in ([], ["--document-frequency", files[0]]):
        code, output = invoke(files[1], files[1], *known, "--output", files[0])
        assert code == 2
        assert ("would replace a file that is read" in output) == bool(known)
    code, output = invoke(*files, "--output", files[0])
    assert code == 2 and "would replace a file that is read" in output
    assert len(json.loads(Path(files[0]).read_text())) == 60


def test_swapped_files(files):
    code, output = invoke(*reversed(files))
    assert code == 2 and "The results come first" in output


def test_an_output_that_cannot_be_written(files):
    output_file = f"{files[0]}/scores.json"
    code, output = invoke(
        *files, "--metrics", "rouge_l", "--output", output_file
    )
    # The scores are shown all the same.
    assert code == 2 and "rouge_l" in output and "cannot be written" in output


def program(arguments, folder=ROOT, **environment):
    command = [sys.executable, "-m", "recipes", "score", *map(str, arguments)]
    return subprocess.Popen(
        command,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def finished(process):
    output, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors.decode(errors="replace")
    return output


def test_two_at_once_with_an_empty_path_and_other_locales(files, tmp_path):
    arguments = [*files, "--metrics", "rouge_l,cider_d", "--output"]
    target = tmp_path / "Übersicht.json"
    german = {"LC_ALL": "de_DE", "LC_NUMERIC": "de_DE.UTF-8"}
    processes = [
        program([*arguments, target], PATH="", **german),
        program([*arguments, target], PYTHONIOENCODING="ascii"),
    ]
    outputs = [finished(process) for process in processes]
    for output in outputs:
        assert b"Images: 60 of 60" in output and b"." in output
        assert b"cider_d" in output
    assert json.loads(target.read_text(encoding="utf-8"))["images"] == 60
    assert not list(tmp_path.glob("*.tmp"))


def test_errors_have_no_traceback_in_any_encoding(write, write_annotations):
    results = write("ü.json", [{"image_id": "\U0001f600\n", "caption": 5}])
    process = program(
        [results, write_annotations(REFERENCES)], PYTHONIOENCODING="ascii"
    )
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 2 and output == b""
    assert errors.count(b"\n") == 1 and b"[0].caption must be" in errors


def test_packages_that_are_read_only(files, tmp_path):
    copy = tmp_path / "read only"
    for package in ("keras_tpr", "zoo", "recipes"):
        shutil.copytree(
            ROOT / package,
            copy / package,
            ignore=shutil.ignore_patterns("__pycache__", "weights"),
        )
    folders = [copy, *(p for p in copy.rglob("*") if p.is_dir())]
    for folder in folders:
        folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
    names = {str(path) for path in copy.rglob("*")}
    process = program(
        [*files, "--metrics", "rouge_l"],
        folder=copy,
        PYTHONDONTWRITEBYTECODE="1",
    )
    try:
        assert b"rouge_l" in finished(process)
        assert {str(path) for path in copy.rglob("*")} == names
    finally:
        for folder in folders:
            folder.chmod(stat.S_IRWXU)
