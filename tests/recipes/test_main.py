import dataclasses

import pytest
from typer.testing import CliRunner

import recipes.__main__ as command_line
from recipes.recipe import Recipe
from recipes.running.evaluation import Evaluation
from recipes.running.run_directory import RunDirectory
from recipes.running.run_error import PreparationError, RunError
from recipes.running.settings import Settings, setting


@dataclasses.dataclass(frozen=True)
class ToySettings(Settings):
    rate: float = setting(0.1, "the paper's")
    shuffle: bool = setting(True, "as usual")


def refuse(*arguments):
    raise RunError("no data was found")


TOY = Recipe(
    name="toy",
    title="A toy",
    paper="Nobody, 2000",
    settings=ToySettings,
    prepare=refuse,
    build=refuse,
    train=refuse,
    evaluate=refuse,
    metric=("test", "f1"),
    published={"test": {"f1": 0.5}},
    variants={"smoke": {"epochs": 2, "rate": 0.3}, "big": {"epochs": 9}},
)
RESULT = {
    "title": "A toy",
    "paper": "",
    "notes": ["No [gold] labels."],
    "scores": {"test": {"f1": 0.25}},
    "published": TOY.published,
    "settings": {},
    "versions": {},
    "details": {},
    "command": "",
}


@pytest.fixture
def calls(monkeypatch):
    calls = []
    monkeypatch.setattr(command_line, "load_recipe", lambda name: TOY)

    def record(*arguments, **options):
        calls.append((*arguments, options))
        return RESULT

    monkeypatch.setattr(command_line, "run_recipe", record)
    monkeypatch.setattr(command_line, "run_seeds", record)
    monkeypatch.setattr(command_line, "run_table", record)
    return calls


def invoke(*arguments):
    result = CliRunner().invoke(command_line.app, list(arguments))
    return result.exit_code, " ".join(result.output.split())


def test_table(calls, monkeypatch):
    rows = {"quick": {"rate": 0.5}, "slow": {"rate": 0.01}}
    table = dataclasses.replace(TOY, rows=rows)
    monkeypatch.setattr(command_line, "load_recipe", lambda name: table)
    assert invoke("run", "toy", "--rows", "slow", "--seeds", "1,2")[0] == 0
    assert invoke("run", "toy", "--seed", "3")[0] == 0
    (recipe, settings, *some, shared), (_, _, *every, _) = calls
    assert recipe is table and settings.rate == 0.1
    assert some[0] == [1, 2] and some[2] == ["slow"]
    assert every[0] == [3] and every[2] == ["quick", "slow"]
    assert shared["command"] == "python -m recipes run toy"
    code, output = invoke("run", "toy", "--rate", "0.2")
    assert code == 2 and "`--rate` is decided by the rows" in output
    assert "slow │ --rate 0.01" in invoke("describe", "toy")[1]


def test_list():
    code, output = invoke("list")
    assert code == 0
    assert "atpl_scenes" in output


def test_describe(calls):
    code, output = invoke("describe", "toy")
    assert code == 0
    assert "--rate" in output and "the paper's" in output
    assert "--smoke │ --epochs 2" in output and "--rate 0.3" in output


def test_settings_are_options(calls):
    code, output = invoke(
        "run", "toy", "--epochs", "3", "--rate=1e-2", "--no-shuffle"
    )
    assert code == 0, output
    recipe, settings, output_folder, options = calls[0]
    assert recipe is TOY
    assert settings == ToySettings(epochs=3, rate=0.01, shuffle=False)
    assert str(output_folder) == "runs/toy"
    assert options["command"] == (
        "python -m recipes run toy --epochs 3 --rate=1e-2 --no-shuffle"
    )
    assert "Note: No [gold] labels." in output
    assert "0.2500" in output and "0.5000" in output


def test_negative_numbers_are_values(calls):
    code, output = invoke("run", "toy", "--seed", "-1")
    assert code == 2 and "`seed` must be at least 0" in output


def test_variants_give_way_to_options(calls):
    assert invoke("run", "toy", "--smoke", "--rate", "0.7")[0] == 0
    _, settings, folder, _ = calls[0]
    assert settings == ToySettings(epochs=2, rate=0.7)
    assert str(folder) == "runs/toy_smoke"


def test_seeds(calls):
    assert invoke("run", "toy", "--seeds", "0,4")[0] == 0
    _, settings, seeds, _, options = calls[0]
    assert seeds == [0, 4]
    assert options["command"] == "python -m recipes run toy"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--epoch", "3"], "Unknown setting `epoch`. Did you mean epochs"),
        (["--smok"], "Unknown setting `smok`. Did you mean smoke"),
        (["--no-smoke"], "is a variant"),
        (["--rate", "fast"], "`rate` must be float"),
        (["--seeds", "0,x"], "`--seeds` must be integers"),
        (["--seeds", "1,1"], "must differ"),
        (["--seeds", "1", "--seed", "1"], "not both"),
        (["fast"], "Unexpected argument 'fast'"),
    ],
)
def test_errors_before_anything_is_read(calls, arguments, message):
    code, output = invoke("run", "toy", *arguments)
    assert code == 2
    assert message in output
    assert not calls


