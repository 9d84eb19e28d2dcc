"""The LSTM that answers questions about stories, as a baseline.

Weston et al., Towards AI-Complete Question Answering, 2015, Table 3.
"""

import numpy as np
from keras import ops

from zoo.export import zoo_export
from zoo.memory.babi_lstm_backbone import BabiLSTMBackbone
from zoo.memory.babi_lstm_preprocessor import BabiLSTMPreprocessor
from zoo.memory.explain_hops import explain_hops
from zoo.memory.make_story_model import make_story_model
from zoo.memory.story_inputs import story_questions
from zoo.memory.word_answer_task import WordAnswerTask


@zoo_export
class BabiLSTM(WordAnswerTask):
    """Answers questions with a `BabiLSTMBackbone`; see `zoo.babi_lstm`.

    Args:
        backbone: a `BabiLSTMBackbone`.
        preprocessor: a `BabiLSTMPreprocessor`, or None.
    """

    backbone_cls = BabiLSTMBackbone
    preprocessor_cls = BabiLSTMPreprocessor

    def explain(self, x):
        """How much less probable the answer is without each statement.

        An LSTM finds no facts; what it is given instead is the story without
        one statement after another.

        Args:
            x: a dict of one story and one question.

        Returns:
            A `HopExplanation` with a single row of `hop_weights`, from 0 to 1,
            and no facts.

        Raises:
            TypeError: if there are several questions.
            ValueError: for a model without words.
        """

        def weights(outputs, size):
            (statements, question), *_ = story_questions(self.as_batch(x)[0])[0]
            if not size:
                return np.zeros((1, 0))
            kept = list(statements[-size:])
            without = [kept[:n] + kept[n + 1 :] for n in range(size)]
            found = self.predict(
                {
                    "story": [kept, *without],
                    "question": [question] * (size + 1),
                },
                verbose=0,
            )["answer"][:, 0]
            probabilities = ops.convert_to_numpy(ops.softmax(found))
            best = probabilities[:, probabilities[0].argmax()]
            return np.clip(best[0] - best[1:], 0.0, 1.0)[None]

        return explain_hops(self, x, weights)


def babi_lstm(
    preset=None,
    vocabulary=None,
    vocabulary_size=200,
    embedding_dim=50,
    units=100,
    dropout=0.0,
    memory_size=50,
    dtype=None,
    load_weights=True,
    **architecture,
):
    """An LSTM that reads a story and a question, then answers, compiled.

    Args:
        preset: directory of a trained model; only `dtype` and `load_weights`
            can go with it.
        vocabulary: words and answers; see `zoo.story_vocabulary`. None for a
            model that takes ids.
        vocabulary_size: number of ids without a `vocabulary`, those of no
            word and of unknown words included.
        embedding_dim, units, dropout: see `BabiLSTMBackbone`.
        memory_size: number of statements that are read, the last ones.
        dtype: a Keras dtype or policy.
        load_weights: False gives the preset's architecture untrained.
        **architecture: further arguments of `BabiLSTMBackbone`.

    Returns:
        A compiled `BabiLSTM`.

    Raises:
        TypeError: for an argument that neither this nor `BabiLSTMBackbone`
            has.
        ValueError: if a preset is given with an argument it would ignore.

    Example:

    >>> import zoo
    >>> x = {"story": [["Ann is in the hall."]], "question": ["Where is Ann?"]}
    >>> model = zoo.babi_lstm(vocabulary=zoo.story_vocabulary(x, ["hall"]))
    >>> history = model.fit(x, ["hall"], epochs=9, verbose=0)
    >>> model.answer(x)
    ['hall']

    Reference:
        Weston et al., Towards AI-Complete Question Answering, 2015, section 4
        and Table 3.
    """
    return make_story_model(
        BabiLSTM,
        babi_lstm,
        locals(),
        backbone={
            "embedding_dim": embedding_dim,
            "units": units,
            "dropout": dropout,
            "memory_size": memory_size,
        },
    )
