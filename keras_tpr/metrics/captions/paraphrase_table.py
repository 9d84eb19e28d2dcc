"""A table of paraphrases, small enough to keep in memory."""

import zlib

import numpy as np

_LINES_PER_ENTRY = 3
_COMPRESSED_BLOCK = 1 << 22
_GZIP = 31
LONGEST_PHRASE = 7


class ParaphraseTable:
    """Millions of pairs of phrases as 64-bit hashes.

    That two of them share a hash by accident is too unlikely to matter.

    Args:
        sources: hash of each source phrase, `(S,)`.
        starts: where the targets of each source begin, `(S + 1,)`.
        targets: hashes of the target phrases, one source after the other.
    """

    def __init__(self, sources, starts, targets):
        order = np.argsort(sources, kind="stable")
        self._sources = sources[order]
        self._first = starts[:-1][order]
        self._last = starts[1:][order]
        self._targets = targets

    @classmethod
    def read(cls, path):
        """Reads a gzip file of lines: probability, source, target, ...

        The targets of one source follow each other.
        """
        sources, targets = [], []
        for lines in _blocks_of_lines(path):
            sources.append(_hashed(lines[1::_LINES_PER_ENTRY]))
            targets.append(_hashed(lines[2::_LINES_PER_ENTRY]))
        sources, targets = np.concatenate(sources), np.concatenate(targets)
        new = np.flatnonzero(np.diff(sources, prepend=~sources[:1]))
        starts = np.append(new, len(sources))
        return cls(sources[new], starts, targets)

    def between(self, sources, targets):
        """The paraphrases of some phrases among others.

        Args:
            sources, targets: collections of phrases.

        Returns:
            A dict from each source phrase that has any to the set of its
            paraphrases in `targets`.
        """
        sources = list(sources)
        wanted = {hash(phrase.encode()): phrase for phrase in targets}
        hashes = _hashed([phrase.encode() for phrase in sources])
        places = np.searchsorted(self._sources, hashes)
        places[places == len(self._sources)] = 0
        found = {}
        for index in np.flatnonzero(self._sources[places] == hashes).tolist():
            place = places[index]
            entry = self._targets[self._first[place] : self._last[place]]
            known = wanted.keys() & set(entry.tolist())
            if known:
                found[sources[index]] = {wanted[key] for key in known}
        return found


def _hashed(phrases):
    return np.fromiter(map(hash, phrases), np.int64, len(phrases))


def _blocks_of_lines(path):
    """Yields lists of lines, whole entries each."""
    unzip = zlib.decompressobj(_GZIP)
    rest, lines = b"", []
    with open(path, "rb") as file:
        while block := file.read(_COMPRESSED_BLOCK):
            *complete, rest = (rest + unzip.decompress(block)).split(b"\n")
            lines += complete
            whole = len(lines) - len(lines) % _LINES_PER_ENTRY
            yield lines[:whole]
            lines = lines[whole:]
