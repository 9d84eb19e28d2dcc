"""The classes of a sentiment model, and the labels that stand for them."""

import operator

import numpy as np

NAMES = {
    2: ("negative", "positive"),
    3: ("negative", "neutral", "positive"),
    5: (
        "very negative",
        "negative",
        "neutral",
        "positive",
        "very positive",
    ),
}
UNLABELLED = -1


class ClassLabels:
    """Names of classes in the order of the outputs.

    Args:
        num_classes: number of classes; None for as many as there are
            `class_names`, or 5.
        class_names: their names; None for those of sentiment with 2, 3 and 5
            classes, and otherwise for the numbers.
        compared: names of the classes that whole sentences are judged by;
            None for all. The published binary task has a neutral class for
            phrases, but compares negative and positive alone.

    Raises:
        ValueError: if there are fewer than two classes, names are repeated or
            not as many, or `compared` are not at least two of them.

    Example:

    >>> from zoo.tree_lstm.class_labels import ClassLabels
    >>> labels = ClassLabels(3, compared=["negative", "positive"])
    >>> labels.number("2"), labels.number("neutral"), labels.number(None)
    (2, 1, -1)
    >>> labels.judged
    (0, 2)
    """

    def __init__(self, num_classes=None, class_names=None, compared=None):
        if num_classes is None:
            num_classes = 5 if class_names is None else len(class_names)
        if not isinstance(num_classes, int) or num_classes < 2:
            raise ValueError(
                "`num_classes` must be an integer of at least 2. Received: "
                f"num_classes={num_classes!r}."
            )
        if class_names is None:
            numbers = tuple(map(str, range(num_classes)))
            class_names = NAMES.get(num_classes, numbers)
        self.names = tuple(map(str, class_names))
        if len(self.names) != num_classes or len(set(self.names)) < num_classes:
            raise ValueError(
                f"`class_names` must be {num_classes} different names, as "
                f"`num_classes={num_classes}`. Received: {class_names!r}."
            )
        # Numbers are labels, too, unless they are names of other classes.
        self._numbers = {str(i): i for i in range(num_classes)}
        self._numbers |= {name: i for i, name in enumerate(self.names)}
        self.compared = None if compared is None else tuple(compared)
        self.judged = self._judged()

    def __len__(self):
        return len(self.names)

    def number(self, label):
        """The class that a label stands for, -1 for None and -1.

        Args:
            label: a class's number, or the number as text, or its name.

        Raises:
            ValueError: if it stands for no class.
        """
        if label is None:
            return UNLABELLED
        if not isinstance(label, str):
            label = self._text(label)
        number = self._numbers.get(label)
        if number is None:
            if label == str(UNLABELLED):
                return UNLABELLED
            raise ValueError(self._unknown(label))
        return number

    def judge(self, probabilities):
        """The most probable of the compared classes, integers `(...,)`."""
        probabilities = np.asarray(probabilities)[..., list(self.judged)]
        return np.array(self.judged)[probabilities.argmax(axis=-1)]

    def _judged(self):
        if self.compared is None:
            return tuple(range(len(self.names)))
        unknown = [n for n in self.compared if n not in self.names]
        if unknown or len(set(self.compared)) < 2:
            raise ValueError(
                "`compared` must be two or more of the classes "
                f"{self.names}. Received: {self.compared!r}."
            )
        return tuple(sorted(self.names.index(n) for n in set(self.compared)))

    def _text(self, label):
        if isinstance(label, (float, np.floating)) and label.is_integer():
            label = int(label)
        try:
            return str(operator.index(label))
        except TypeError as error:
            raise ValueError(self._unknown(label)) from error

    def _unknown(self, label):
        return (
            f"The label {label!r} is no class. Classes are the numbers from 0 "
            f"to {len(self.names) - 1}, or {', '.join(self.names)}; None or "
            "-1 is a node without a class. Change labels with "
            "`tree.map_labels`."
        )
