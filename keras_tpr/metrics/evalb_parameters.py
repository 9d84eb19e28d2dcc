"""What counts as a bracket, as the parameter files of EVALB say it."""

import dataclasses

# Those of Collins' parser, and the other names of the outer bracket.
COLLINS = """
LABELED 1
CUTOFF_LEN 40
DELETE_LABEL TOP
DELETE_LABEL ROOT
DELETE_LABEL S1
DELETE_LABEL -NONE-
DELETE_LABEL ,
DELETE_LABEL :
DELETE_LABEL ``
DELETE_LABEL ''
DELETE_LABEL .
DELETE_LABEL_FOR_LENGTH -NONE-
EQ_LABEL ADVP PRT
"""
NAMED = {"collins": COLLINS}
# What EVALB prints, and when it gives up.
_WITHOUT_EFFECT = ("DEBUG", "MAX_ERROR", "CUTOFF_LEN")
_NUMBERS_OF_VALUES = {
    "LABELED": 1,
    "DELETE_LABEL": 1,
    "DELETE_LABEL_FOR_LENGTH": 1,
    "QUOTE_LABEL": 1,
    "EQ_LABEL": 2,
    "EQ_WORD": 2,
    **dict.fromkeys(_WITHOUT_EFFECT, 1),
}


@dataclasses.dataclass
class EvalbParameters:
    """The rules of a parameter file.

    Attributes:
        labelled: Whether brackets must have the same label.
        deleted: Labels that do not count; words with such a tag are taken out.
        not_in_length: Tags of words that do not count for the length.
        quotes: Tags that parsers are known to give to quotation marks.
    """

    labelled: bool = True
    deleted: set = dataclasses.field(default_factory=set)
    not_in_length: set = dataclasses.field(default_factory=set)
    quotes: set = dataclasses.field(default_factory=set)
    _same_label: dict = dataclasses.field(default_factory=dict)
    _same_word: dict = dataclasses.field(default_factory=dict)

    @classmethod
    def read(cls, parameters):
        """Reads rules.

        Args:
            parameters: `"collins"`, or the text of a parameter file.

        Raises:
            TypeError: If `parameters` is no string.
            ValueError: If there are no such rules, or a line is not one of
                them; its number is given.
        """
        if not isinstance(parameters, str):
            raise TypeError(
                "`parameters` must be a name or the text of a parameter file "
                f"of EVALB. Received {type(parameters).__name__}."
            )
        text = NAMED.get(parameters, parameters)
        if "\n" not in text.strip():
            raise ValueError(
                f"`parameters` {parameters!r} is neither one of {[*NAMED]} nor "
                "the text of a parameter file of EVALB. Read the file: "
                "`pathlib.Path(...).read_text()`."
            )
        rules = cls()
        for number, line in enumerate(text.split("\n"), start=1):
            if line.strip() and not line.startswith("#"):
                rules._add(number, line)
        return rules

    def label(self, label):
        """What stands for a label and all that are equal to it."""
        return self._same_label.get(label, label)

    def word(self, word):
        """What stands for a word and all that are equal to it."""
        return self._same_word.get(word, word)

    def _add(self, number, line):
        name, *values = line.split()
        expected = _NUMBERS_OF_VALUES.get(name)
        if expected is None or len(values) != expected:
            problem = (
                f"{name!r} is not one of {[*_NUMBERS_OF_VALUES]}"
                if expected is None
                else f"{name} takes {expected} value(s), not {len(values)}"
            )
            raise ValueError(
                f"`parameters`, line {number}: {problem}. The line: {line!r}."
            )
        if name == "LABELED":
            self.labelled = values != ["0"]
        elif name == "DELETE_LABEL":
            self.deleted.add(values[0])
        elif name == "DELETE_LABEL_FOR_LENGTH":
            self.not_in_length.add(values[0])
        elif name == "QUOTE_LABEL":
            self.quotes.add(values[0])
        elif name == "EQ_LABEL":
            _join(self._same_label, *values)
        elif name == "EQ_WORD":
            _join(self._same_word, *values)


def _join(same, first, second):
    """Makes two names equal, and all that are equal to either."""
    kept, left = same.get(first, first), same.get(second, second)
    same[first] = same[second] = kept
    for name, stands_for in same.items():
        if stands_for == left:
            same[name] = kept
