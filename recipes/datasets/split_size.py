"""What is known of the size of a split."""

import dataclasses

from recipes.datasets.data_format_error import DataFormatError


@dataclasses.dataclass(frozen=True)
class SplitSize:
    """The size of a split.

    Args:
        sentences: Number of sentences.
        words: Number of words; None if it is not checked.
    """

    sentences: int
    words: int | None = None

    def check(self, place, sentences, words, layout):
        """Compares what was read with it.

        Args:
            place: What was read, for the error.
            sentences, words: Their numbers.
            layout: The files expected, for the error.

        Raises:
            DataFormatError: If the numbers differ.
        """
        expected = (self.sentences, words if self.words is None else self.words)
        if (sentences, words) != expected:
            raise DataFormatError(
                f"{place}: there are {sentences:,} sentences with {words:,} "
                f"words. Expected are {expected[0]:,} with {expected[1]:,}: "
                f"files are cut short, or of another release.\n{layout}"
            )
