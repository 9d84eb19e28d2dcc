"""Recall and precision of brackets, by the rules of EVALB."""

import collections
import dataclasses
import numbers

from keras_tpr.metrics.bracketed_sentence import bracketed_sentence
from keras_tpr.metrics.evalb_parameters import EvalbParameters
from keras_tpr.trees import Tree

_SHOWN = 5


def bracketing_scores(
    gold, predicted, parameters="collins", strict=True, max_length=None
):
    """Compares parses with gold ones, bracket by bracket.

    A bracket is right if the gold parse has one with the same label over the
    same words; of several equal ones, as many are right as both have. Tags are
    no brackets. As in EVALB, words and labels that do not count are taken out
    first, and with them the brackets above nothing else, and labels lose their
    function tags. Which words are punctuation is told by the gold tags, but
    for the quotation marks that the rules name (`QUOTE_LABEL`). Only where
    that leaves sentences of different length, each side's own tags tell, as
    always in EVALB, so that a parse without punctuation can be scored. Words
    are equal if escapes such as `-LRB-` stand for the same characters.

    Sentences without a parse are skipped, and count for nothing; so are those
    without gold. Compare `skipped` and `errors` before scores.

    Args:
        gold: `Tree`s, `nltk.Tree`s, or strings with brackets.
        predicted: As many of these; None or a blank string where there is no
            parse.
        parameters: `"collins"`, the rules that results on the Penn Treebank
            are published by; or the text of a parameter file of EVALB.
        strict: Whether sentences that differ in their words are an error.
            Otherwise they are counted as `errors` and left out.
        max_length: Sentences with more words do not count; None for all.
            Lengths are those of gold sentences, punctuation included.

    Returns:
        A dict of fractions `recall`, `precision`, `f1`, `complete_match`,
        `tagging_accuracy`, `no_crossing` and the mean number `crossing`, all 0
        if there is nothing to compare; and the counts `sentences`, `valid`,
        `skipped` and `errors`. Recall, precision and accuracy are those of all
        brackets and words together, the others means over valid sentences.

    Raises:
        ValueError: If the numbers of parses differ, if one is malformed, or,
            with `strict`, if words differ; the first sentences that do are
            shown.
            Also for a `max_length` that is no positive integer.
        TypeError: If a parse is nothing of the above, or there is no list of
            them.

    Example:

    >>> from keras_tpr.metrics import bracketing_scores
    >>> gold = ["(S (NP (DT a) (NN dog)) (VP (VBZ barks)))"]
    >>> scores = bracketing_scores(gold, ["(S (DT a) (NN dog) (VBZ barks))"])
    >>> round(scores["recall"], 4), scores["precision"]
    (0.3333, 1.0)

    Reference:
        Black et al., A Procedure for Quantitatively Comparing the Syntactic
        Coverage of English Grammars, 1991; the program EVALB.
    """
    rules = EvalbParameters.read(parameters)
    gold, predicted = _listed(gold, "gold"), _listed(predicted, "predicted")
    _check_max_length(max_length)
    if len(gold) != len(predicted):
        raise ValueError(
            f"There are {len(gold)} parses in `gold`, but {len(predicted)} in "
            "`predicted`. Give None for a sentence without a parse."
        )
    counts, mismatches = collections.Counter(), []
    for number, parses in enumerate(zip(gold, predicted, strict=True), start=1):
        one, other = (
            bracketed_sentence(parse, f"{name}[{number - 1}]")
            for name, parse in zip(("gold", "predicted"), parses, strict=True)
        )
        if max_length is not None and _length(one, rules) > max_length:
            continue
        counts["sentences"] += 1
        if not one.words or not other.words:
            counts["skipped"] += 1
            continue
        pair = _comparable(one, other, rules)
        if pair is None:
            mismatches.append(_mismatch(number, one, other, rules))
        else:
            counts.update(_compare(*pair, rules))
    if mismatches and strict:
        raise ValueError(_message(mismatches))
    return _scores(counts, len(mismatches))


def _listed(parses, name):
    """The parses as a list: a text or a tree alone is one, not many."""
    alone = isinstance(parses, (str, bytes, Tree)) or hasattr(parses, "leaves")
    if alone or not hasattr(parses, "__iter__"):
        raise TypeError(
            f"`{name}` must be a list with a parse for each sentence. Received "
            f"a single {type(parses).__name__}: put it into a list."
        )
    return list(parses)


def _check_max_length(value):
    if value is None:
        return
    if not isinstance(value, numbers.Integral) or value < 1:
        raise ValueError(
            "`max_length` must be a positive integer, or None. Received: "
            f"{value!r}."
        )


