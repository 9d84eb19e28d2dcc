"""The alignment of METEOR: which words of two captions match."""

from operator import itemgetter

# Beam width of the published program.
_BEAM = 40
# The standing of a path: words gained, chunks closed, distance skipped.
_standing = itemgetter(0, 1, 2)


def align(matches, num_candidate_words, num_reference_words):
    """Chooses, out of all possible matches, some that use no word twice.

    A beam search over the reference's words. In the order of importance it
    looks for many matched words, few chunks (runs of matches that are
    adjacent and in the same order in both captions), and small distances. Two
    traits of the published program are kept, since its scores are what people
    compare with. Gains are whole words: a match gains `int(weight * length)`
    on each side, so a single word matched by anything but itself gains
    nothing, and is taken only if it lies in a chunk with others, or if
    nothing competes with it. And a distance, between the positions of a
    match in both captions, is paid for each match that a path passes over.

    Args:
        matches: for each position of the reference a list of the matches that
            start there, each `(candidate start, candidate length, reference
            length, gain, module)`; earlier ones win ties.
        num_candidate_words, num_reference_words: lengths of the captions.

    Returns:
        The chosen matches, as a list of pairs of the reference position and
        the match.
    """
    certain, competing = _certain(
        matches, num_candidate_words, num_reference_words
    )
    if not competing:
        return certain
    certain = {start for start, _ in certain}
    # (-gain, closed chunks, distance, candidate words used, end of the open
    # chunk in the candidate or -1, first free reference word, matches so far)
    paths = [(0, 0, 0, 0, -1, 0, None)]
    for start, options in enumerate(matches):
        if len(paths) > 1:
            paths.sort(key=_standing)
            del paths[_BEAM:]
        if not options:
            paths = [_after_gap(path, start) for path in paths]
            continue
        longer = []
        for path in paths:
            minus, closed, distance, used, end, free, chosen = path
            if free > start:
                longer.append(path)
                continue
            for match in options:
                place, length, reference_length, gain, _ = match
                words = ((1 << length) - 1) << place
                if used & words:
                    continue
                longer.append(
                    (
                        minus - gain,
                        closed + (end not in (-1, place)),
                        distance,
                        used | words,
                        place + length,
                        start + reference_length,
                        (chosen, start, match),
                    )
                )
                distance += abs(place - start)
            if start not in certain:
                closed += end >= 0
                longer.append(
                    (minus, closed, distance, used, -1, start + 1, chosen)
                )
        paths = longer
    best = min(paths, key=_final_standing)
    return _unlinked(best[-1])


def _after_gap(path, start):
    """The path behind a word of the reference that nothing matches."""
    minus, closed, distance, used, end, free, chosen = path
    if end < 0 or free > start:
        return path
    return minus, closed + 1, distance, used, -1, free, chosen


def _final_standing(path):
    return path[0], path[1] + (path[4] >= 0), path[2]


def _certain(matches, num_candidate_words, num_reference_words):
    """The matches whose words no other match wants; whether there are more."""
    candidate = [0] * num_candidate_words
    reference = [0] * num_reference_words
    every = [
        (start, m) for start, options in enumerate(matches) for m in options
    ]
    for start, (place, length, reference_length, _, _) in every:
        for word in range(place, place + length):
            candidate[word] += 1
        for word in range(start, start + reference_length):
            reference[word] += 1
    certain = [
        (start, match)
        for start, match in every
        if max(candidate[match[0] : match[0] + match[1]]) == 1
        and max(reference[start : start + match[2]]) == 1
    ]
    return certain, len(certain) < len(every)


def _unlinked(chosen):
    pairs = []
    while chosen is not None:
        chosen, start, match = chosen
        pairs.append((start, match))
    return pairs[::-1]
