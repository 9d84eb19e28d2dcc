"""An independent reader of captions.

It knows the English of the captions and the JSON of the scenes, and none of
the code that writes either: a caption is read word by word and checked against
the attributes and coordinates.
"""

import itertools
import math
import re

import pytest

SHAPES = "circle square triangle star cross diamond heart ring oval".split()
PLURALS = {"crosses": "cross", **{s + "s": s for s in SHAPES if s != "cross"}}
WITH = {"stripes": "striped", "dots": "dotted", "checks": "checkered"}
ATTRIBUTES = {
    "size": "small large".split(),
    "texture": "plain striped dotted checkered".split(),
    "color": "red orange yellow green blue purple pink brown".split(),
}
KEYS = {word: key for key, words in ATTRIBUTES.items() for word in words}
SIZE_RANK = {"small": 0, "medium": 1, "large": 2}
COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4, "both": 2}

ADJECTIVE = "|".join(["other", "smaller", "larger", *KEYS])
NOUN = "|".join([*PLURALS, *SHAPES, "shapes"])
NOUN_PHRASE = re.compile(
    r"\b(?P<determiner>another|an|a|one|(?:all )?(?:two|three|four)|both)"
    rf"(?P<adjectives>(?: (?:{ADJECTIVE}))*) (?P<noun>{NOUN})"
    r"(?: with (?P<texture>stripes|dots|checks))?\b"
)
SIDE = r"to the (?:left|right) of"
RELATION = (
    rf"(?P<relation>(?:directly )?(?:above|below)(?: and {SIDE})?|{SIDE}"
    r"|inside|around|beside)"
)
PLACE = r"(?:at|in|on) the ([a-z ]+?)(?: corner| side)?(?: of the picture)?"
VERB = r"(?: is| are| sits| is placed| that is| that are| which sits)?"
GROUND = r"(?: (?:are drawn )?on GROUND)?"


def is_true(caption, graph):
    """Whether a caption is true of a scene graph.

    Raises:
        ValueError: if the caption is not understood.
    """
    text, grounds = re.subn(r"\ba (light|dark) background\b", "GROUND", caption)
    if grounds and graph["background"] not in caption.split():
        return False
    found = [match.groupdict() for match in NOUN_PHRASE.finditer(text)]
    numbers = itertools.count()
    skeleton = NOUN_PHRASE.sub(lambda _: f"#{next(numbers)}", text)
    for pattern, check in PATTERNS:
        match = re.fullmatch(pattern, skeleton)
        if match:
            return check(graph["objects"], found, match)
    raise ValueError(f"Not understood: {caption!r} ({skeleton!r})")


def _relation(objects, found, match):
    return any(
        _holds(match["relation"], a, b) for a, b in _choices(objects, *found)
    )


def _inverse_relation(objects, found, match):
    return any(
        _holds(match["relation"], b, a) for a, b in _choices(objects, *found)
    )


def _placed(objects, found, match):
    places = match.groups()
    return any(
        all(
            _is_at(place, obj)
            for place, (obj,) in zip(places, chosen, strict=True)
        )
        for chosen in _choices(objects, *found)
    )


def _between(objects, found, match):
    # Being flanked by two stars leaves room for a third.
    for (middle,), *ends in _choices(objects, *found, exact=False):
        ends = [obj for group in ends for obj in group]
        for axis, other in ("xy", "yx"):
            low, high = sorted(obj[axis] for obj in ends)
            in_line = all(_level(obj, middle, other) for obj in ends)
            if len(ends) == 2 and in_line and low < middle[axis] < high:
                return True
    return False


def _surrounded(objects, found, match):
    pairs = _choices(objects, *found)
    if "contains" in match.string:
        pairs = [(b, a) for a, b in pairs]
    return any(_is_inside(a, b) for (a,), (b,) in pairs)


def _compared(objects, found, match):
    return any(
        _exceeds(*((a, b) if match[1] == "larger" else (b, a)))
        for (a,), (b,) in _choices(objects, *found)
    )


def _extreme(objects, found, match):
    for ((obj,),) in _choices(objects, *found):
        others = [o for o in objects if o is not obj]
        if match[1] == "largest" and all(_exceeds(obj, o) for o in others):
            return True
        if match[1] == "smallest" and all(_exceeds(o, obj) for o in others):
            return True
    return False


def _everything(objects, found, match):
    return any(
        sum(len(group) for group in chosen) == len(objects)
        for chosen in _choices(objects, *found)
    )


def _trait(objects, found, match):
    trait = match[1]
    return any(
        all(obj[KEYS[trait]] == trait for obj in group)
        for (group,) in _choices(objects, *found)
    )


