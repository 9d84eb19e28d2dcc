"""METEOR 1.5 for English, as the COCO evaluation computes it."""

import functools

import numpy as np

from keras_tpr.metrics.captions.caption_pairs import pair_captions
from keras_tpr.metrics.captions.meteor_alignment import align
from keras_tpr.metrics.captions.meteor_data import load_meteor_data
from keras_tpr.metrics.captions.meteor_matcher import WEIGHTS, MeteorMatcher
from keras_tpr.metrics.captions.meteor_words import meteor_words

_ALPHA = 0.85
_BETA = 0.2
_GAMMA = 0.6
_DELTA = 0.75


def meteor(candidates, references, per_caption=False):
    """METEOR: a weighted F-measure of aligned words, times a fluency factor.

    Words of a candidate and a reference are aligned one to one when they are
    the same, have the same stem, are synonyms, or belong to paraphrases.
    Precision and recall weigh content words more than function words and
    exact matches more than others, the F-measure weighs recall more, and a
    penalty grows with the number of chunks that the matches fall into. Of
    several references the best counts; the corpus score is the formula
    applied to sums of all counts.

    These are the parameters and the linguistic data of the published METEOR
    1.5, without its Java program, whose score it gives for more than 99.9 %
    of captions. The data come with the package `pycocoevalcap` (the extra
    `coco`); the first call reads them, which takes a few seconds.

    Args:
        candidates: tokenised captions, words separated by spaces: a list, or
            a mapping from image id to caption.
        references: a list of lists of tokenised captions, or a mapping from
            image id to a list of them.
        per_caption: also return the score of each candidate.

    Returns:
        The score, a fraction, or with `per_caption` the pair
        `(score, array)`, the array in the order of `candidates`. An empty
        candidate scores 0.

    Raises:
        ImportError: the linguistic data are not installed.
        TypeError, ValueError: captions that do not go together (ids that
            differ, an image without reference, two candidates for one).

    Example:

    ```python
    score = meteor(["this is a good test"], [["this is a test"]])  # 0.4443
    ```

    Reference:
        Denkowski and Lavie, Meteor Universal: Language Specific Translation
        Evaluation for Any Target Language, WMT 2014.
    """
    _, candidates, references = pair_captions(candidates, references)
    data = load_meteor_data()
    words = functools.lru_cache(maxsize=None)(
        lambda text: meteor_words(text, data.prefixes)
    )
    candidates = [words(text) for text in candidates]
    references = [[words(text) for text in texts] for texts in references]
    matcher = MeteorMatcher(
        data,
        candidates,
        [words for texts in references for words in texts],
        _stemmer(),
    )
    best = np.array(
        [
            _best_counts(matcher, candidate, texts, data.function_words)
            for candidate, texts in zip(candidates, references, strict=True)
        ]
    )
    scores = np.array([_score(counts) for counts in best])
    score = float(_score(best.sum(axis=0)))
    return (score, scores) if per_caption else score


def _best_counts(matcher, candidate, references, function_words):
    """The counts of the reference that gives the best score."""
    ours = matcher.candidate(candidate)
    our_weights = _word_weights(candidate, function_words)
    best, best_score = None, -1.0
    for reference in references:
        theirs = matcher.reference(reference)
        aligned = align(
            matcher.matches(ours, theirs), len(candidate), len(reference)
        )
        counts = _counts(
            aligned, our_weights, _word_weights(reference, function_words)
        )
        score = _score(counts)
        if score > best_score:
            best, best_score = counts, score
    return best


def _word_weights(words, function_words):
    return [1 - _DELTA if word in function_words else _DELTA for word in words]


def _counts(aligned, our_weights, their_weights):
    """Matched weight and all weight of both sides, chunks, matched words."""
    our_matched = their_matched = 0.0
    our_words = their_words = chunks = 0
    our_end = their_end = -1
    for start, (place, length, reference_length, _, module) in sorted(aligned):
        weight = WEIGHTS[module]
        our_matched += weight * sum(our_weights[place : place + length])
        their_matched += weight * sum(
            their_weights[start : start + reference_length]
        )
        our_words += length
        their_words += reference_length
        chunks += (place, start) != (our_end, their_end)
        our_end, their_end = place + length, start + reference_length
    if (
        chunks == 1
        and our_words == len(our_weights)
        and their_words == len(their_weights)
    ):
        # Nothing is out of order in a complete match.
        chunks = 0
    return (
        our_matched,
        sum(our_weights),
        their_matched,
        sum(their_weights),
        chunks,
        our_words,
        their_words,
    )


def _score(counts):
    our_matched, ours, their_matched, theirs, chunks, our_words, their_words = (
        counts
    )
    if not our_matched or not their_matched:
        return 0.0
    precision, recall = our_matched / ours, their_matched / theirs
    mean = precision * recall / (_ALPHA * precision + (1 - _ALPHA) * recall)
    fragmentation = 2 * chunks / (our_words + their_words)
    return mean * (1 - _GAMMA * fragmentation**_BETA)


def _stemmer():
    from nltk.stem.snowball import SnowballStemmer

    return SnowballStemmer("english").stem
