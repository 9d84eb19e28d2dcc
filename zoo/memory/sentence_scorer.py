"""How well a sentence fits a question and facts: `s(x, y)` of a MemNN.

Weston et al., Memory Networks, ICLR 2015, section 3.1; Towards AI-Complete
Question Answering, 2015, section 4.2.
"""

import keras

from keras_tpr.layers import SentenceEncoder


class SentenceScorer(keras.layers.Layer):
    """Vectors of both sides of `s(x, y) = query(x) . candidate(y)`.

    Each word has three vectors: in the question, in facts found, and in a
    candidate. The vectors of the left side add up before anything else; both
    sides then go through the same layers of tanh, if there are any.

    Args:
        units: size of the vectors.
        vocabulary_size: number of ids of statements and questions.
        candidate_size: number of ids of candidates.
        encoding: `"bow"`, or `"multilinear"`, where a word has one vector.
        nonlinear, num_bins: see `SentenceEncoder`.
        initializer: of all weights.
    """

    def __init__(
        self,
        units,
        vocabulary_size,
        candidate_size,
        encoding="bow",
        nonlinear=False,
        num_bins=5,
        initializer="uniform",
        **kwargs,
    ):
        super().__init__(**kwargs)

        def encoder(size, name, nonlinear=False):
            return SentenceEncoder(
                units,
                size,
                mode=encoding,
                nonlinear=nonlinear,
                num_bins=num_bins,
                embeddings_initializer=initializer.clone(),
                kernel_initializer=initializer.clone(),
                name=name,
                dtype=self.dtype_policy,
            )

        if encoding == "multilinear":
            self.candidates = encoder(vocabulary_size, "words")
            self.questions = self.facts = self.candidates
        else:
            self.candidates = encoder(candidate_size, "candidates", nonlinear)
            self.questions = encoder(vocabulary_size, "questions")
            self.facts = encoder(vocabulary_size, "facts")

    def build(self, token_ids_shape=None):
        for layer in (self.candidates, self.questions, self.facts):
            if not layer.built:
                layer.build((None, None))

    def question(self, token_ids):
        """The part of the left side that is a question, `(..., units)`."""
        return self.questions.linear_part(token_ids)

    def fact(self, token_ids):
        """The part of the left side that is a fact, `(..., units)`."""
        return self.facts.linear_part(token_ids)

    def query(self, parts):
        """The left side, of the sum of its parts."""
        return self.candidates.activate(parts)

    def candidate(self, token_ids):
        """The right side, `(..., units)`."""
        return self.candidates(token_ids)
