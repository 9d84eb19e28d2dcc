"""Who does what to whom: the parts of a short sentence."""

import functools
from typing import NamedTuple

from zoo.memory.tag_words import tag_words

_GRAMMAR = "NP: {<DT>?<NN|PRP>+(<CC><DT>?<NN>+)*}"


class PredicateArguments(NamedTuple):
    """The parts of a sentence.

    Args:
        predicate: The verb; with forms of "be", what is said, as in
            `"north of"`; in questions the question word comes first. Empty if
            no verb was found.
        arguments: A dict from roles to words: `A0` is the subject, `A1` the
            object, and `AM-to` and the like follow a preposition.
    """

    predicate: str
    arguments: dict


def predicate_arguments(words):
    """Splits a statement or a question.

    It stands in for a trained labeller of semantic roles: tags come from word
    lists, noun phrases from nltk's chunk parser, and one verb is expected.

    Args:
        words: A tuple of words in lower case.

    Returns:
        A `PredicateArguments`.

    Example:

    >>> from zoo.memory.predicate_arguments import predicate_arguments
    >>> predicate_arguments(tuple("mary gave the milk to john".split()))[1]
    {'A0': ('mary',), 'A1': ('milk',), 'AM-to': ('john',)}
    >>> predicate_arguments(tuple("what is north of the hall".split()))
    PredicateArguments(predicate='what north of', arguments={'A1': ('hall',)})
    """
    chunks = [chunk for chunk in _chunks(words) if chunk.tag != "RB"]
    tags = [chunk.tag for chunk in chunks]
    for tag in ("VB", "AUX"):
        if tag in tags:
            verb = tags.index(tag)
            split = _split_verb if tag == "VB" else _split_copula
            return split(chunks, verb)
    return PredicateArguments("", {})


class _Chunk(NamedTuple):
    tag: str
    words: tuple
    definite: bool  # a noun phrase with a determiner


def _split_verb(chunks, verb):
    arguments, predicate = {}, [*_question_word(chunks), *chunks[verb].words]
    for chunk in chunks[:verb]:
        if chunk.tag == "NP":
            arguments["A0"] = chunk.words
    role = "A1"
    for chunk in chunks[verb + 1 :]:
        if chunk.tag == "IN":
            role = f"AM-{chunk.words[0]}"
        elif chunk.tag == "NP":
            arguments[role] = arguments.get(role, ()) + chunk.words
        else:
            predicate += chunk.words
    return PredicateArguments(" ".join(predicate), arguments)


def _split_copula(chunks, verb):
    before, after = chunks[:verb], chunks[verb + 1 :]
    arguments, predicate = {}, _question_word(chunks)
    if chunks[0].tag in ("WP", "AUX"):
        # "What color is ...?"
        predicate += [w for c in before if c.tag == "NP" for w in c.words]
        subject, after = _subject_behind_verb(chunks[0], after)
        arguments |= {"A0": subject} if subject else {}
    else:
        phrases = [chunk.words for chunk in before if chunk.tag == "NP"]
        arguments |= {"A0": phrases[-1]} if phrases else {}
    if after and after[-1].tag == "NP":
        arguments["A1"] = after[-1].words
        after = after[:-1]
    predicate += [word for chunk in after for word in chunk.words]
    return PredicateArguments(" ".join(predicate), arguments)


def _subject_behind_verb(opening, after):
    """The subject of a question, and what is left behind it."""
    if not after or after[0].tag != "NP":
        return (), after
    first, rest = after[0], after[1:]
    # "What is the hall east of?": what is asked for stands before the verb.
    is_open = after[-1].tag == "IN"
    if is_open and len(rest) == 1 and len(first.words) > 1:
        inner = _Chunk("NP", first.words[1:], False)
        return first.words[:1], [inner, *rest]
    is_subject = opening.tag == "AUX" or opening.words == ("where",)
    if is_subject or is_open or first.definite or not rest:
        return first.words, rest
    # "What is north of the hall?"
    return (), after


def _question_word(chunks):
    return [*chunks[0].words] if chunks[0].tag == "WP" else []


def _chunks(words):
    import nltk

    if not words:
        return
    for node in _parser().parse(tag_words(words)):
        if isinstance(node, nltk.Tree):
            names = tuple(w for w, tag in node if tag in ("NN", "PRP"))
            yield _Chunk("NP", names, any(tag == "DT" for _, tag in node))
        else:
            yield _Chunk(node[1], (node[0],), False)


@functools.cache
def _parser():
    import nltk

    return nltk.RegexpParser(_GRAMMAR)