def _contrast(objects, found, match):
    group = [obj for obj in objects if obj["shape"] == found[0]["noun"]]
    return len(group) == 2 and any(
        a[KEYS[match[1]]] == match[1] and b[KEYS[match[2]]] == match[2]
        for a, b in itertools.permutations(group)
    )


PATTERNS = (
    (rf"(?:there (?:is|are) )?#0{VERB} {RELATION} #1", _relation),
    (rf"#0 with #1 {RELATION} it", _inverse_relation),
    (rf"(?:there is )?#0{VERB} {PLACE}{GROUND}", _placed),
    (rf"{PLACE} (?:there )?is #0", _placed),
    (rf"#0 {PLACE} and #1 {PLACE}", _placed),
    (r"#0 (?:is flanked by|between) #1(?: and #2)?", _between),
    (r"#0 (?:is surrounded by|contains) #1", _surrounded),
    (r"#0 is (larger|smaller) than #1", _compared),
    (r"the (largest|smallest) shape is #0", _extreme),
    (r"there are (?:only )?#0 on GROUND", _everything),
    (
        r"(?:there (?:is|are) |the picture shows )?"
        rf"#0(?: #1)?(?: #2)?(?: and #\d)?{GROUND}",
        _everything,
    ),
    (r"#0 are ([a-z]+)", _trait),
    (r"#0 is ([a-z]+) and the other is ([a-z]+)", _contrast),
)


def _choices(objects, *found, exact=True):
    """Ways to choose disjoint sets of objects for the noun phrases."""
    sets = [list(_referents(objects, phrase, exact)) for phrase in found]
    for chosen in itertools.product(*sets):
        ids = [id(obj) for group in chosen for obj in group]
        if len(set(ids)) == len(ids) and _fits_first(found, chosen):
            yield chosen


def _referents(objects, phrase, exact):
    """Sets of objects that a noun phrase may stand for."""
    matching = [obj for obj in objects if _describes(phrase, obj)]
    count = COUNTS.get(phrase["determiner"].split()[-1], 1)
    if exact and count > 1 and len(matching) != count:
        return ()
    return itertools.combinations(matching, count)


def _describes(phrase, obj):
    words = [w for w in phrase["adjectives"].split() if w in KEYS]
    words += [WITH[phrase["texture"]]] if phrase["texture"] else []
    noun = PLURALS.get(phrase["noun"], phrase["noun"])
    return noun in ("shapes", obj["shape"]) and all(
        obj[KEYS[word]] == word for word in words
    )


def _fits_first(found, chosen):
    """Whether "another" and "a smaller" fit the object mentioned first."""
    first = chosen[0][0]
    for phrase, group in zip(found[1:], chosen[1:], strict=True):
        words = [phrase["determiner"], *phrase["adjectives"].split()]
        if {"another", "other"} & set(words) and not _describes(phrase, first):
            return False
        if "smaller" in words and not _exceeds(first, group[0]):
            return False
        if "larger" in words and not _exceeds(group[0], first):
            return False
    return True


def _exceeds(a, b):
    named = SIZE_RANK[a["size"]] > SIZE_RANK[b["size"]]
    return named and a["radius"] > 1.3 * b["radius"]


def _holds(relation, group_a, group_b):
    return all(
        _holds_for(relation, a, b)
        for a, b in itertools.product(group_a, group_b)
    )


def _holds_for(relation, a, b):
    if relation == "inside":
        return _is_inside(a, b)
    if relation == "around":
        return _is_inside(b, a)
    if relation == "beside":
        return _level(a, b, "y") and 0.15 < abs(a["x"] - b["x"]) < 0.5
    words = relation.split()
    return all(
        (
            "above" not in words or a["y"] < b["y"] - 0.15,
            "below" not in words or a["y"] > b["y"] + 0.15,
            "left" not in words or a["x"] < b["x"] - 0.15,
            "right" not in words or a["x"] > b["x"] + 0.15,
            "directly" not in words or _level(a, b, "x"),
        )
    )


def _level(a, b, axis):
    return abs(a[axis] - b[axis]) < 0.15


def _is_inside(a, b):
    distance = math.hypot(a["x"] - b["x"], a["y"] - b["y"])
    return b["shape"] == "ring" and distance + a["radius"] < 0.65 * b["radius"]


def _is_at(place, obj):
    words = set(place.split())
    vertical = ["top", "middle", "bottom"][int(3 * obj["y"])]
    horizontal = ["left", "center", "right"][int(3 * obj["x"])]
    if words & {"middle", "center"}:
        return (vertical, horizontal) == ("middle", "center")
    return words == {vertical, horizontal} - {"middle", "center"}


@pytest.fixture(scope="session")
def caption_is_true():
    return is_true