def test_errors_of_a_run_have_no_traceback(monkeypatch, tmp_path):
    monkeypatch.setattr(command_line, "load_recipe", lambda name: TOY)
    code, output = invoke("run", "toy", "--output", str(tmp_path / "run"))
    assert code == 2
    assert "Error: no data was found" in output


class Refusals:
    """A recipe whose data or model cannot be made."""

    def __init__(self, monkeypatch, error, phase="build"):
        def fail(*arguments):
            raise error

        hooks = {"prepare": lambda settings, context: None, phase: fail}
        recipe = dataclasses.replace(TOY, **hooks)
        monkeypatch.setattr(command_line, "load_recipe", lambda name: recipe)


@pytest.mark.parametrize("phase", ["prepare", "build"])
@pytest.mark.parametrize("error", [ValueError, TypeError, ImportError])
def test_refused_settings(monkeypatch, tmp_path, phase, error):
    Refusals(monkeypatch, error("`units` is too odd."), phase)
    output = tmp_path / "runs" / "run"
    code, shown = invoke("run", "toy", "--output", str(output))
    assert code == 2
    assert "Error: `units` is too odd. (`--traceback` shows where.)" in shown
    assert list(tmp_path.iterdir()) == []


def test_refused_settings_of_several_seeds(monkeypatch, tmp_path):
    Refusals(monkeypatch, ValueError("`units` is too odd."))
    output = tmp_path / "runs" / "run"
    code, _ = invoke("run", "toy", "--seeds", "1,2", "--output", str(output))
    assert code == 2 and list(tmp_path.iterdir()) == []


def test_traceback(monkeypatch, tmp_path):
    Refusals(monkeypatch, ValueError("`units` is too odd."))
    arguments = ["run", "toy", "--traceback", "--output", str(tmp_path / "run")]
    result = CliRunner().invoke(command_line.app, arguments)
    assert isinstance(result.exception, PreparationError)
    assert isinstance(result.exception.__cause__, ValueError)


def test_failures_of_the_program_are_not_hidden(monkeypatch, tmp_path):
    Refusals(monkeypatch, KeyError("lost"))
    arguments = ["run", "toy", "--output", str(tmp_path / "run")]
    result = CliRunner().invoke(command_line.app, arguments)
    assert isinstance(result.exception, KeyError)


def test_a_folder_that_cannot_be_made(monkeypatch, tmp_path):
    monkeypatch.setattr(command_line, "load_recipe", lambda name: TOY)
    (tmp_path / "file").touch()
    code, output = invoke("run", "toy", "--output", str(tmp_path / "file/run"))
    assert code == 2 and "cannot be the folder of a run" in output


def test_unknown_recipe():
    code, output = invoke("run", "atpl_scene")
    assert code == 2 and "Did you mean atpl_scenes" in output


def test_the_recipe_comes_first():
    code, output = invoke("run", "--smoke", "atpl_scenes")
    assert code == 2 and "The name of the recipe comes before --smoke" in output


def test_report_of_an_unfinished_run(calls, tmp_path):
    code, output = invoke("report", "toy", "--output", str(tmp_path))
    assert code == 2 and "no run has finished there" in output


@pytest.fixture
def finished(calls, tmp_path, monkeypatch):
    """The folder of a finished `run toy --smoke`."""
    monkeypatch.chdir(tmp_path)
    directory = RunDirectory("runs/toy_smoke", {"recipe": "toy"})
    directory.finish(RESULT, Evaluation(scores=RESULT["scores"]))
    return directory.path


def test_report_of_a_variant(finished):
    code, output = invoke("report", "toy", "--smoke")
    assert code == 0 and "0.2500" in output
    assert (finished / "report.html").exists()


def test_report_names_the_runs_there_are(finished):
    code, output = invoke("report", "toy")
    assert code == 2
    assert "No run has finished in runs/toy. " in output
    assert "Finished runs of toy: runs/toy_smoke." in output


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ("--smok", "Unknown setting `smok`. Did you mean smoke"),
        ("--epochs=3", "takes variants, not settings such as --epochs"),
        ("--smoke=3", "is a variant"),
        ("smoke", "Unexpected argument"),
    ],
)
def test_report_takes_variants_only(finished, argument, message):
    code, output = invoke("report", "toy", argument)
    assert code == 2 and message in output


@pytest.mark.parametrize("text", ["{", "[]", '{"scores": {}}'])
def test_report_of_a_damaged_result(finished, text):
    (finished / "result.json").write_text(text)
    code, output = invoke("report", "toy", "--smoke")
    assert code == 2 and "result.json" in output
    assert "Delete it and give the command of the run again" in output


def test_only_what_was_measured_is_listed(calls, monkeypatch):
    published = {"test": {"f1": 0.5, "recall": 0.6}, "dev": {"f1": 0.7}}
    monkeypatch.setitem(RESULT, "published", published)
    code, output = invoke("run", "toy")
    assert code == 0 and "0.5000" in output
    assert "recall" not in output and "dev" not in output
    monkeypatch.setitem(RESULT, "scores", {})
    code, output = invoke("run", "toy")
    assert code == 0 and "f1" not in output and "labels" in output
