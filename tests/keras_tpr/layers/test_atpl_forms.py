"""The parallel and the step form, apart from the decoder that uses them."""

import keras
import numpy as np
import pytest
from atpl_weights import randomize
from layer_checks import assert_close, to_numpy

from keras_tpr.layers import ATPLCell
from keras_tpr.layers.atpl_parallel_form import ATPLParallelForm, bind_each
from keras_tpr.layers.atpl_step_form import ATPLStepForm
from keras_tpr.layers.word_decoder import WordSequence

RNG = np.random.default_rng(0)
# A batch of the size of everything else.
FIRST = RNG.standard_normal((4, 1, 4)).astype("float32")
WORDS, HEARD = RNG.standard_normal((2, 4, 5, 4)).astype("float32")
FEATURES = RNG.standard_normal((4, 3)).astype("float32")
TAGS = RNG.uniform(size=(4, 2)).astype("float32")
MASK = np.arange(5) < np.array([[5], [3], [1], [0]])


def both_forms(**options):
    cell = ATPLCell(4, 4, 3, **options)
    cell.build((None, 4))
    randomize(cell)
    dropout = keras.layers.Dropout(0.5)
    return ATPLParallelForm(cell, dropout), ATPLStepForm(cell, dropout)


def sequence_and_states(cell):
    tensor = keras.ops.convert_to_tensor
    sequence = WordSequence(
        first=tensor(FIRST),
        words=tensor(WORDS),
        # What is heard differs from what is bound, as under dropout.
        heard=tensor(np.concatenate([FIRST, HEARD[:, 1:]], axis=1)),
        mask=tensor(MASK),
        real=tensor(np.concatenate([MASK[:, :1] | True, MASK[:, :-1]], axis=1)),
        features=tensor(FEATURES),
        tags=tensor(TAGS),
    )
    states = cell.get_initial_state(4)
    states[5] = sequence.features
    if cell.num_tags:
        states[-1] = cell.project_tags(sequence.tags)
    return sequence, states


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"tpr_scale": "length"},
        {"num_tags": 2, "tag_factors": 3},
        {"num_tags": 2, "tag_factors": 3, "tpr_scale": "length"},
    ],
    ids=lambda options: "-".join(options) or "plain",
)
def test_forms_agree(options):
    parallel, step = both_forms(**options)
    sequence, states = sequence_and_states(parallel.cell)
    expected = to_numpy(step.emit(sequence, states, internals=True))
    assert_close(parallel.emit(sequence, states), expected, atol=1e-5)
    fillers = step.emit(sequence, states)
    assert set(fillers) == {"f"}
    assert_close(fillers["f"], expected["f"], atol=1e-5)


def test_attended_dropout_has_a_mask_a_position_or_a_sentence():
    """Padding repeats a position exactly where they share their mask."""
    for form, shared in zip(both_forms(), (False, True), strict=True):
        sequence, states = sequence_and_states(form.cell)
        given = form.emit(sequence, states, training=True, internals=True)
        read = to_numpy(given["S"])[3]
        same = (abs(read - read[:1]).max((1, 2)) < 1e-6).all()
        assert same == shared


def test_the_parallel_form_is_possible_for_the_papers_step_only():
    class OtherStep(ATPLCell):
        def call(self, inputs, states):
            return super().call(inputs, states)

    class OtherEmission(ATPLCell):
        def emit(self, *arguments, **options):
            return super().emit(*arguments, **options)

    class OtherName(ATPLCell):
        pass

    possible = ATPLParallelForm.is_possible
    assert possible(ATPLCell(4, 4, 3))
    assert possible(OtherName(4, 4, 3))
    assert not possible(OtherStep(4, 4, 3))
    assert not possible(OtherEmission(4, 4, 3))
    assert not possible(ATPLCell(4, 4, 3, lstm_inputs=("word", "tpr")))


def test_bind_each():
    bound = to_numpy(bind_each(WORDS, HEARD))
    assert_close(bound, np.einsum("bti,btj->btij", WORDS, HEARD))
