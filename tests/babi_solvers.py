"""Solvers of the bAbI tasks that read nothing but the text.

They share no code with the simulator. Each takes statements and a question and
returns the answer, or None if it does not follow.
"""

import re
from collections import deque

WENT = r"(?:went back|went|journeyed|travelled|moved) to"
GOT = r"(?:grabbed|got|picked up|took)"
DROPPED = r"(?:dropped|left|discarded|put down)"
GAVE = r"(?:gave|handed|passed)"
LINKED = re.compile(
    r"(?:Then|After that|Afterwards|Following that) (he|she|they) "
)
TIMES = ["yesterday", "this morning", "this afternoon", "this evening"]
SINGULAR = {"mice": "mouse", "wolves": "wolf", "cats": "cat", "sheep": "sheep"}


def solve(task, statements, question):
    """The answer to a question, or None."""
    return SOLVERS[task](list(statements), question.strip())


def events(statements):
    """Yields `(kind, people, thing or place, receiver)`."""
    subject = None
    for text in statements:
        linked = LINKED.match(text)
        if linked:
            if subject is None:
                continue
            text = f"{' and '.join(subject)} {text[linked.end() :]}"
        kind, people, what, receiver = parse_event(text)
        subject = people
        yield kind, people, what, receiver


def parse_event(text):
    match = re.fullmatch(rf"(.*?) {WENT} the (\w+)\.", text)
    if match:
        return "go", match[1].split(" and "), match[2], None
    match = re.fullmatch(rf"(\w+) {GOT} the (\w+)(?: there)?\.", text)
    if match:
        return "get", [match[1]], match[2], None
    match = re.fullmatch(rf"(\w+) {DROPPED} the (\w+)(?: there)?\.", text)
    if match:
        return "drop", [match[1]], match[2], None
    match = re.fullmatch(rf"(\w+) {GAVE} the (\w+) to (\w+)\.", text)
    return "give", [match[1]], match[2], match[3]


def where_is_person(statements, question):
    person = re.fullmatch(r"Where is (\w+)\?", question)[1]
    return places(statements).get(person)


def places(statements):
    found = {}
    for kind, people, what, _ in events(statements):
        if kind == "go":
            found.update(dict.fromkeys(people, what))
    return found


def where_is_thing(statements, question):
    thing = re.fullmatch(r"Where is the (\w+)\?", question)[1]
    trail = trails(statements).get(thing)
    return trail[-1] if trail else None


def where_was_thing(statements, question):
    pattern = r"Where was the (\w+) before the (\w+)\?"
    thing, place = re.fullmatch(pattern, question).groups()
    return before(trails(statements).get(thing, []), place)


def before(trail, place):
    for number in range(len(trail) - 1, 0, -1):
        if trail[number] == place:
            return trail[number - 1]
    return None


def trails(statements):
    """The places of each thing, as far as they follow."""
    been, holder, trail = {}, {}, {}

    def reach(thing, place):
        if place is not None and trail.setdefault(thing, [None])[-1] != place:
            trail[thing].append(place)

    for kind, people, what, _ in events(statements):
        person = people[0]
        if kind == "go":
            for one in people:
                been.setdefault(one, []).append(what)
                for thing in [t for t, h in holder.items() if h == one]:
                    reach(thing, what)
        elif kind == "get":
            holder[what] = person
            reach(what, been.get(person, [None])[-1])
        else:
            # Who drops something whose origin was not told had it all along.
            if holder.pop(what, None) is None:
                for place in been.get(person, []):
                    reach(what, place)
            reach(what, been.get(person, [None])[-1])
    return {thing: trail[thing][1:] for thing in trail}


def who_gave_what(statements, question):
    forms = (
        (r"What did (?P<giver>\w+) give to (?P<receiver>\w+)\?", "thing"),
        (r"Who gave the (?P<thing>\w+) to (?P<receiver>\w+)\?", "giver"),
        (r"Who gave the (?P<thing>\w+)\?", "giver"),
        (r"Who did (?P<giver>\w+) give the (?P<thing>\w+) to\?", "receiver"),
        (r"Who received the (?P<thing>\w+)\?", "receiver"),
    )
    known, asked = next(
        (match.groupdict(), asked)
        for form, asked in forms
        for match in [re.fullmatch(form, question)]
        if match
    )
    answer = None
    for kind, people, thing, receiver in events(statements):
        if kind == "give":
            gift = {"giver": people[0], "thing": thing, "receiver": receiver}
            if all(gift[name] == value for name, value in known.items()):
                answer = gift[asked]
    return answer


