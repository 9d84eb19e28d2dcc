"""Penn Treebank tokenisation of a caption, as caption scores need it."""

import functools
import re

# Followed by a full stop, these keep it.
_ABBREVIATIONS = """
    adj adm adv al ala alex apr ariz assn atty aug ave bhd bldg blvd brig bros
    calif capt cf cmdr co col colo conn corp cos cpl ct dak dec dept det dr drs
    elec esq est etc ext feb fla fri ft ga gen gov hon inc ind insp intl jan jr
    jul jun kan kans ky lt ltd maj mar md messrs mfg mich minn mlle mme mo mon
    mont mr mrs ms msgr mt natl neb nev nov oct okla penn pfc ph ph\\.d plc pres
    prof pvt rd rep reps rev rt sen sens sep sept seq sgt spc sq sr st ste supt
    tel tenn thu thurs treas tue tues univ va vs vt wed wis wisc wm wyo
"""
# These do when written with a capital, being words otherwise ...
_CAPITALISED_ABBREVIATIONS = "Ark Del Ill La Mass Miss Ore Pa Tex Wash"
# ... and these before a number.
_NUMBERED_ABBREVIATIONS = "art fig figs no nos pp prop"
# After an initial, these words begin a new sentence.
_SENTENCE_STARTERS = frozenset(
    """
    A About After An As At But He Her Here If In It Last Many More Now Once One
    Other Our She Since So Some Such That The Their Then There These They This
    We What When While Yet You
    """.split()
)
_CONTRACTIONS = {
    "cannot": "can not",
    "gimme": "gim me",
    "gonna": "gon na",
    "gotta": "got ta",
    "lemme": "lem me",
    "wanna": "wan na",
}
_CLITICS = r"'(?:s|m|d|re|ve|ll)(?!\w)"
_LETTER = r"[^\W\d_]"


def _either(words):
    return "(?:" + "|".join(words.split()) + ")"


_TOKEN = re.compile(
    rf"""
      [A-Z]+ (?: & [A-Z]+ )+                             # AT&T
    | {_either(_CAPITALISED_ABBREVIATIONS)} \. (?!\w)    # Mass.
    | (?i:
        https?:// \S* [\w/]                              # addresses
      | [\w.+-]+ @ \w+ (?: [.-] \w+ )*
      | ' \d\d s? (?! [\w"] )                            # '90s
      | 'n' | 'n (?!\w) | '(?: em | til | cause ) (?!\w)     # rock 'n' roll
      | 't (?= (?: is | was ) (?!\w) )                   # 't is
      | {_CLITICS}                                       # 's
      | n't (?!{_LETTER})
      | {_LETTER}+ (?= n't (?!{_LETTER}) )               # do n't
      | y' (?= all )
      | (?: [dlo]' (?! (?: s|m|d|re|ve|ll ) (?!\w) ) | ma' | n?e' (?=er) )
        {_LETTER}+                                       # o'clock, ma'am
      | {_either(_ABBREVIATIONS)} \. (?!\w)              # Blvd.
      | {_either(_NUMBERED_ABBREVIATIONS)} \. (?=\d)     # no.1
      | {_LETTER} (?: \. {_LETTER} )+ (?! \.? \w )       # U.S., a.k.a.
        \.? (?: - \w+ )*
      | {_LETTER} \. (?!{_LETTER})                       # initials
      | (?<!\w) [-+]? \d+ (?: [.,:/] \d+ )+              # 1,000 12:30 3/4
        (?: - \w+ )*
      | (?<!\w) [-+.] \d+                                # -5 .5
      | [#@] {_LETTER} \w*                               # hash tags
      | \w+ (?: (?: [-/] | (?<={_LETTER}) [.!?] (?={_LETTER}) ) \w+ )*
      | \.\.\. | -- -* | [!?]+
      | [^\s\U00010000-\U0010ffff]                       # no pictographs
    )
    """,
    re.VERBOSE,
)

_NUMBERED = frozenset(f"{word}." for word in _NUMBERED_ABBREVIATIONS.split())

