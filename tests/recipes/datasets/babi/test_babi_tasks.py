import pathlib
import subprocess
import sys

import pytest
import tensorflow_datasets as tfds

from recipes.datasets import babi
from recipes.datasets.babi import (
    BabiTasks,
    BabiTasksConfig,
    generate,
    read_babi,
)
from recipes.datasets.data_format_error import DataFormatError

REAL = pathlib.Path(__file__).parents[5] / "shared/data/babi"


def prepare(data_dir, config, manual_dir=None):
    builder = BabiTasks(
        config=config, data_dir=data_dir, file_format="array_record"
    )
    download = tfds.download.DownloadConfig(manual_dir=manual_dir)
    builder.download_and_prepare(download_config=download)
    return builder


def check_examples(builder, stories, split):
    """Compares all examples with `stories`, a dict from tasks to splits."""
    source = builder.as_data_source(split)
    questions = [
        q for s in stories.values() for x in s[split] for q in x.asked()
    ]
    assert len(source) == len(questions)
    seen = set()
    for number in range(0, len(source), 1 + len(source) // 100):
        example = source[number]
        place = tuple(
            int(example[name]) for name in ("task", "story_id", "question_id")
        )
        task, story_id, question_id = place
        story = stories[task][split][story_id]
        statements, question = list(story.asked())[question_id]
        assert [text.decode() for text in example["story"]] == [*statements]
        assert example["question"].decode() == question.text
        assert example["answer"].decode() == question.answer
        assert tuple(example["support"]) == question.support
        seen.add(place)
    assert len(seen) > 1


def test_generated_stories(tmp_path):
    config = BabiTasksConfig(tasks=(2, 19), train=30, test=10, seed=3)
    builder = prepare(tmp_path, config)
    stories = {
        task: {
            "train": generate(task, 30, seed=6),
            "test": generate(task, 10, seed=7),
        }
        for task in (2, 19)
    }
    for split in ("train", "test"):
        check_examples(builder, stories, split)


def test_generated_stories_in_other_letters(tmp_path):
    config = BabiTasksConfig(tasks=(1,), train=5, test=5, language="shuffled")
    example = prepare(tmp_path, config).as_data_source("train")[0]
    assert example["question"].startswith(b"Mzhxh el ")


@pytest.mark.skipif(not REAL.is_dir(), reason="needs ../shared/data/babi")
def test_released_stories(tmp_path):
    config = BabiTasksConfig(collection="hn", tasks=(1, 8))
    builder = prepare(tmp_path, config, REAL)
    stories = read_babi(REAL, "hn", (1, 8))
    for split in ("train", "test"):
        check_examples(builder, stories, split)


@pytest.mark.slow
@pytest.mark.skipif(not REAL.is_dir(), reason="needs ../shared/data/babi")
@pytest.mark.parametrize("config", ["en", "hn", "shuffled", "generated"])
def test_whole_configurations(tmp_path, config):
    builder = prepare(tmp_path, config, REAL)
    for split in ("train", "test"):
        assert builder.info.splits[split].num_examples == 20_000


def test_missing_files_are_shown(tmp_path):
    (tmp_path / "manual").mkdir()
    (tmp_path / "manual" / "qa.txt").touch()
    with pytest.raises(DataFormatError, match="qa1_single(.|\n)*: qa.txt"):
        prepare(tmp_path / "data", "en", tmp_path / "manual")


def test_configurations_have_names_of_their_own():
    assert [config.name for config in BabiTasks.BUILDER_CONFIGS] == [
        "en",
        "hn",
        "shuffled",
        "en-10k",
        "hn-10k",
        "shuffled-10k",
        "generated",
    ]
    config = BabiTasksConfig(tasks=[1, 3], language="shuffled", train=5, seed=2)
    assert config.name == "generated_shuffled_tasks1-3_5x1000_seed2"
    assert BabiTasksConfig(name="mine", seed=2).name == "mine"
    assert BabiTasksConfig(tasks=[1, 1]).name == "generated_tasks1"


@pytest.mark.parametrize(
    "arguments, error, message",
    [
        ({"collection": "fr"}, ValueError, "`collection` must be .*'fr'"),
        ({"tasks": (21, 1)}, ValueError, "`tasks` are from 1 to 20.*21"),
        ({"tasks": (0, 1)}, ValueError, "`tasks` must be at least 1.*0"),
        ({"tasks": ()}, ValueError, "`tasks` is empty"),
        ({"tasks": 1}, TypeError, "`tasks` must be a list"),
        ({"tasks": [True]}, TypeError, "`tasks` must be an integer.*True"),
        *(
            (
                {"collection": "en", name: value},
                ValueError,
                f"`{name}={value!r}",
            )
            for name, value in (
                ("language", "shuffled"),
                ("train", 5),
                ("test", 5),
                ("seed", 1),
            )
        ),
        ({"language": "hn"}, ValueError, "`language` must be .*'hn'"),
        ({"train": 0}, ValueError, "`train` must be at least 1"),
        ({"seed": 0.5}, TypeError, "`seed` must be an integer"),
    ],
)
def test_bad_configurations_fail_at_once(arguments, error, message):
    with pytest.raises(error, match=message):
        BabiTasksConfig(**arguments)


def test_the_card_describes_the_data(tmp_path):
    builder = BabiTasks(data_dir=tmp_path, config="generated")
    assert builder.name == "babi_tasks"
    assert "weston2016towards" in builder.info.citation
    assert "CC BY 3.0" in builder.info.description


def test_the_package_lists_the_builder():
    assert all(hasattr(babi, name) for name in babi.__all__)
    assert "BabiTasks" in dir(babi)
    with pytest.raises(AttributeError, match="no attribute 'Babi'"):
        _ = babi.Babi


def test_stories_need_no_tfds():
    program = (
        "import sys; from recipes.datasets.babi import generate; "
        "generate(1, 5, 0); "
        "sys.exit('tensorflow_datasets' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0