def is_person_in(statements, question):
    person, asked = re.fullmatch(r"Is (\w+) in the (\w+)\?", question).groups()
    place = places(statements).get(person)
    if place is None:
        return None
    return "yes" if place == asked else "no"


def carried(statements, person):
    """What a person has, in the order first had."""
    order, has = [], set()
    for kind, people, thing, receiver in events(statements):
        if kind == "get" and people == [person] or receiver == person:
            has.add(thing)
            if thing not in order:
                order.append(thing)
        elif kind in ("drop", "give") and people == [person]:
            has.discard(thing)
    return [thing for thing in order if thing in has]


def how_many_carried(statements, question):
    person = re.fullmatch(r"How many objects is (\w+) carrying\?", question)[1]
    number = len(carried(statements, person))
    return ("none", "one", "two", "three")[number]


def which_carried(statements, question):
    person = re.fullmatch(r"What is (\w+) carrying\?", question)[1]
    return ",".join(carried(statements, person)) or "nothing"


def is_reported_in(statements, question):
    person, asked = re.fullmatch(r"Is (\w+) in the (\w+)\?", question).groups()
    answer = None
    for text in statements:
        who, rest = text.split(" ", 1)
        if who != person:
            continue
        named = asked in re.findall(r"\w+", rest)
        if "not" in rest.split() or "no longer" in rest:
            answer = "no" if named else None
        elif "either" in rest:
            answer = "maybe" if named else "no"
        else:
            answer = "yes" if named else "no"
    return answer


SIDES = {
    "north of": (0, 1),
    "south of": (0, -1),
    "east of": (1, 0),
    "west of": (-1, 0),
    "above": (0, 1),
    "below": (0, -1),
    "to the right of": (1, 0),
    "to the left of": (-1, 0),
}
SIDE = "|".join(SIDES)
LETTERS = {
    "n": (0, 1),
    "s": (0, -1),
    "e": (1, 0),
    "w": (-1, 0),
    "u": (0, 1),
    "d": (0, -1),
    "r": (1, 0),
    "l": (-1, 0),
}


def relations(statements):
    for text in statements:
        match = re.fullmatch(rf"The (.+?) is ({SIDE}) the (.+)\.", text)
        yield match[1], SIDES[match[2]], match[3]


def what_lies(statements, question):
    match = re.fullmatch(rf"What is ({SIDE}) the (\w+)\?", question)
    if match:
        (x, y), reference = SIDES[match[1]], match[2]
    else:
        match = re.fullmatch(rf"What is the (\w+) ({SIDE})\?", question)
        (x, y), reference = SIDES[match[2]], match[1]
        x, y = -x, -y
    for subject, side, other in relations(statements):
        if (other, side) == (reference, (x, y)):
            return subject
        if (subject, side) == (reference, (-x, -y)):
            return other
    return None


def how_they_lie(statements, question):
    pattern = rf"Is the (.+?) ({SIDE}) the (.+)\?"
    subject, side, reference = re.fullmatch(pattern, question).groups()
    position, queue = {reference: (0, 0)}, deque([reference])
    while queue:
        here = queue.popleft()
        for one, (x, y), other in relations(statements):
            for name, near, sign in ((one, other, 1), (other, one, -1)):
                if near == here and name not in position:
                    left, up = position[here]
                    position[name] = left + sign * x, up + sign * y
                    queue.append(name)
    if subject not in position:
        return None
    (x, y), (right, up) = SIDES[side], position[subject]
    return "yes" if x * right + y * up > 0 else "no"