_TYPOGRAPHY = str.maketrans(
    {
        "’": "'",
        "‘": "'",
        "“": '"',
        "”": '"',
        "–": "--",
        "—": "--",
        "…": "...",
        "½": "1/2",
        "¼": "1/4",
        "¾": "3/4",
    }
)
_ESCAPES = {
    "£": "#",
    "€": "$",
    "¢": "cents",
    "(": "-lrb-",
    ")": "-rrb-",
    "{": "-lcb-",
    "}": "-rcb-",
    "[": "-lsb-",
    "]": "-rsb-",
}
# Control characters that are no white space, joiners, byte order marks, soft
# hyphens and variation selectors.
_INVISIBLE = re.compile(
    "[\\x00-\\x08\\x0e-\\x1b\\x7f-\\x84\\x86-\\x9f\\xad"
    "\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\ufe00-\\ufe0f\\ufeff]"
)
_PUNCTUATION = frozenset("' \" '' `` ` . ? ! , : ; - -- ...".split())
_ROUND_AND_CURLY = frozenset(["-lrb-", "-rrb-", "-lcb-", "-rcb-"])
_CACHED_CHUNKS = 1 << 16


def tokenize_caption(text, strict_reference=False):
    """Tokenises one caption: lower case, Treebank tokens, no punctuation.

    Caption scores are defined on the output of the Stanford tokenizer: words
    in lower case, contractions split (`do n't`, `man 's`), hyphenated words
    whole, then quotes, brackets, dashes and sentence punctuation removed. This
    function follows those rules in Python. It differs from the reference on
    fewer than one caption in a thousand; give a callable of your own to
    `CaptionScorer` if you need the original.

    Args:
        text: one caption. Line breaks and repeated spaces count as one space;
            characters without a shape, such as NUL or a joiner, as nothing.
        strict_reference: leave round and curly brackets in, spelt `-lrb-`,
            `-rrb-`, `-lcb-` and `-rcb-`. The public evaluation code means to
            remove them, but looks for their upper-case names after lowering
            the case.

    Returns:
        The tokens as a string, separated by single spaces.

    Raises:
        TypeError: `text` is not a string.

    Example:

    >>> from keras_tpr.metrics import tokenize_caption
    >>> tokenize_caption("A man's dog (brown) doesn't catch the t-shirt.")
    "a man 's dog brown does n't catch the t-shirt"

    Reference:
        Chen et al., Microsoft COCO Captions: Data Collection and Evaluation
        Server, 2015, section 3.1.
    """
    if not isinstance(text, str):
        raise TypeError(
            "`text` must be a string, one caption. Received: "
            f"{text!r} of type {type(text).__name__}. For several captions "
            "call the function on each."
        )
    if not (text.isascii() and text.isprintable()):
        text = _INVISIBLE.sub("", text)
    chunks = text.split()
    if chunks and len(chunks[-1]) == 2:
        # A last initial: its full stop ends the caption.
        chunks[-1] = chunks[-1].removesuffix(".")
    if ". " in text:
        tokens = [
            _split_chunk(chunk, _context(following))
            for chunk, following in zip(chunks, [*chunks[1:], ""], strict=True)
        ]
    else:
        tokens = map(_split_chunk, chunks)
    joined = " ".join(filter(None, tokens))
    if not strict_reference and "-" in joined:
        kept = [t for t in joined.split(" ") if t not in _ROUND_AND_CURLY]
        joined = " ".join(kept)
    return joined


def _context(following):
    """What the next chunk tells about a full stop before it."""
    if following[:1].isdigit():
        return "number"
    return "sentence" if following in _SENTENCE_STARTERS else ""


@functools.lru_cache(maxsize=_CACHED_CHUNKS)
def _split_chunk(chunk, context=""):
    """The tokens of a piece of text without white space, joined by spaces."""
    if chunk.isascii() and chunk.isalpha():
        lower = chunk.lower()
        return _CONTRACTIONS.get(lower, lower)
    if context == "number" and chunk.lower() in _NUMBERED:
        return chunk.lower()
    if context == "sentence" and len(chunk) == 2:
        chunk = chunk.removesuffix(".")
    tokens = _TOKEN.findall(chunk.translate(_TYPOGRAPHY))
    lowered = (_ESCAPES.get(token, token.lower()) for token in tokens)
    return " ".join(
        _CONTRACTIONS.get(token, token)
        for token in lowered
        if token not in _PUNCTUATION and not token.startswith("--")
    )
