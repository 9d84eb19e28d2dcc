"""The released bAbI files: their names, and how they are found and read."""

import pathlib
import tarfile
import zlib

from recipes.datasets.babi.official_format import parse
from recipes.datasets.check_integer import check_integer
from recipes.datasets.data_format_error import DataFormatError

TASK_NAMES = {
    1: "single-supporting-fact",
    2: "two-supporting-facts",
    3: "three-supporting-facts",
    4: "two-arg-relations",
    5: "three-arg-relations",
    6: "yes-no-questions",
    7: "counting",
    8: "lists-sets",
    9: "simple-negation",
    10: "indefinite-knowledge",
    11: "basic-coreference",
    12: "conjunction",
    13: "compound-coreference",
    14: "time-reasoning",
    15: "basic-deduction",
    16: "basic-induction",
    17: "positional-reasoning",
    18: "size-reasoning",
    19: "path-finding",
    20: "agents-motivations",
}
SPLITS = ("train", "test")
# Questions of every task, in each collection of the release.
BABI_SIZES = {
    "en": {"train": 1000, "test": 1000},
    "hn": {"train": 1000, "test": 1000},
    "shuffled": {"train": 1000, "test": 1000},
    "en-10k": {"train": 10000, "test": 1000},
    "hn-10k": {"train": 10000, "test": 1000},
    "shuffled-10k": {"train": 10000, "test": 1000},
}
_RELEASE = "tasks_1-20_v1-2"
LAYOUT = f"""\
Expected the bAbI tasks 1-20, version 1.2: the archive {_RELEASE}.tar.gz
(or {_RELEASE}_<collection>.tar.gz), or the folders inside it, {_RELEASE}/
or those of its collections: en/, hn/, shuffled/, en-10k/, hn-10k/,
shuffled-10k/, each with files such as
    qa1_single-supporting-fact_train.txt
    qa1_single-supporting-fact_test.txt"""


def read_babi(folder, collection="en", tasks=tuple(TASK_NAMES)):
    """Reads released tasks and checks the number of their questions.

    Args:
        folder: The folder of the release, of its archive, or of one of its
            collections.
        collection: `"en"`, `"hn"` (Hindi in Latin letters) or `"shuffled"`
            (English under a substitution of letters), with 1,000 questions to
            train on; or these with `"-10k"`, with 10,000.
        tasks: Numbers of tasks, from 1 to 20.

    Returns:
        A dict from the number of a task to a dict from `train` and `test` to
        lists of `Story`.

    Raises:
        TypeError: If `tasks` are no numbers.
        ValueError: For an unknown collection or task, or no task.
        DataFormatError: If files are missing (those expected and those found
            are shown), a line is damaged, or there are not as many questions
            as released.

    Reference:
        Weston et al., Towards AI-Complete Question Answering, 2015.
    """
    _check(collection, tasks)
    names = {
        f"qa{task}_{TASK_NAMES[task]}_{split}.txt": (task, split)
        for task in tasks
        for split in SPLITS
    }
    stories = {task: {} for task in tasks}
    texts = _find_texts(pathlib.Path(folder), collection, names)
    for name, (task, split) in names.items():
        source, text = texts[name]
        read = parse(text, source)
        _check_size(source, read, BABI_SIZES[collection][split])
        stories[task][split] = read
    return stories


def check_tasks(tasks):
    """Raises unless these are numbers of tasks.

    Raises:
        TypeError: If it is no list of integers.
        ValueError: If there is none, or one is not from 1 to 20.
    """
    if isinstance(tasks, (str, int)):
        raise TypeError(
            "`tasks` must be a list of numbers, as [1, 2]. Received: "
            f"{tasks!r}."
        )
    if not tasks:
        raise ValueError("`tasks` is empty: give numbers from 1 to 20.")
    for task in tasks:
        check_integer("tasks", task, minimum=1)
        if task not in TASK_NAMES:
            raise ValueError(f"`tasks` are from 1 to 20. Received: {task!r}.")


def _check(collection, tasks):
    if collection not in BABI_SIZES:
        raise ValueError(
            f"`collection` must be one of {', '.join(BABI_SIZES)}. "
            f"Received: {collection!r}."
        )
    check_tasks(tasks)


def _check_size(source, stories, size):
    count = sum(len(story.questions) for story in stories)
    if count != size:
        raise DataFormatError(
            f"{source} has {count:,} questions; the released file has "
            f"{size:,}. It is cut short, or of another collection.\n{LAYOUT}"
        )


def _find_texts(folder, collection, names):
    """A dict from names to `(source, text)`."""
    if folder.is_file():
        raise DataFormatError(
            f"{folder} is a file. Give the folder it is in.\n{LAYOUT}"
        )
    if not folder.is_dir():
        raise DataFormatError(f"There is no folder {folder}.\n{LAYOUT}")
    for place in _folders(folder, collection):
        if any((place / name).is_file() for name in names):
            found = {
                name: _decoded(place / name, (place / name).read_bytes())
                for name in names
                if (place / name).is_file()
            }
            return _all_of(found, names, place, folder)
    for archive in _archives(folder, collection):
        found = _from_archive(archive, collection, names)
        if found:
            return _all_of(found, names, archive, folder)
    return _all_of({}, names, folder / collection, folder)


def _folders(folder, collection):
    yield folder / collection
    yield folder / _RELEASE / collection
    if folder.name == collection:
        yield folder


def _archives(folder, collection):
    for name in (f"{_RELEASE}_{collection}", _RELEASE):
        if (folder / f"{name}.tar.gz").is_file():
            yield folder / f"{name}.tar.gz"


def _from_archive(path, collection, names):
    found = {}
    try:
        with tarfile.open(path) as archive:
            for member in archive:
                parts = pathlib.PurePosixPath(member.name).parts
                if parts[-2:-1] == (collection,) and parts[-1] in names:
                    content = archive.extractfile(member).read()
                    source = f"{path}: {member.name}"
                    found[parts[-1]] = _decoded(source, content)
    except (tarfile.TarError, EOFError, OSError, zlib.error) as error:
        raise DataFormatError(
            f"{path} is damaged ({error}). Fetch the archive again."
        ) from error
    return found


def _decoded(source, content):
    try:
        return str(source), content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise DataFormatError(
            f"{source}, line {line}: not text in UTF-8. The file is damaged."
        ) from error


def _all_of(found, names, place, folder):
    missing = [name for name in names if name not in found]
    if missing:
        shown = ", ".join(missing[:4]) + (", ..." if len(missing) > 4 else "")
        listing = ", ".join(sorted(path.name for path in folder.iterdir())[:20])
        raise DataFormatError(
            f"{place}: {len(missing)} of {len(names)} files are missing: "
            f"{shown}.\n{LAYOUT}\nFound in {folder}: {listing or 'nothing'}."
        )
    return found
