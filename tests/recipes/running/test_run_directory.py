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


@pytest.mark.parametrize("text", ["{", "[1]", ""])
def test_damaged_result(tmp_path, text):
    directory = RunDirectory(tmp_path / "run", IDENTITY)
    (directory.path / "result.json").write_text(text)
    with pytest.raises(RunError) as error:
        _ = directory.result
    assert "result.json is" in str(error.value)
    assert "Delete it and give the command of the run again" in str(error.value)


@pytest.mark.parametrize("text", ["{", "[1]"])
def test_damaged_description(tmp_path, text):
    (tmp_path / "run.json").write_text(text)
    with pytest.raises(RunError, match="give another output folder"):
        RunDirectory(tmp_path, IDENTITY)


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(RunError, match="cannot be the folder of a run"):
        RunDirectory(tmp_path / "file" / "run", IDENTITY)
    with pytest.raises(RunError, match="cannot be the folder of a run"):
        RunDirectory(tmp_path / ("x" * 300), IDENTITY)


class Stop(Exception):
    pass


def fail_in(path, leave=()):
    with pytest.raises(Stop):
        with RunDirectory(path, IDENTITY) as directory:
            for name in leave:
                (directory.path / name).touch()
            raise Stop


def test_nothing_is_left_of_a_run_that_failed_at_once(tmp_path):
    fail_in(tmp_path / "runs" / "a")
    assert list(tmp_path.iterdir()) == []


def test_what_others_made_stays(tmp_path):
    (tmp_path / "runs").mkdir()
    fail_in(tmp_path / "runs" / "a")
    assert list((tmp_path / "runs").iterdir()) == []
    (tmp_path / "runs" / "b").mkdir()
    fail_in(tmp_path / "runs" / "b")
    assert list((tmp_path / "runs" / "b").iterdir()) == []


def test_what_was_trained_stays(tmp_path):
    fail_in(tmp_path / "run", ["checkpoint.npz"])
    RunDirectory(tmp_path / "run", IDENTITY)
    fail_in(tmp_path / "run")
    names = {path.name for path in (tmp_path / "run").iterdir()}
    assert names == {"run.json", "checkpoint.npz"}


def test_a_run_that_was_there_stays(tmp_path):
    RunDirectory(tmp_path / "run", IDENTITY)
    fail_in(tmp_path / "run")
    assert (tmp_path / "run" / "run.json").exists()


def test_finish_clears_what_killed_processes_left(tmp_path):
    directory = RunDirectory(tmp_path / "run", IDENTITY)
    (directory.path / "checkpoint.npz.99.tmp").touch()
    directory.finish({"scores": {}}, Evaluation(scores={}))
    assert not list(directory.path.glob("*.tmp"))
