import pytest

from recipes.running.evaluation import Evaluation, Section
from recipes.running.run_directory import RunDirectory, read_json
from recipes.running.run_error import RunError

IDENTITY = {"recipe": "r", "settings": {"rate": 0.1, "seed": 0}}


def test_same_run_may_open_it_again(tmp_path):
    RunDirectory(tmp_path / "run", IDENTITY)
    assert RunDirectory(tmp_path / "run", IDENTITY).result is None


def test_other_settings(tmp_path):
    RunDirectory(tmp_path / "run", IDENTITY)
    other = {"recipe": "r", "settings": {"rate": 0.2, "seed": 0}}
    with pytest.raises(RunError) as error:
        RunDirectory(tmp_path / "run", other)
    message = str(error.value)
    assert "settings (rate: 0.1 there, 0.2 now)" in message
    assert "seed" not in message and "another output folder" in message


def test_foreign_folder(tmp_path):
    (tmp_path / "holiday.jpg").touch()
    with pytest.raises(RunError, match="Found: holiday.jpg"):
        RunDirectory(tmp_path, IDENTITY)


def test_file_in_place_of_a_folder(tmp_path):
    (tmp_path / "run").touch()
    with pytest.raises(RunError, match="is a file"):
        RunDirectory(tmp_path / "run", IDENTITY)


def test_finish(tmp_path):
    directory = RunDirectory(tmp_path / "run", IDENTITY)
    evaluation = Evaluation(
        scores={},
        sections=[Section("Pictures", "<p>é</p>")],
        outputs={"captions.json": ["a"]},
    )
    directory.finish({"scores": {}}, evaluation)
    assert directory.result == {"scores": {}}
    assert read_json(directory.path / "captions.json") == ["a"]
    assert read_json(directory.path / "sections.json") == [
        ["Pictures", "<p>é</p>"]
    ]
