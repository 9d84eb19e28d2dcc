"""What METEOR's four matchers find in the captions of a corpus."""

from collections import defaultdict
from typing import NamedTuple

from keras_tpr.metrics.captions.paraphrase_table import LONGEST_PHRASE

EXACT, STEM, SYNONYM, PARAPHRASE = range(4)
WEIGHTS = (1.0, 0.6, 0.8, 0.6)
_NONE = {}


class MatchableCaption(NamedTuple):
    """A caption with what the matchers look up.

    Args:
        words: its words.
        places: for each distinct word the positions where it stands.
        phrases: for each phrase that has a paraphrase in the corpus the pairs
            `(start, length)` where it stands.
    """

    words: list
    places: dict
    phrases: dict


class MeteorMatcher:
    """Finds the possible matches of candidates and references.

    All relations between words and between phrases of the corpus are worked
    out once; what is left for a pair of captions are look-ups.

    Args:
        data: `MeteorData`.
        candidates, references: all captions, as lists of words.
        stem: function from word to stem.
    """

    def __init__(self, data, candidates, references, stem):
        candidate_words = set().union(*candidates)
        reference_words = set().union(*references)
        self._equivalents = _equivalents(
            candidate_words, reference_words, stem, data.synonyms
        )
        ours, theirs = _phrases(candidates), _phrases(references)
        between = data.paraphrases.between
        self._from_reference = between(theirs, ours)
        self._from_candidate = _inverted(between(ours, theirs))
        self._candidate_phrases = set().union(
            *self._from_reference.values(), *self._from_candidate.values()
        )
        self._reference_phrases = (
            self._from_reference.keys() | self._from_candidate.keys()
        )

    def candidate(self, words):
        """Prepares a candidate of the corpus."""
        return _matchable(words, self._candidate_phrases)

    def reference(self, words):
        """Prepares a reference of the corpus."""
        return _matchable(words, self._reference_phrases)

    def matches(self, candidate, reference):
        """All possible matches, for each position of the reference a list.

        A match is `(candidate start, candidate length, reference length,
        gain, module)`. Modules come in their order, then paraphrases that the
        table lists for the reference's phrase, then those it lists for the
        candidate's.
        """
        found = [[] for _ in reference.words]
        places = candidate.places
        for start, word in enumerate(reference.words):
            equivalents = self._equivalents[word]
            common = places.keys() & equivalents.keys()
            if common:
                found[start] = sorted(
                    (
                        (place, 1, 1, 2 * (module == EXACT), module)
                        for other in common
                        for module in equivalents[other]
                        for place in places[other]
                    ),
                    key=_module_and_place,
                )
        for table in (self._from_reference, self._from_candidate):
            for start, options in self._paraphrases(
                table, candidate.phrases, reference.phrases
            ).items():
                found[start] += sorted(options)
        return found

    def _paraphrases(self, table, ours, theirs):
        found = defaultdict(list)
        for phrase, spans in theirs.items():
            for other in ours.keys() & table.get(phrase, _NONE):
                for start, length in spans:
                    for place, other_length in ours[other]:
                        gain = _paraphrase_gain(other_length, length)
                        found[start].append(
                            (place, other_length, length, gain, PARAPHRASE)
                        )
        return found


def _module_and_place(match):
    return match[4], match[0]


def _paraphrase_gain(candidate_length, reference_length):
    weight = WEIGHTS[PARAPHRASE]
    return int(weight * candidate_length) + int(weight * reference_length)


def _matchable(words, known_phrases):
    places, phrases = defaultdict(list), defaultdict(list)
    for place, word in enumerate(words):
        places[word].append(place)
    for start, length, phrase in _spans(words):
        if phrase in known_phrases:
            phrases[phrase].append((start, length))
    return MatchableCaption(words, places, phrases)


def _phrases(captions):
    return {phrase for words in captions for _, _, phrase in _spans(words)}


def _spans(words):
    for start, phrase in enumerate(words):
        yield start, 1, phrase
        stop = min(start + LONGEST_PHRASE, len(words))
        for end in range(start + 1, stop):
            phrase = f"{phrase} {words[end]}"
            yield start, end + 1 - start, phrase


def _equivalents(ours, theirs, stem, synonyms):
    """For each word of theirs, those of ours and the modules that match."""
    by_stem, by_synset = defaultdict(set), defaultdict(set)
    for word in ours:
        by_stem[stem(word)].add(word)
        for synset in synonyms.synsets(word):
            by_synset[synset].add(word)
    found = {}
    for word in theirs:
        modules = defaultdict(list)
        if word in ours:
            modules[word].append(EXACT)
        for other in by_stem.get(stem(word), _NONE):
            if other != word:
                modules[other].append(STEM)
        alike = [by_synset.get(s, ()) for s in synonyms.synsets(word)]
        for other in set().union(*alike) - {word}:
            modules[other].append(SYNONYM)
        found[word] = modules
    return found


def _inverted(relation):
    inverse = defaultdict(set)
    for phrase, others in relation.items():
        for other in others:
            inverse[other].add(phrase)
    return inverse
