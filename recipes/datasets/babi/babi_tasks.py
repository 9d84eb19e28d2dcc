"""The bAbI tasks as a TFDS builder."""

import dataclasses

import numpy as np
import tensorflow_datasets as tfds

from recipes.datasets.babi.files import (
    BABI_SIZES,
    LAYOUT,
    SPLITS,
    TASK_NAMES,
    check_tasks,
    read_babi,
)
from recipes.datasets.babi.generate import LANGUAGES, generate
from recipes.datasets.check_integer import check_integer

GENERATED = "generated"
_GENERATED_ONLY = ("language", "train", "test", "seed")


@dataclasses.dataclass(eq=False)
class BabiTasksConfig(tfds.core.BuilderConfig):
    """Which stories.

    Args:
        name: Folder of the prepared data; by default made of the arguments
            that differ from their defaults.
        collection: A collection of the release, see `read_babi`, or
            `"generated"`: stories of the simulator, which needs no files.
        tasks: Numbers of tasks, from 1 to 20.
        language: Of generated stories, see `generate`.
        train: Number of generated questions of each task in `train`.
        test: The same, in `test`.
        seed: Of generated stories, a non-negative integer.

    Raises:
        TypeError: For a number that is no integer.
        ValueError: For an unknown collection, task or language, a number out
            of range, or settings of generated stories with released ones.
    """

    name: str = ""
    collection: str = GENERATED
    tasks: tuple = tuple(TASK_NAMES)
    language: str = "en"
    train: int = 1000
    test: int = 1000
    seed: int = 0

    def __post_init__(self):
        collections = (GENERATED, *BABI_SIZES)
        if self.collection not in collections:
            raise ValueError(
                f"`collection` must be one of {', '.join(collections)}. "
                f"Received: {self.collection!r}."
            )
        check_tasks(self.tasks)
        self.tasks = tuple(dict.fromkeys(map(int, self.tasks)))
        if self.language not in LANGUAGES:
            raise ValueError(
                f"`language` must be one of {', '.join(LANGUAGES)}. "
                f"Received: {self.language!r}."
            )
        for split in SPLITS:
            check_integer(split, getattr(self, split), minimum=1)
        check_integer("seed", self.seed, minimum=0)
        if self.collection != GENERATED:
            self._check_released()
        self.name = self.name or self._default_name()

    def _check_released(self):
        """What is in files already has no settings."""
        for field in dataclasses.fields(BabiTasksConfig):
            value = getattr(self, field.name)
            if field.name in _GENERATED_ONLY and value != field.default:
                raise ValueError(
                    f"`{field.name}={value!r}` is of generated stories, and "
                    f"{self.collection!r} is read from files. Leave it out, or "
                    f"take `collection={GENERATED!r}`."
                )

    def _default_name(self):
        parts = [self.collection]
        if self.language != "en":
            parts.append(self.language)
        if self.tasks != tuple(TASK_NAMES):
            parts.append("tasks" + "-".join(map(str, self.tasks)))
        if (self.train, self.test) != (1000, 1000):
            parts.append(f"{self.train}x{self.test}")
        if self.seed:
            parts.append(f"seed{self.seed}")
        return "_".join(parts)


class BabiTasks(tfds.core.GeneratorBasedBuilder):
    """Questions about short stories, of twenty kinds.

    The released files are taken from TFDS's `manual_dir`. The configuration
    `generated` needs none: its stories are simulated, like the released ones
    in wording, length, answers and supporting facts.

    Features: `task`, its number; `story`, the statements above the question;
    `question`; `answer`, whose words are separated by commas; `support`, the
    places of the statements it follows from, from 0, in the order of
    reasoning; `story_id` and `question_id`, numbers of the story in its task
    and of the question in its story, from 0.

    Example::

        import tensorflow_datasets as tfds
        from recipes.datasets.babi import BabiTasks

        builder = BabiTasks(config="en", file_format="array_record")
        config = tfds.download.DownloadConfig(manual_dir=folder)
        builder.download_and_prepare(download_config=config)
        train = builder.as_data_source("train")
    """

    VERSION = tfds.core.Version("1.0.0")
    RELEASE_NOTES = {"1.0.0": "First release."}
    MANUAL_DOWNLOAD_INSTRUCTIONS = LAYOUT
    BUILDER_CONFIGS = [
        BabiTasksConfig(collection=collection)
        for collection in (*BABI_SIZES, GENERATED)
    ]

    def _info(self):
        text = tfds.features.Text()
        number = tfds.features.Scalar(np.int32)
        return self.dataset_info_from_configs(
            features=tfds.features.FeaturesDict(
                {
                    "task": number,
                    "story": tfds.features.Sequence(text),
                    "question": text,
                    "answer": text,
                    "support": tfds.features.Sequence(np.int32),
                    "story_id": number,
                    "question_id": number,
                }
            ),
            supervised_keys=None,
        )

    def _split_generators(self, dl_manager):
        config = self.builder_config
        if config.collection == GENERATED:
            stories = {task: _generated(config, task) for task in config.tasks}
        else:
            stories = read_babi(
                dl_manager.manual_dir, config.collection, config.tasks
            )
        return {
            split: self._generate_examples(split, stories) for split in SPLITS
        }

    def _generate_examples(self, split, stories):
        for task, splits in stories.items():
            for story_id, story in enumerate(splits[split]):
                for question_id, asked in enumerate(story.asked()):
                    statements, question = asked
                    yield (
                        f"{task}-{story_id}-{question_id}",
                        {
                            "task": task,
                            "story": list(statements),
                            "question": question.text,
                            "answer": question.answer,
                            "support": list(question.support),
                            "story_id": story_id,
                            "question_id": question_id,
                        },
                    )


def _generated(config, task):
    """Stories of a task; no two splits or seeds share them."""
    return {
        split: generate(
            task,
            getattr(config, split),
            seed=len(SPLITS) * config.seed + number,
            language=config.language,
        )
        for number, split in enumerate(SPLITS)
    }
