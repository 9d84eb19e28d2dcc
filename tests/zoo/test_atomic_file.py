import os

import pytest

from zoo.atomic_file import atomic_file, write_json


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


def test_two_processes_write_one_file(tmp_path, monkeypatch):
    path = tmp_path / "a.txt"
    pids = iter([1, 2])
    monkeypatch.setattr(os, "getpid", lambda: next(pids))
    with atomic_file(path) as first, atomic_file(path) as second:
        first.write("first")
        second.write("second")
    assert path.read_text() == "first"
    assert list(tmp_path.iterdir()) == [path]
