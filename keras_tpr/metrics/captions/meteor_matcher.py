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
        listed, self._from_reference = data.paraphrases.between(
            _phrases(candidates), _phrases(references)
        )
        self._from_candidate = _inverted(listed)
        self._candidate_phrases = listed.keys() | set().union(
            *self._from_reference.values()
        )
        self._reference_phrases = (
            self._from_reference.keys() | self._from_candidate.keys()
        )
        self._longest_ours = _longest(self._candidate_phrases)
        self._longest_theirs = _longest(self._reference_phrases)

    def candidate(self, words):
        """Prepares a candidate of the corpus."""
        return _matchable(words, self._candidate_phrases, self._longest_ours)

    def reference(self, words):
        """Prepares a reference of the corpus."""
        return _matchable(words, self._reference_phrases, self._longest_theirs)

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
            if len(common) == 1 and word in common:
                found[start] = [(p, 1, 1, 2, EXACT) for p in places[word]]
            elif common:
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


def _matchable(words, known_phrases, longest):
    places, phrases = defaultdict(list), defaultdict(list)
    for place, word in enumerate(words):
        places[word].append(place)
        if word in longest:
            for length, phrase in _beginnings(words, place, longest[word]):
                if phrase in known_phrases:
                    phrases[phrase].append((place, length))
    return MatchableCaption(words, places, phrases)


def _phrases(captions):
    """All phrases of some captions that are short enough for the table."""
    found = set()
    for words in captions:
        for place in range(len(words)):
            found.update(
                phrase
                for _, phrase in _beginnings(words, place, LONGEST_PHRASE)
            )
    return found


def _beginnings(words, place, longest):
    """Yields length and text of the phrases that begin at a place."""
    phrase = words[place]
    yield 1, phrase
    for end in range(place + 1, min(place + longest, len(words))):
        phrase = f"{phrase} {words[end]}"
        yield end + 1 - place, phrase


def _longest(phrases):
    """For each word how long the phrases are that begin with it."""
    found = {}
    for phrase in phrases:
        first, *rest = phrase.split(" ")
        found[first] = max(found.get(first, 0), 1 + len(rest))
    return found


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
