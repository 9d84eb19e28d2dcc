import collections
import pathlib
import tarfile

import pytest

from recipes.datasets.babi import TASK_NAMES, parse, read_babi, write
from recipes.datasets.babi.files import BABI_SIZES
from recipes.datasets.data_format_error import DataFormatError

REAL = pathlib.Path(__file__).parents[5] / "shared/data/babi"
STORY = "1 Mary is ill.\n2 Who is ill?\tMary\t1\n"


@pytest.fixture
def small_babi(monkeypatch, tmp_path):
    """A function that writes two tasks of a collection, two stories each."""
    monkeypatch.setitem(BABI_SIZES, "hn", {"train": 2, "test": 2})

    def write_files(subfolder="hn", text=2 * STORY):
        folder = tmp_path / subfolder
        folder.mkdir(parents=True)
        for task in (1, 2):
            for split in ("train", "test"):
                name = f"qa{task}_{TASK_NAMES[task]}_{split}.txt"
                (folder / name).write_bytes(text.encode("utf-8"))
        return folder

    return write_files


@pytest.mark.parametrize("subfolder", ["hn", "tasks_1-20_v1-2/hn"])
def test_files_in_folders(small_babi, tmp_path, subfolder):
    folder = small_babi(subfolder)
    expected = {task: dict.fromkeys(("train", "test"), 2) for task in (1, 2)}
    for place in (tmp_path, folder):
        tasks = read_babi(place, "hn", tasks=[1, 2])
        assert {
            task: {split: len(stories) for split, stories in splits.items()}
            for task, splits in tasks.items()
        } == expected


@pytest.mark.parametrize("name", ["tasks_1-20_v1-2", "tasks_1-20_v1-2_hn"])
def test_files_in_an_archive(small_babi, tmp_path, name):
    folder = small_babi("unpacked/hn")
    with tarfile.open(tmp_path / f"{name}.tar.gz", "w:gz") as archive:
        archive.add(folder, "tasks_1-20_v1-2/hn")
    assert read_babi(tmp_path, "hn", [2])[2]["test"] == 2 * parse(STORY)


def test_missing_files_are_shown(small_babi, tmp_path):
    small_babi()
    with pytest.raises(DataFormatError) as caught:
        read_babi(tmp_path, "hn", [1, 3])
    message = str(caught.value)
    assert "2 of 4 files are missing: qa3_three-supporting" in message
    assert "qa1_single-supporting-fact_train.txt" in message
    assert message.endswith(f"Found in {tmp_path}: hn.")
    with pytest.raises(DataFormatError, match="40 of 40 files are missing"):
        read_babi(tmp_path, "en")
    with pytest.raises(DataFormatError, match="There is no folder"):
        read_babi(tmp_path / "nowhere")


@pytest.mark.parametrize(
    "text, message",
    [
        (STORY, "train.txt has 1 questions; the released file has 2"),
        ("1 hi\thello\n", "qa1_.*_train.txt, line 1: "),
    ],
)
def test_damaged_files(small_babi, tmp_path, text, message):
    small_babi(text=text)
    with pytest.raises(DataFormatError, match=message):
        read_babi(tmp_path, "hn", [1])


def test_files_that_are_no_text(small_babi, tmp_path):
    (small_babi() / "qa1_single-supporting-fact_test.txt").write_bytes(
        b"1 Mary is ill.\n2 \xff\n"
    )
    with pytest.raises(DataFormatError, match="test.txt, line 2: not text"):
        read_babi(tmp_path, "hn", [1])


def test_a_damaged_archive(tmp_path):
    (tmp_path / "tasks_1-20_v1-2.tar.gz").write_bytes(b"\x1f\x8bnothing")
    with pytest.raises(DataFormatError, match="tar.gz is damaged"):
        read_babi(tmp_path)


def test_wrong_arguments(tmp_path):
    with pytest.raises(ValueError, match="`collection` must be .*'fr'"):
        read_babi(tmp_path, "fr")
    with pytest.raises(ValueError, match="`tasks` are from 1 .*Received: 21"):
        read_babi(tmp_path, tasks=[1, 21])
    with pytest.raises(ValueError, match="`tasks` is empty"):
        read_babi(tmp_path, tasks=[])
    for tasks in (1, "1", ["1"], [1.0], [True], [[1]]):
        with pytest.raises(TypeError, match="`tasks` must be"):
            read_babi(tmp_path, tasks=tasks)
    archive = tmp_path / "tasks_1-20_v1-2.tar.gz"
    archive.write_bytes(b"")
    with pytest.raises(DataFormatError, match="is a file. Give the folder"):
        read_babi(archive)


@pytest.mark.skipif(not REAL.is_dir(), reason="needs ../shared/data/babi")
@pytest.mark.parametrize("collection", ["en", "hn", "shuffled"])
def test_the_released_files(collection):
    tasks = read_babi(REAL, collection)
    words = collections.Counter()
    for task, splits in tasks.items():
        for split, stories in splits.items():
            assert parse(write(stories)) == stories
            questions = [q for story in stories for q in story.questions]
            assert len(questions) == 1000, (task, split)
            assert all(question.support for question in questions)
            for question in questions:
                words.update(question.answer.lower().split(","))
    supports = [
        q.support for story in tasks[2]["train"] for q in story.questions
    ]
    assert any(list(places) != sorted(places) for places in supports)
    assert ("yes" in words) == (collection == "en")


@pytest.mark.skipif(not REAL.is_dir(), reason="needs ../shared/data/babi")
def test_released_files_are_written_as_they_are():
    paths = sorted((REAL / "en").glob("*.txt"))
    assert len(paths) == 40
    for path in paths:
        text = path.read_bytes().decode("utf-8")
        assert write(parse(text, path)) == text, path
