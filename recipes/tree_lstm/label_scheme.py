"""How the five classes of the Stanford Sentiment Treebank are used."""

import dataclasses

NEUTRAL = 2


@dataclasses.dataclass(frozen=True)
class LabelScheme:
    """Classes of a task, made of the treebank's five.

    Args:
        classes: The class of each of the five, None for phrases without.
        num_classes: Number of classes.
        compared: Names of the classes that sentences are judged by; None for
            all.
        neutral_sentences: Whether sentences that are neutral as a whole are
            part of the data.
    """

    classes: tuple
    num_classes: int
    compared: tuple | None = None
    neutral_sentences: bool = False

    def relabelled(self, tree):
        """The tree with its classes as labels; None if it is no part."""
        if int(tree.label) == NEUTRAL and not self.neutral_sentences:
            return None
        return tree.map_labels(lambda label: self.classes[int(label)])


FINE = LabelScheme((0, 1, 2, 3, 4), 5, neutral_sentences=True)
# Phrases may be neutral; sentences are compared as negative or positive.
THREE_WAY = LabelScheme((0, 0, 1, 2, 2), 3, ("negative", "positive"))
TWO_WAY = LabelScheme((0, 0, None, 1, 1), 2)
