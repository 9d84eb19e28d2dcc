"""Writing and reading the manifest of a preset."""

import hashlib
import json

import pytest

from zoo.manifest import file_digest, read_manifest, write_manifest

FIELDS = {
    "model": "m", "data": "d", "licence": "l", "recipe": "r",
    "metric": "accuracy", "score": 1.0,
}  # fmt: skip


@pytest.fixture
def directory(tmp_path):
    (tmp_path / "config.json").write_text("{}")
    (tmp_path / "metadata.json").write_text('{"parameter_count": 7}')
    assets = tmp_path / "assets" / "tokenizer"
    assets.mkdir(parents=True)
    (assets / "vocabulary.txt").write_bytes("<end>\né\n".encode())
    return tmp_path


def test_files_and_derived_fields(directory):
    manifest = write_manifest(directory, **FIELDS, published_score=2.0)
    assert manifest == read_manifest(directory)
    assert {name: manifest[name] for name in FIELDS} == FIELDS
    assert manifest["published_score"] == 2.0
    assert manifest["params"] == 7
    expected = hashlib.sha256("<end>\né".encode()).hexdigest()
    assert manifest["vocabulary_hash"] == expected
    assert set(manifest["files"]) == {
        "config.json",
        "metadata.json",
        "assets/tokenizer/vocabulary.txt",
    }
    assert manifest["files"]["config.json"] == {
        "bytes": 2,
        "sha256": hashlib.sha256(b"{}").hexdigest(),
    }


def test_writing_again_leaves_the_manifest_out(directory):
    first = write_manifest(directory, **FIELDS)
    assert write_manifest(directory, **FIELDS) == first
    assert not list(directory.glob("*.tmp"))


def test_given_fields_win(directory):
    manifest = write_manifest(
        directory, **FIELDS, params=None, vocabulary_hash="x"
    )
    assert manifest["params"] is None
    assert manifest["vocabulary_hash"] == "x"


def test_missing_fields(directory):
    with pytest.raises(ValueError, match="missing: licence, score"):
        write_manifest(
            directory, model="m", data="d", recipe="r", metric="accuracy"
        )
    assert not (directory / "manifest.json").exists()


def test_no_preset(tmp_path):
    with pytest.raises(FileNotFoundError, match="save_to_preset"):
        write_manifest(tmp_path, **FIELDS)


def test_non_ascii_fields_stay_readable(directory):
    write_manifest(directory, **{**FIELDS, "data": "Žofie"})
    assert "Žofie" in (directory / "manifest.json").read_text("utf-8")
    text = (directory / "manifest.json").read_text("utf-8")
    assert json.loads(text)["data"] == "Žofie"


def test_digest_follows_the_file(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"one")
    assert file_digest(path) == hashlib.sha256(b"one").hexdigest()
    path.write_bytes(b"two!")
    assert file_digest(path) == hashlib.sha256(b"two!").hexdigest()
