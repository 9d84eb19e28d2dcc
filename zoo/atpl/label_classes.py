"""Labels of phrases as the classes of a parser."""

from zoo.atpl.check_names import check_names

PTB_LABELS = (
    "NP", "VP", "PP", "S", "S+VP", "SBAR", "ADVP", "ADJP", "WHNP", "SBAR+S",
    "NP+QP", "PRN", "QP", "PRT", "SINV", "WHADVP", "NP+NP", "NX", "SBAR+S+VP",
    "FRAG", "NAC", "WHPP", "UCP", "SBARQ", "SQ", "CONJP", "LST", "INTJ", "RRC",
    "WHADJP", "X",
)  # fmt: skip
NULL = 0


class LabelClasses:
    """Labels, those of chains of single children as `A+B`, and their numbers.

    Class 0 is NULL, that of a part which is carried over; with
    `label_mode="carry"` such a part has its label or tag once more, so that
    tags are classes, too.

    Args:
        labels: the labels; None for the most frequent of the Penn Treebank.
        label_mode: `"null"` or `"carry"`.
        tags: the tags.

    Raises:
        TypeError: if they are no list of strings.
        ValueError: if there is no label, or one is repeated, empty or holds a
            blank.
    """

    def __init__(self, labels=None, label_mode="null", tags=()):
        labels = PTB_LABELS if labels is None else labels
        check_names("labels", labels)
        self.labels = tuple(labels)
        if not self.labels or len(set(self.labels)) < len(self.labels):
            raise ValueError(
                "`labels` must be different names of phrases. Received: "
                f"{list(self.labels)}."
            )
        self.names = (None, *self.labels)
        if label_mode == "carry":
            self.names += tuple(tag for tag in tags if tag not in self.labels)
        self._numbers = {name: i for i, name in enumerate(self.names)}

    def __len__(self):
        return len(self.names)

    def number(self, label):
        """The class of a label; of a chain that is none, that of its top.

        Raises:
            ValueError: if that is none, either.
        """
        number = self._numbers.get(label)
        if number is None:
            number = self._numbers.get(label.partition("+")[0])
        if number is None:
            raise ValueError(
                f"the label {label!r} is none of this model. Labels: "
                f"{' '.join(self.labels)}. Make the model with `labels=` that "
                "has it"
            )
        return number
