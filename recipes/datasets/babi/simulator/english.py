"""Wordings of the released data, each as frequent as it stands here.

Questions end with a space where the released ones do.
"""

_WENT = ("went to", "went back to", "journeyed to", "travelled to", "moved to")
_GOT = ("grabbed", "got", "picked up", "took")
_DROPPED = ("dropped", "left", "discarded", "put down")
_GAVE = ("gave", "handed", "passed")


def _sometimes_there(verbs):
    """Endings in "there" for one sentence of five."""
    plain = [f"%s {verb} the %s." for verb in verbs]
    return 4 * plain + [f"%s {verb} the %s there." for verb in verbs]


def _either_order(time):
    """The time of a move in front or behind."""
    return [
        *(f"%s {went} the %s {time}." for went in _WENT),
        *(f"{time.capitalize()} %s {went} the %s." for went in _WENT),
    ]


ENGLISH = {
    # Moving people: subject, place or thing, receiver.
    "go": [f"%s {went} the %s." for went in _WENT],
    "get": [f"%s {got} the %s there." for got in _GOT],
    "get, sometimes there": _sometimes_there(_GOT),
    "drop": _sometimes_there(_DROPPED),
    "give": [f"%s {gave} the %s to %s." for gave in _GAVE],
    "is in": ["%s is in the %s."],
    "is not in": ["%s is not in the %s.", "%s is no longer in the %s."],
    "is either in": ["%s is either in the %s or the %s."],
    "yesterday": _either_order("yesterday"),
    "this morning": _either_order("this morning"),
    "this afternoon": _either_order("this afternoon"),
    "this evening": _either_order("this evening"),
    "where is the person?": ["Where is %s? "],
    "where is the thing?": ["Where is the %s? "],
    "where was the person before?": ["Where was %s before the %s? "],
    "where was the thing before?": ["Where was the %s before the %s? "],
    "is the person in?": ["Is %s in the %s? "],
    "how many things?": ["How many objects is %s carrying? "],
    "which things?": ["What is %s carrying? "],
    "what did they give?": ["What did %s give to %s? "],
    "who gave?": ["Who gave the %s? "],
    "who gave to?": ["Who gave the %s to %s? "],
    "who did they give to?": ["Who did %s give the %s to? "],
    "who received?": ["Who received the %s? "],
    # Directions: subject, phrase of the direction, reference.
    "lies": ["The %s is %s the %s."],
    "what lies?": ["What is %s the %s?"],
    "what does it lie by?": ["What is the %s %s?"],
    "does it lie?": ["Is the %s %s the %s?"],
    "which way?": ["How do you go from the %s to the %s?"],
    # Kinds, colours and sizes.
    "is a": ["%s is a %s."],
    "are afraid of": ["%s are afraid of %s."],
    "is afraid of what?": ["What is %s afraid of?"],
    "is coloured": ["%s is %s."],
    "has which colour?": ["What color is %s?"],
    "is bigger than": ["The %s is bigger than the %s."],
    "fits inside": ["The %s fits inside the %s."],
    "is it bigger?": ["Is the %s bigger than the %s?"],
    "does it fit?": ["Does the %s fit in the %s?"],
    # Motives.
    "is in a state": ["%s is %s."],
    "where will they go?": ["Where will %s go?"],
    "why did they go?": ["Why did %s go to the %s?"],
    "why did they get?": ["Why did %s get the %s?"],
}