def way(statements, question):
    pattern = r"How do you go from the (\w+) to the (\w+)\?"
    start, end = re.fullmatch(pattern, question).groups()
    relative = any("north" not in s for s in statements) and not any(
        word in " ".join(statements)
        for word in ("north", "south", "east", "west")
    )
    letters = {LETTERS[c]: c for c in ("udrl" if relative else "nsew")}
    paths = {start: []}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for one, (x, y), other in relations(statements):
            for name, near, step in (
                (one, other, (x, y)),
                (other, one, (-x, -y)),
            ):
                if near == here and name not in paths:
                    paths[name] = [*paths[here], letters[step]]
                    queue.append(name)
    return ",".join(paths[end]) if end in paths else None


def where_was_person(statements, question):
    pattern = r"Where was (\w+) before the (\w+)\?"
    person, place = re.fullmatch(pattern, question).groups()
    at = {}
    for text in statements:
        time = next(t for t in TIMES if t in text.lower())
        text = re.sub(f" ?{time} ?", "", text, flags=re.IGNORECASE)
        who, where = re.fullmatch(rf"(\w+) {WENT} the (\w+)\.", text).groups()
        if who == person:
            at[TIMES.index(time)] = where
    for time in sorted(at, reverse=True):
        if at[time] == place:
            return at.get(time - 1)
    return None


def what_is_feared(statements, question):
    person = re.fullmatch(r"What is (\w+) afraid of\?", question)[1]
    kinds, fears = {}, {}
    for text in statements:
        match = re.fullmatch(r"(\w+) are afraid of (\w+)\.", text)
        if match:
            fears[SINGULAR[match[1].lower()]] = SINGULAR[match[2]]
        else:
            name, kind = re.fullmatch(r"(\w+) is a (\w+)\.", text).groups()
            kinds[name.lower()] = kind
    return fears.get(kinds.get(person))


def which_colour(statements, question):
    person = re.fullmatch(r"What color is (\w+)\?", question)[1]
    kinds, colours = {}, {}
    for text in statements:
        name, _, rest = text[:-1].partition(" is ")
        (kinds if rest.startswith("a ") else colours)[name] = rest
    answer = None
    for name, kind in kinds.items():
        if name in colours and kind == kinds.get(person):
            answer = colours[name]
    return answer


def which_is_bigger(statements, question):
    smaller_than = {}
    for text in statements:
        match = re.fullmatch(r"The (.+) is bigger than the (.+)\.", text)
        if match:
            bigger, smaller = match.groups()
        else:
            pattern = r"The (.+) fits inside the (.+)\."
            smaller, bigger = re.fullmatch(pattern, text).groups()
        smaller_than.setdefault(bigger, set()).add(smaller)
    match = re.fullmatch(r"Is the (.+) bigger than the (.+)\?", question)
    if match:
        one, other = match.groups()
    else:
        pattern = r"Does the (.+) fit in the (.+)\?"
        other, one = re.fullmatch(pattern, question).groups()
    if other in all_below(smaller_than, one):
        return "yes"
    return "no" if one in all_below(smaller_than, other) else None


def all_below(smaller_than, thing):
    found, queue = set(), [thing]
    while queue:
        for smaller in smaller_than.get(queue.pop(), ()):
            if smaller not in found:
                found.add(smaller)
                queue.append(smaller)
    return found


def motive(statements, question):
    goals = {
        "hungry": "kitchen",
        "thirsty": "kitchen",
        "bored": "garden",
        "tired": "bedroom",
    }
    states = {}
    for text in statements:
        match = re.fullmatch(r"(\w+) is (\w+)\.", text)
        if match:
            states[match[1].lower()] = match[2]
    match = re.match(r"(Where will|Why did) (\w+) ", question)
    state = states.get(match[2])
    return goals.get(state) if match[1] == "Where will" else state


SOLVERS = {
    1: where_is_person,
    2: where_is_thing,
    3: where_was_thing,
    4: what_lies,
    5: who_gave_what,
    6: is_person_in,
    7: how_many_carried,
    8: which_carried,
    9: is_reported_in,
    10: is_reported_in,
    11: where_is_person,
    12: where_is_person,
    13: where_is_person,
    14: where_was_person,
    15: what_is_feared,
    16: which_colour,
    17: how_they_lie,
    18: which_is_bigger,
    19: way,
    20: motive,
}
