"""What a classifier of sentences tells of itself."""

import numbers
import reprlib

from keras_tpr.analysis import top_ngrams
from zoo.captioning.check_positive import check_positive
from zoo.sentence_cnn.explain_sentence import explain_sentence


class ExplainsSentences:
    """Methods of a `SentenceClassifier` that show what its detectors find.

    Classes with convolutions override `activations` and `convolved_layers`.
    """

    def explain(self, text, num_features=6, num_below=3):
        """What the classifier found in a sentence.

        Args:
            text: one text, or one list of words.
            num_features, num_below: size of the feature graph that is drawn;
                see `keras_tpr.analysis.feature_graph`.

        Returns:
            A `SentenceExplanation`.

        Raises:
            TypeError: if it is not one sentence.
            ValueError: if it has no words, or the classifier has none.
        """
        self._check_words("explain")
        words = self._words_of_one(text)
        return explain_sentence(self, words, num_features, num_below)

    def top_ngrams(self, texts, detector, n=5):
        """The n-grams of a corpus that activate a detector most.

        Args:
            texts: sentences, as for `predict`, but not encoded.
            detector: `(row, map)` of a filter of the first convolution.
            n: number of different n-grams.

        Returns:
            A list of tuples `(words, activation)`, best first.

        Raises:
            ValueError: for a model without filters, or a filter it has not.
        """
        self._check_words("top_ngrams")
        check_positive("n", n)
        row, column = self._checked_detector(detector)
        sentences, _ = self.preprocessor.words(texts, "texts")
        rows = self.preprocessor.tokenizer(sentences)
        width = self.backbone.get_layer("convolution_1").width
        activations = [x[:, row, column] for x in self.activations(rows)]
        lengths = [len(ids) for ids in rows]
        found, wanted = {}, n
        while True:
            for sentence, first, last, value in top_ngrams(
                activations, lengths, width, wanted
            ):
                ngram = " ".join(sentences[sentence][first : last + 1])
                found.setdefault(ngram, value)
            # The same n-gram may occur often.
            if len(found) >= n or wanted >= sum(map(len, activations)):
                break
            wanted *= 2
        return list(found.items())[:n]

    def activations(self, rows):
        """Outputs of the first convolution of many sentences.

        Args:
            rows: list of vectors of ids, without padding.

        Returns:
            A list of arrays `(s + width - 1, rows, maps)`; position `p` comes
            from words `p - width + 1` to `p`.

        Raises:
            ValueError: for a model without convolutions.
        """
        raise ValueError(
            f"`{type(self).__name__}` has no convolution and so no detectors."
        )

    def convolved_layers(self, token_ids):
        """What the layers computed for one sentence.

        Args:
            token_ids: vector of ids, without padding.

        Returns:
            A list of `keras_tpr.analysis.ConvolvedLayer`; empty for a model
            without convolutions.
        """
        return []

    def _check_words(self, method):
        if self.preprocessor is None:
            raise ValueError(
                f"`{method}` speaks in words: make the classifier with "
                "`vocabulary=`, or load a preset."
            )

    def _words_of_one(self, text):
        given = text if isinstance(text, str) else [text]
        ((words,), _) = self.preprocessor.words(given, "text")
        if not words:
            raise ValueError(f"`text` has no words: {text!r}.")
        if any(" " in word.strip() for word in words):
            raise TypeError(
                "`explain` takes one sentence, a text or a list of its words. "
                f"Received a list of texts: {reprlib.repr(text)}."
            )
        return words

    def _checked_detector(self, detector):
        names = [layer.name for layer in self.backbone.layers]
        if "convolution_1" not in names:
            self.activations(())
        kernel = self.backbone.get_layer("convolution_1").kernel
        rows, maps = kernel.shape[1], kernel.shape[3]
        try:
            row, column = detector
            whole = all(isinstance(v, numbers.Integral) for v in detector)
        except (TypeError, ValueError):
            whole = False
        if not whole:
            raise ValueError(
                "`detector` must be `(row, map)` of a filter, two integers. "
                f"Received: {detector!r}."
            )
        if not (0 <= row < rows and 0 <= column < maps):
            raise ValueError(
                f"`detector` must be a row below {rows} and a map below "
                f"{maps}. Received: {detector!r}."
            )
        return row, column
