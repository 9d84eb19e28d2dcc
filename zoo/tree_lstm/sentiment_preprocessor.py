"""What the preprocessors of the sentiment models share."""

import numpy as np

from zoo.tree_lstm.class_labels import ClassLabels
from zoo.tree_lstm.sentence_preprocessor import (
    SentencePreprocessor,
    at_place,
    sentence_list,
    target_list,
)


class SentimentPreprocessor(SentencePreprocessor):
    """Turns sentences and their classes into rows.

    Args:
        tokenizer, reader, lowercase: see `SentencePreprocessor`.
        num_classes, class_names: see `ClassLabels`.
    """

    def __init__(
        self,
        tokenizer,
        reader,
        lowercase=False,
        num_classes=None,
        class_names=None,
        **kwargs,
    ):
        super().__init__(tokenizer, reader, lowercase, **kwargs)
        self.classes = ClassLabels(num_classes, class_names)

    @property
    def target_dtype(self):
        return "int32"

    def encode(self, x, y=None, labelled=False):
        values = sentence_list(x)
        targets = target_list(y, len(values))
        rows, numbers = [], []
        for place, (value, target) in enumerate(
            zip(values, targets, strict=True)
        ):
            try:
                sentence = self.reader.read(value)
                row, number = self.reader.row(sentence, self.word_id), None
                if labelled:
                    row, number = self.reader.labelled(
                        sentence, row, self.classes, target
                    )
            except (TypeError, ValueError) as error:
                raise at_place(f"x[{place}]", error) from error
            rows.append(row)
            numbers.append(number)
        if numbers[0] is None:
            return rows, None
        return rows, np.array(numbers, np.int32)

    def get_config(self):
        return {
            **super().get_config(),
            "num_classes": len(self.classes),
            "class_names": list(self.classes.names),
        }
