import pytest

from recipes.running.atomic_file import atomic_file, write_json


def test_an_interrupted_write_leaves_the_old_file(tmp_path):
    path = tmp_path / "deep" / "a.txt"
    with atomic_file(path) as file:
        file.write("old ü")
    with pytest.raises(KeyboardInterrupt):
        with atomic_file(path) as file:
            file.write("new")
            raise KeyboardInterrupt
    assert path.read_text(encoding="utf-8") == "old ü"
    assert list(path.parent.iterdir()) == [path]


def test_what_is_no_json_leaves_the_old_file(tmp_path):
    path = tmp_path / "a.json"
    write_json(path, {"a": 1})
    with pytest.raises(TypeError):
        write_json(path, {"a": object()})
    assert path.read_text() == '{\n  "a": 1\n}\n'
