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

    def between(self, ours, theirs):
        """The paraphrases that two sets of phrases have in each other.

        Returns:
            A pair of dicts: from each phrase of ours to the set of those of
            theirs that the table lists for it, and the other way round.
            Phrases without any are left out.
        """
        ours = {hash(phrase.encode()): phrase for phrase in ours}
        theirs = {hash(phrase.encode()): phrase for phrase in theirs}
        return self._listed(ours, theirs), self._listed(theirs, ours)

    def _listed(self, sources, targets):
        hashes = np.fromiter(sources, np.int64, len(sources))
        places = np.searchsorted(self._sources, hashes)
        places[places == len(self._sources)] = 0
        places = places[self._sources[places] == hashes]
        found = {}
        for source, first, last in zip(
            self._sources[places].tolist(),
            self._first[places].tolist(),
            self._last[places].tolist(),
            strict=True,
        ):
            known = targets.keys() & self._targets[first:last].tolist()
            if known:
                found[sources[source]] = {targets[key] for key in known}
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
