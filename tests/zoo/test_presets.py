"""Finding presets: bundled, cached, from a server, from a hub."""

import functools
import http.server
import os
import pathlib
import shutil
import subprocess
import sys
import threading

import numpy as np
import pytest

import zoo
from zoo import manifest as manifest_file
from zoo import presets, registry
from zoo.presets import PresetDownloadError, PresetIntegrityError

ROOT = pathlib.Path(__file__).parents[2]
NAME = "tiny_pets_en"
WEIGHTS_FILE = "model.weights.h5"


class Server:
    """A local file server that records what was asked for."""

    def __init__(self, directory):
        requests = self.requests = []

        class Handler(http.server.SimpleHTTPRequestHandler):
            def log_request(self, code="-", size="-"):
                requests.append((self.path, int(code)))

            def log_message(self, *arguments):
                pass

        self._server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Handler, directory=directory)
        )
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    def close(self):
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@pytest.mark.parametrize("preset", [["a", "dog"], {"a": 1}, b"name", 3])
def test_a_preset_is_a_name_or_a_path(preset):
    for refuse in (presets.check_preset, presets.resolve):
        with pytest.raises(TypeError, match="`preset`.*`vocabulary=`"):
            refuse(preset)


@pytest.mark.parametrize(
    "name, options",
    [
        ("cnn_lstm_captioner", {"units": 4}),
        ("dcnn", {"num_classes": 3}),
        ("tree_lstm_sentiment", {"units": 4}),
        ("tag_detector", {"feature_dim": 4}),
    ],
)
def test_words_by_position_are_no_preset(name, options):
    for given in ({}, options):
        with pytest.raises(TypeError, match="`preset`.*`vocabulary=`"):
            getattr(zoo, name)(["a", "dog"], **given)


@pytest.fixture
def served(tmp_path):
    """The directory of what the server offers."""
    (tmp_path / "served" / "v1").mkdir(parents=True)
    return tmp_path / "served" / "v1"


@pytest.fixture
def server(served):
    server = Server(str(served.parent))
    yield server
    server.close()


@pytest.fixture
def large(tiny_preset, served):
    """The tiny preset, of which only the manifest is in the package."""
    bundle = registry.WEIGHTS / NAME
    shutil.copytree(bundle, served / NAME)
    for path in bundle.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path.name != "manifest.json":
            path.unlink()
    return tiny_preset


def tamper(path):
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)


def files_below(directory):
    return sorted(p for p in directory.rglob("*") if p.is_file())


def test_bundled(tiny_preset):
    bundle = registry.WEIGHTS / NAME
    assert presets.resolve(NAME) == presets.download(NAME) == str(bundle)


def test_bundled_but_damaged(tiny_preset):
    path = registry.WEIGHTS / NAME / WEIGHTS_FILE
    tamper(path)
    with pytest.raises(PresetIntegrityError, match="Install keras-tpr again"):
        presets.resolve(NAME)


def test_bundled_copied_to_a_cache(tiny_preset, tmp_path):
    directory = presets.download(NAME, cache_dir=tmp_path / "mine")
    assert directory.startswith(str(tmp_path / "mine"))
    bundle = registry.WEIGHTS / NAME
    relative = [p.relative_to(bundle) for p in files_below(bundle)]
    copied = pathlib.Path(directory)
    assert [p.relative_to(copied) for p in files_below(copied)] == relative


def test_download_then_offline(large, tiny_zoo, server, tmp_path, monkeypatch):
    monkeypatch.setenv(presets.URL_VARIABLE, server.url)
    model = tiny_zoo.TinyClassifier.from_preset(NAME)
    texts = np.array(["a dog", "cat"])
    np.testing.assert_array_equal(
        model.predict(texts, verbose=0), large.predict(texts, verbose=0)
    )
    cache = tmp_path / "keras_home"
    directory = cache / "models" / "keras_tpr" / NAME
    assert {p.name for p in directory.iterdir()} >= {WEIGHTS_FILE, "assets"}
    # Nothing else is left in the cache.
    assert [p.name for p in cache.iterdir()] == ["models"]
    count = len(server.requests)
    assert count == len(tiny_zoo.describe(NAME)["files"])
    monkeypatch.delenv(presets.URL_VARIABLE)
    assert presets.download(NAME) == str(directory)
    assert len(server.requests) == count


def test_large_files_are_hashed_once(large, server, monkeypatch):
    directory = pathlib.Path(presets.download(NAME, server.url))
    presets.resolve(NAME)
    before = manifest_file._digest.cache_info().misses
    presets.resolve(NAME)
    assert manifest_file._digest.cache_info().misses == before
    os.utime(directory / WEIGHTS_FILE, ns=(1, 1))
    presets.resolve(NAME)
    assert manifest_file._digest.cache_info().misses == before + 1


def test_tampered_download_is_not_kept(large, served, server, tmp_path):
    path = served / NAME / WEIGHTS_FILE
    expected = manifest_file.file_digest(path)
    tamper(path)
    cache = tmp_path / "cache"
    with pytest.raises(PresetIntegrityError) as info:
        presets.download(NAME, base_url=server.url, cache_dir=cache)
    found = manifest_file.file_digest(path)
    assert (info.value.expected, info.value.found) == (expected, found)
    for text in (expected, found, f"{server.url}/{NAME}/{WEIGHTS_FILE}"):
        assert text in str(info.value)
    assert list(cache.iterdir()) == []


def test_truncated_download_is_not_kept(large, served, server, tmp_path):
    path = served / NAME / WEIGHTS_FILE
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(PresetIntegrityError):
        presets.download(NAME, server.url, tmp_path / "cache")
    assert list((tmp_path / "cache").iterdir()) == []


