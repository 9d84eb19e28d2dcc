import dataclasses

import pytest
from typer.testing import CliRunner

import recipes.__main__ as command_line
from recipes.recipe import Recipe
from recipes.running.run_error import RunError
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
    return calls


def invoke(*arguments):
    result = CliRunner().invoke(command_line.app, list(arguments))
    return result.exit_code, " ".join(result.output.split())


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


def test_unknown_recipe():
    code, output = invoke("run", "atpl_scene")
    assert code == 2 and "Did you mean atpl_scenes" in output


def test_report_of_an_unfinished_run(calls, tmp_path):
    code, output = invoke("report", "toy", "--output", str(tmp_path))
    assert code == 2 and "no run has finished there" in output
