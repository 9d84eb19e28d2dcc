"""Where the files of the Penn Treebank are."""

import pathlib
import zipfile

from recipes.datasets.data_format_error import DataFormatError

SAMPLE_FILES = 199
SECTIONS = range(25)
SAMPLE_LAYOUT = """\
Expected the sample of the Penn Treebank that NLTK has (wsj_0001 to wsj_0199),
    treebank.zip, or treebank/combined/wsj_0001.mrg, ...
in the folder itself or in nltk_corpora/ or corpora/ inside it; or, without a
folder, where NLTK keeps its data: `python -m nltk.downloader treebank`."""
WSJ_LAYOUT = """\
Expected the Wall Street Journal part of the Penn Treebank (LDC99T42), sections
00 to 24, each file plain or as .gz:
    00/wsj_0001.mrg, ..., 24/wsj_2454.mrg
in the folder itself, or in parsed/mrg/wsj/, combined/wsj/ or wsj/ inside it."""
_SAMPLE_PLACES = ("", "nltk_corpora", "corpora")
_WSJ_PLACES = ("", "parsed/mrg/wsj", "combined/wsj", "wsj")


def sample_texts(folder=None):
    """The texts of the sample's files.

    Args:
        folder: A folder of the user's; None for that of NLTK.

    Returns:
        A list of `(name, text)`, by name.

    Raises:
        DataFormatError: If it is not there, or files are missing.
    """
    path = _sample_path(folder)
    if path.suffix == ".zip":
        with zipfile.ZipFile(path) as archive:
            texts = [
                (pathlib.PurePosixPath(name).name, archive.read(name))
                for name in archive.namelist()
                if name.endswith(".mrg")
            ]
    else:
        texts = [(file.name, file.read_bytes()) for file in path.glob("*.mrg")]
    if len(texts) != SAMPLE_FILES:
        raise DataFormatError(
            f"{path} has {len(texts)} files, the sample {SAMPLE_FILES}.\n"
            f"{SAMPLE_LAYOUT}"
        )
    return [(name, text.decode("ascii")) for name, text in sorted(texts)]


def wsj_files(folder):
    """The files of each section, from 0 to 24.

    Args:
        folder: A folder of the user's.

    Returns:
        A dict from numbers to lists of paths.

    Raises:
        DataFormatError: If sections are missing.
    """
    folder = pathlib.Path(folder)
    for place in _WSJ_PLACES:
        found = {
            section: sorted(
                (folder / place / f"{section:02}").glob("wsj_*.mrg*")
            )
            for section in SECTIONS
        }
        if any(found.values()):
            break
    missing = [f"{section:02}" for section in SECTIONS if not found[section]]
    if missing:
        raise DataFormatError(
            f"{folder}: there are no files of the sections "
            f"{', '.join(missing)}.\n{WSJ_LAYOUT}"
        )
    return found


def _sample_path(folder):
    if folder is None:
        return _path_of_nltk()
    folder = pathlib.Path(folder)
    for place in _SAMPLE_PLACES:
        for name in ("treebank/combined", "treebank.zip"):
            path = folder / place / name
            if path.exists():
                return path
    raise DataFormatError(f"{folder} has no such files.\n{SAMPLE_LAYOUT}")


def _path_of_nltk():
    import nltk

    for name in ("corpora/treebank/combined", "corpora/treebank.zip"):
        try:
            return pathlib.Path(str(nltk.data.find(name)))
        except LookupError:
            continue
    raise DataFormatError(f"NLTK has no such data.\n{SAMPLE_LAYOUT}")
