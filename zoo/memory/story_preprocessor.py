"""Stories, questions and answers as people have them, encoded."""

import warnings

import keras
import keras_hub
import numpy as np

from zoo.captioning.check_positive import check_positive
from zoo.memory.encoded_stories import is_encoded
from zoo.memory.story_answers import answer_texts
from zoo.memory.story_inputs import story_questions
from zoo.memory.story_rows import StoryRows
from zoo.memory.story_support import support_lists
from zoo.memory.story_tokenizer import StoryTokenizer
from zoo.memory.story_words import story_words
from zoo.memory.warn_of_several_sentences import warn_of_several_sentences
from zoo.text_rows import in_graph

SHOWN = 5


class StoryPreprocessor(keras_hub.models.Preprocessor):
    """Turns stories with questions into ids.

    Words are looked up in lower case, without punctuation. One that is not in
    the vocabulary gets the id of unknown words, which no training has shown
    anything about, and a warning names it. Of a story that has more than
    `memory_size` statements the last ones are kept, and a warning says so.

    Args:
        tokenizer: a `StoryTokenizer`.
        memory_size: number of statements that are kept.
        ngrams: length of the longest n-grams.
        max_answer_words: number of words of an answer; 1 makes one of an
            answer of several words.

    Call arguments:
        x: a dict of `story`, `question` and maybe `support`; see
            `zoo.memory.story_inputs.story_questions`. Support is, for each
            question, a list of the places of the supporting facts in the
            story, from 0, in the order of reasoning. Inside a graph string
            tensors `(B, S)`, filled up with empty texts, or `(B,)`, of texts
            with a statement on each line; `(B,)`; and integers `(B, K)`,
            filled up with -1.
        y: answers, texts, or None.
        sample_weight: weights, passed on, or None.

    Shapes:
        A dict of `story` `(B, S, L)`, `story_mask` `(B, S)`, `question`
        `(B, Lq)` and maybe `support` `(B, K)`, filled up with 0 and -1;
        without the first axis for a single question. `y` is `(B, A)`.
    """

    def __init__(
        self,
        tokenizer,
        memory_size=256,
        ngrams=1,
        max_answer_words=1,
        **kwargs,
    ):
        if not isinstance(tokenizer, StoryTokenizer):
            raise TypeError(
                "`tokenizer` must be a `StoryTokenizer`. Received "
                f"{type(tokenizer).__name__}."
            )
        for name, value in (
            ("memory_size", memory_size),
            ("ngrams", ngrams),
            ("max_answer_words", max_answer_words),
        ):
            check_positive(name, value)
        super().__init__(**kwargs)
        self.tokenizer = tokenizer
        self.memory_size = memory_size
        self.ngrams = ngrams
        self.max_answer_words = max_answer_words
        self.built = True

    def call(self, x, y=None, sample_weight=None):
        if not is_encoded(x):
            if in_graph():
                x, y = self._encode_in_graph(x, y)
            else:
                _, batched = story_questions(x)
                rows = self.rows(x, y)
                y = None if y is None else self._answer_table(rows)
                x = rows.dense()
                if not batched:
                    x = {name: array[0] for name, array in x.items()}
        return keras.utils.pack_x_y_sample_weight(x, y, sample_weight)

    def rows(self, x, y=None, known_answers=False):
        """Encodes data that are in memory.

        Args:
            x, y: see the call arguments.
            known_answers: whether answers have to be in the vocabulary, as in
                training.

        Returns:
            `StoryRows`.

        Raises:
            TypeError, ValueError: for data that are malformed.
        """
        asked, batched = story_questions(x)
        support = support_lists(x.get("support"), asked, batched)
        warn_of_several_sentences(asked)
        self._warn_of_long_stories(asked)
        texts = _Numbers(lambda text: self._ids(text))
        stories, questions = [], []
        for place, (statements, question) in enumerate(asked):
            kept = statements[-self.memory_size :]
            stories.append([texts.number(text) for text in kept])
            questions.append(self._ids(question))
            if support is not None:
                support[place] = self._remembered(
                    support[place], len(statements), place
                )
        self._warn_of_unknown(asked)
        answers = None
        if y is not None:
            answers = self._answers(y, len(asked), known_answers)
        return StoryRows(
            [[], *texts.values], stories, questions, support, answers
        )

    def unknown_words(self, asked):
        """Words that are not in the vocabulary, in the order they occur.

        Args:
            asked: list of `StoryQuestion`.
        """
        texts = dict.fromkeys(
            text
            for statements, question in asked
            for text in (*statements, question)
        )
        return self.tokenizer.unknown_words([story_words(t) for t in texts])

    def get_config(self):
        return {
            **super().get_config(),
            "memory_size": self.memory_size,
            "ngrams": self.ngrams,
            "max_answer_words": self.max_answer_words,
        }

    def _ids(self, text):
        return self.tokenizer.sentence_ids(text, self.ngrams)

    def _answers(self, y, count, known_answers):
        texts = answer_texts(y, self.max_answer_words)
        if len(texts) != count:
            raise ValueError(
                f"`y` must have an answer for each question. Received "
                f"{len(texts)} answers and {count} questions."
            )
        ids = {
            token: number
            for number, token in enumerate(
                self.tokenizer.get_vocabulary()[: self.tokenizer.num_words]
            )
            if number > self.tokenizer.unk_token_id
        }
        for place, words in enumerate(texts):
            for word in words:
                if known_answers and word not in ids:
                    raise ValueError(
                        f"`y[{place}]` is {','.join(words)!r}, but the "
                        f"vocabulary has no {word!r}: the model could not give "
                        "that answer. Make it with a vocabulary of "
                        "`zoo.story_vocabulary(x, y, ...)`."
                    )
        unknown = self.tokenizer.unk_token_id
        self._warn_of_unknown_answers(
            dict.fromkeys(w for words in texts for w in words if w not in ids)
        )
        return [[ids.get(word, unknown) for word in words] for words in texts]

    def _answer_table(self, rows):
        table = np.zeros((len(rows), self.max_answer_words), "int32")
        for place, words in enumerate(rows.answers):
            table[place, : len(words)] = words
        return table

    def _remembered(self, support, length, place):
        """Places of facts among the statements that are kept."""
        dropped = max(0, length - self.memory_size)
        for fact in support:
            if fact < dropped:
                raise ValueError(
                    f"`x['support'][{place}]` has the fact {fact} of "
                    f"{length} statements, but only the last "
                    f"{self.memory_size} are kept. Raise `memory_size`."
                )
        return [fact - dropped for fact in support]

    def _warn_of_long_stories(self, asked):
        lengths = [len(statements) for statements, _ in asked]
        long = [length for length in lengths if length > self.memory_size]
        if long:
            warnings.warn(
                f"Of {len(asked)} stories {len(long)} have more than "
                f"`memory_size={self.memory_size}` statements, up to "
                f"{max(long)}: only the last {self.memory_size} are kept.",
                stacklevel=4,
            )

    def _warn_of_unknown(self, asked):
        unknown = self.unknown_words(asked)
        if unknown:
            warnings.warn(
                f"Not in the vocabulary, and read as `<unk>`: "
                f"{_shown(unknown)}.",
                stacklevel=4,
            )

    def _warn_of_unknown_answers(self, unknown):
        if unknown:
            warnings.warn(
                "Not in the vocabulary, and never given as an answer: "
                f"{_shown(list(unknown))}.",
                stacklevel=5,
            )

    def _encode_in_graph(self, x, y):
        import tensorflow as tf

        names = ["story", "story_mask", "question"]
        dtypes, ranks = ["int32", "bool", "int32"], [3, 2, 2]
        given = {
            name: value.to_tensor(-1 if name == "support" else "")
            if isinstance(value, tf.RaggedTensor)
            else value
            for name, value in x.items()
        }
        if "support" in given:
            names, dtypes, ranks = (
                [*names, "support"],
                [*dtypes, "int32"],
                [*ranks, 2],
            )
        if y is not None:
            given["y"], dtypes, ranks = y, [*dtypes, "int32"], [*ranks, 2]
        keys = sorted(given)

        def encode(*arrays):
            found = dict(zip(keys, arrays, strict=True))
            answers = found.pop("y", None)
            rows = self.rows(found, answers)
            dense = rows.dense()
            encoded = [dense[name] for name in names]
            if answers is not None:
                encoded.append(self._answer_table(rows))
            return encoded

        tensors = tf.numpy_function(
            encode, [given[key] for key in keys], dtypes, stateful=False
        )
        for tensor, rank in zip(tensors, ranks, strict=True):
            tensor.set_shape([None] * rank)
        encoded = dict(zip(names, tensors, strict=False))
        return encoded, None if y is None else tensors[-1]


def _shown(words):
    more = len(words) - SHOWN
    first = ", ".join(map(repr, words[:SHOWN]))
    return f"{first} and {more} more" if more > 0 else first


class _Numbers:
    """Different texts, numbered from 1, with what becomes of each."""

    def __init__(self, convert):
        self.values = []
        self._convert = convert
        self._numbers = {}

    def number(self, text):
        if text not in self._numbers:
            self.values.append(self._convert(text))
            self._numbers[text] = len(self.values)
        return self._numbers[text]