def _length(sentence, rules):
    return sum(tag not in rules.not_in_length for tag in sentence.tags)


def _comparable(gold, predicted, rules):
    """Both without what does not count, or None if their words differ."""
    gold, predicted = (
        sentence.keep([t not in rules.not_in_length for t in sentence.tags])
        for sentence in (gold, predicted)
    )
    if len(gold.words) == len(predicted.words):
        tags = zip(gold.tags, predicted.tags, strict=True)
        kept = [_counts(*both, rules) for both in tags]
        pair = gold.keep(kept), predicted.keep(kept)
    else:
        pair = tuple(
            sentence.keep([tag not in rules.deleted for tag in sentence.tags])
            for sentence in (gold, predicted)
        )
    first, second = ([rules.word(w) for w in s.words] for s in pair)
    return pair if first == second else None


def _counts(tag, other, rules):
    """Whether a word does, by its gold tag and the one that was predicted.

    EVALB puts quotation marks back that only one side has as such.
    """
    misread = {tag, other} <= rules.quotes and other not in rules.deleted
    return tag not in rules.deleted or misread


def _compare(gold, predicted, rules):
    """The counts of one sentence."""
    brackets = _brackets(gold, rules), _brackets(predicted, rules)
    gold_brackets, found = map(collections.Counter, brackets)
    matched = (gold_brackets & found).total()
    crossing = _crossing(*brackets)
    tags = sum(
        rules.label(one) == rules.label(other)
        for one, other in zip(gold.tags, predicted.tags, strict=True)
    )
    return {
        "valid": 1,
        "matched": matched,
        "gold": gold_brackets.total(),
        "predicted": found.total(),
        "complete": int(gold_brackets == found),
        "crossing": crossing,
        "no_crossing": int(not crossing),
        "words": len(gold.words),
        "tags": tags,
    }


def _brackets(sentence, rules):
    """Those that count, as they are compared."""
    return [
        (rules.label(label) if rules.labelled else "", first, last)
        for label, first, last in sentence.brackets
        if label is not None and label not in rules.deleted
    ]


def _crossing(gold, predicted):
    """How many brackets overlap a gold one without one being inside."""
    spans = {(start, end) for _, start, end in gold}
    return sum(
        any(
            start < first < end < last or first < start < last < end
            for start, end in spans
        )
        for _, first, last in predicted
    )


def _scores(counts, errors):
    def share(part, whole):
        return counts[part] / counts[whole] if counts[whole] else 0.0

    recall, precision = share("matched", "gold"), share("matched", "predicted")
    total = recall + precision
    return {
        "recall": recall,
        "precision": precision,
        "f1": 2 * recall * precision / total if total else 0.0,
        "complete_match": share("complete", "valid"),
        "tagging_accuracy": share("tags", "words"),
        "crossing": share("crossing", "valid"),
        "no_crossing": share("no_crossing", "valid"),
        **{name: counts[name] for name in ("sentences", "valid", "skipped")},
        "errors": errors,
    }


@dataclasses.dataclass(frozen=True)
class _Mismatch:
    """Where the words of a parse are not those of the gold one."""

    number: int
    lengths: tuple
    place: int
    words: tuple


def _mismatch(number, gold, predicted, rules):
    words = [
        [
            word
            for word, tag in zip(sentence.words, sentence.tags, strict=True)
            if tag not in rules.not_in_length
        ]
        for sentence in (gold, predicted)
    ]
    longest = max(map(len, words))
    padded = [row + [None] * (longest - len(row)) for row in words]
    place = next(
        place
        for place, (one, other) in enumerate(zip(*padded, strict=True))
        if rules.word(one) != rules.word(other)
    )
    differing = tuple(row[place] for row in padded)
    return _Mismatch(number, tuple(map(len, words)), place + 1, differing)


def _message(mismatches):
    lines = [
        f"  sentence {m.number}: {m.lengths[0]} words in `gold`, "
        f"{m.lengths[1]} in `predicted`; word {m.place} is "
        f"{_shown(m.words[0])} and {_shown(m.words[1])}"
        for m in mismatches[:_SHOWN]
    ]
    if len(mismatches) > _SHOWN:
        lines.append(f"  and {len(mismatches) - _SHOWN} more")
    return "\n".join(
        [
            f"The words of {len(mismatches)} parses are not those of the gold "
            "ones:",
            *lines,
            "Give the sentences in the same order and tokenised alike, or "
            "`strict=False` to leave these out and count them as `errors`.",
        ]
    )


def _shown(word):
    return "missing" if word is None else repr(word)