def test_damaged_cache_is_fetched_again(large, server):
    directory = pathlib.Path(presets.download(NAME, server.url))
    tamper(directory / WEIGHTS_FILE)
    count = len(server.requests)
    presets.download(NAME, server.url)
    assert [path for path, _ in server.requests[count:]] == [
        f"/v1/{NAME}/{WEIGHTS_FILE}"
    ]
    digest = manifest_file.file_digest(directory / WEIGHTS_FILE)
    files = manifest_file.read_manifest(directory)["files"]
    assert digest == files[WEIGHTS_FILE]["sha256"]


@pytest.mark.parametrize("offline", [True, False])
def test_damaged_cache_without_a_source(large, served, server, offline):
    directory = pathlib.Path(presets.download(NAME, server.url))
    tamper(directory / WEIGHTS_FILE)
    shutil.rmtree(served / NAME)
    url = "http://127.0.0.1:9/v1" if offline else server.url
    with pytest.raises(PresetIntegrityError, match="Nothing was kept"):
        presets.download(NAME, url)
    assert not (directory / WEIGHTS_FILE).exists()


def test_second_url_serves(large, server, monkeypatch):
    dead = "http://127.0.0.1:9/v1"
    monkeypatch.setenv(presets.URL_VARIABLE, f"{dead}, {server.url}/")
    assert presets.resolve(NAME)
    assert {code for _, code in server.requests} == {200}


def test_second_url_serves_what_the_first_has_damaged(
    large, served, server, tmp_path
):
    shutil.copytree(served, served.parent / "v2")
    tamper(served / NAME / WEIGHTS_FILE)
    urls = [server.url, server.url.replace("v1", "v2")]
    assert presets.download(NAME, urls, tmp_path / "cache")


def test_every_url_tried_is_named(large, served, server, tmp_path):
    shutil.rmtree(served / NAME)
    dead = "http://127.0.0.1:9/v1"
    with pytest.raises(PresetDownloadError) as info:
        presets.download(NAME, f"{dead} {server.url}", tmp_path / "cache")
    for url in (dead, server.url):
        assert f"{url}/{NAME}/" in str(info.value)
    assert "404" in str(info.value)
    assert presets.URL_VARIABLE in str(info.value)
    assert list((tmp_path / "cache").iterdir()) == []


def test_no_url(large):
    with pytest.raises(PresetDownloadError, match="no URL is known"):
        presets.resolve(NAME)


def test_cache_that_cannot_be_written(large, server, tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("not a directory")
    monkeypatch.setenv("KERAS_HOME", str(blocked / "below"))
    with pytest.raises(OSError, match="KERAS_HOME") as info:
        presets.download(NAME, server.url)
    assert str(blocked / "below") in str(info.value)
    assert server.requests == []


def test_two_processes_at_once(large, server, tmp_path):
    code = (
        "import sys\n"
        "from zoo import presets, registry\n"
        "import pathlib\n"
        "registry.WEIGHTS = pathlib.Path(sys.argv[1])\n"
        "registry.MODELS = (registry.ModelEntry('tiny_classifier',"
        " 'tiny_family', {}, '', ''),)\n"
        "print(presets.download(sys.argv[2], sys.argv[3], sys.argv[4]))\n"
    )
    arguments = [registry.WEIGHTS, NAME, server.url, tmp_path / "cache"]
    path = os.pathsep.join([str(ROOT), str(ROOT / "tests" / "zoo")])
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", code, *map(str, arguments)],
            env={**os.environ, "PYTHONPATH": path, "KERAS_BACKEND": "numpy"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    outputs = [process.communicate() for process in processes]
    assert [p.returncode for p in processes] == [0, 0], outputs
    directory = outputs[0][0].split("\n")[-2]
    assert outputs[1][0].split("\n")[-2] == directory
    count = len(server.requests)
    assert presets.download(NAME, server.url, tmp_path / "cache") == directory
    assert len(server.requests) == count
    assert [p.name for p in (tmp_path / "cache").iterdir()] == ["models"]


def test_what_passes_through(tiny_zoo, tmp_path):
    for address in ("hf://org/name", "kaggle://org/model/keras/variation"):
        assert presets.resolve(address) == address
    assert presets.resolve(tmp_path) == str(tmp_path)


def test_hub_address_reaches_keras_hub(tiny_preset, tiny_zoo, monkeypatch):
    """With the hub's download replaced by the local directory."""
    huggingface_hub = pytest.importorskip("huggingface_hub")

    def fetch(repo_id, filename):
        assert repo_id == "org/tiny"
        path = registry.WEIGHTS / NAME / filename
        if not path.exists():
            raise huggingface_hub.errors.EntryNotFoundError(filename)
        return str(path)

    monkeypatch.setattr(huggingface_hub, "hf_hub_download", fetch)
    model = tiny_zoo.TinyClassifier.from_preset("hf://org/tiny")
    np.testing.assert_array_equal(
        model.get_weights()[0], tiny_preset.get_weights()[0]
    )


def test_name_wins_over_a_directory(tiny_preset, tmp_path, monkeypatch):
    (tmp_path / NAME).mkdir()
    monkeypatch.chdir(tmp_path)
    assert presets.resolve(NAME) == str(registry.WEIGHTS / NAME)
    assert presets.resolve(f"./{NAME}") == f"./{NAME}"


def test_unknown_names(tiny_zoo):
    with pytest.raises(ValueError, match="Did you mean 'tiny_pets_en'"):
        presets.resolve("tiny_pets")
    with pytest.raises(ValueError, match="Did you mean 'tiny_pets_en'"):
        presets.download("tiny_pets")
