"""Stories and questions as bags of n-grams."""

import keras
import keras_hub

from zoo.captioning.check_positive import check_positive
from zoo.export import zoo_export
from zoo.memory.babi_ngram_backbone import BIAS, BabiNgramBackbone
from zoo.memory.babi_ngram_tokenizer import BabiNgramTokenizer
from zoo.memory.story_inputs import story_questions
from zoo.memory.story_ngrams import question_ngrams
from zoo.sentence_cnn.sentence_preprocessor import filled_up
from zoo.text_rows import in_graph


@zoo_export
class BabiNgramPreprocessor(keras_hub.models.TextClassifierPreprocessor):
    """Turns stories with questions into the ids of n-grams.

    The n-grams are those of the statements that share a word with the
    question. Inputs that are encoded already are passed on.

    Args:
        tokenizer: a `BabiNgramTokenizer`.
        ngrams: length of the longest n-grams.

    Call arguments:
        x: a dict of `story` and `question`, see
            `zoo.memory.story_inputs.story_questions`. Inside a graph string
            tensors `(B, S)`, filled up with empty texts, and `(B,)`.
        y: targets, passed on, or None.
        sample_weight: weights, passed on, or None.

    Shapes:
        `token_ids`, int32 `(B, T)`, as wide as the largest bag; `(T,)` of a
        single question.

    Example:

    >>> from zoo import BabiNgramPreprocessor, BabiNgramTokenizer
    >>> tokenizer = BabiNgramTokenizer(["ann", "ann_sat", "bob"])
    >>> preprocessor = BabiNgramPreprocessor(tokenizer)
    >>> story = ["Ann sat.", "Bob ran."]
    >>> preprocessor({"story": story, "question": "Did Ann?"})["token_ids"]
    array([1, 2, 3], dtype=int32)
    """

    backbone_cls = BabiNgramBackbone
    tokenizer_cls = BabiNgramTokenizer

    def __init__(self, tokenizer, ngrams=3, **kwargs):
        if not isinstance(tokenizer, BabiNgramTokenizer):
            raise TypeError(
                "`tokenizer` must be a `BabiNgramTokenizer`. Received "
                f"{type(tokenizer).__name__}."
            )
        check_positive("ngrams", ngrams)
        super().__init__(tokenizer, **kwargs)
        self.ngrams = ngrams
        # The base class would make a packer, for start and end tokens.
        self.built = True

    def call(self, x, y=None, sample_weight=None):
        if not (isinstance(x, dict) and "token_ids" in x):
            if in_graph():
                token_ids = self._encode_in_graph(x)
            else:
                questions, batched = story_questions(x)
                token_ids = self.token_ids(questions)
                token_ids = token_ids if batched else token_ids[0]
            x = {"token_ids": token_ids}
        return keras.utils.pack_x_y_sample_weight(x, y, sample_weight)

    def token_ids(self, questions):
        """Ids of n-grams, `(B, T)`, of a list of `StoryQuestion`."""
        rows = [question_ngrams(asked, self.ngrams) for asked in questions]
        return filled_up([[BIAS, *ids] for ids in self.tokenizer(rows)])

    def get_config(self):
        config = super().get_config()
        # Of the base class's packer.
        del config["truncate"], config["sequence_length"]
        return {**config, "ngrams": self.ngrams}

    def _encode_in_graph(self, x):
        import tensorflow as tf

        def encode(stories, questions):
            x = {"story": stories, "question": questions}
            return self.token_ids(story_questions(x)[0])

        story, question = x["story"], x["question"]
        if isinstance(story, tf.RaggedTensor):
            story = story.to_tensor("")
        single = question.shape.rank == 0
        if single:
            story, question = story[tf.newaxis], question[tf.newaxis]
        token_ids = tf.numpy_function(
            encode, [story, question], "int32", stateful=False
        )
        token_ids.set_shape((question.shape[0], None))
        return token_ids[0] if single else token_ids
