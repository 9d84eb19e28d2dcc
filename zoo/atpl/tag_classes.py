"""Parts of speech as the classes of a tagger."""

import operator

import numpy as np

from zoo.atpl.check_names import check_names

PTB_TAGS = (
    "#", "$", "''", ",", "-LRB-", "-RRB-", ".", ":", "CC", "CD", "DT", "EX",
    "FW", "IN", "JJ", "JJR", "JJS", "LS", "MD", "NN", "NNP", "NNPS", "NNS",
    "PDT", "POS", "PRP", "PRP$", "RB", "RBR", "RBS", "RP", "SYM", "TO", "UH",
    "VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "WDT", "WP", "WP$", "WRB", "``",
)  # fmt: skip


class TagClasses:
    """Names of classes in the order of the outputs.

    Args:
        num_classes: number of classes; None for as many as there are names,
            or the 45 of the Penn Treebank.
        class_names: their names; None for those of the Penn Treebank, or
            numbers where there are not 45.

    Raises:
        TypeError: if names are no list of strings.
        ValueError: if there are fewer than two, or names are repeated, empty,
            hold a blank or are not as many.
    """

    def __init__(self, num_classes=None, class_names=None):
        if class_names is not None:
            check_names("class_names", class_names)
        if num_classes is None:
            num_classes = len(PTB_TAGS if class_names is None else class_names)
        if not isinstance(num_classes, int) or num_classes < 2:
            raise ValueError(
                "`num_classes` must be an integer of at least 2. Received: "
                f"num_classes={num_classes!r}."
            )
        if class_names is None:
            numbers = map(str, range(num_classes))
            is_ptb = num_classes == len(PTB_TAGS)
            class_names = PTB_TAGS if is_ptb else numbers
        self.names = tuple(map(str, class_names))
        if len(self.names) != num_classes or len(set(self.names)) < num_classes:
            raise ValueError(
                f"`class_names` must be {num_classes} different names, as "
                f"`num_classes={num_classes}`. Received: {list(self.names)}."
            )
        self._numbers = {name: i for i, name in enumerate(self.names)}

    def __len__(self):
        return len(self.names)

    def numbers(self, words, tags):
        """The classes of the words of a sentence, int32 `(T,)`.

        Args:
            words: the words, for errors.
            tags: for each word a name, or the number of a class.

        Raises:
            TypeError: if there is no list of them, or one is neither.
            ValueError: if there is not one for each word, or one is no class.
        """
        if isinstance(tags, (str, bytes)) or not hasattr(tags, "__iter__"):
            raise TypeError(
                "tags are a list with one for each word. Received "
                f"{type(tags).__name__}: {tags!r:.80}"
            )
        tags = list(tags)
        if len(tags) != len(words):
            raise ValueError(
                f"the sentence has {len(words)} words, but {len(tags)} tags: "
                f"{' '.join(words[:8])!r} and {tags[:8]}"
            )
        return np.array(
            [
                self._number(place, *pair)
                for place, pair in enumerate(
                    zip(words, tags, strict=True), start=1
                )
            ],
            np.int32,
        )

    def _number(self, place, word, tag):
        if isinstance(tag, str):
            number = self._numbers.get(tag, -1)
        elif hasattr(tag, "__index__"):
            number = operator.index(tag)
        else:
            raise TypeError(
                f"word {place}, {word!r}, has the tag {tag!r} of type "
                f"{type(tag).__name__}. Give a name, or the number of a class"
            )
        if not 0 <= number < len(self.names):
            raise ValueError(
                f"word {place}, {word!r}, has the tag {tag!r}, which is no "
                f"class of this model. Classes: {' '.join(self.names)}. Make "
                "the model with `class_names=` that has it, or leave the "
                "sentence out"
            )
        return number
