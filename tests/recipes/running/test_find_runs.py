from recipes.running.evaluation import Evaluation
from recipes.running.find_runs import find_runs
from recipes.running.run_directory import RunDirectory


def test_finished_runs_of_one_recipe(tmp_path):
    for name, recipe in (("toy_b", "toy"), ("toy", "toy"), ("x", "other")):
        directory = RunDirectory(tmp_path / name, {"recipe": recipe})
        directory.finish({"scores": {}}, Evaluation(scores={}))
    RunDirectory(tmp_path / "unfinished", {"recipe": "toy"})
    (tmp_path / "no_run").mkdir()
    (tmp_path / "x" / "run.json").write_text("{")
    assert find_runs(tmp_path, "toy") == [tmp_path / "toy", tmp_path / "toy_b"]
    assert find_runs(tmp_path, "other") == []
    assert find_runs(tmp_path / "missing", "toy") == []
