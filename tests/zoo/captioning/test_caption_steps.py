import keras
import numpy as np
import pytest
from keras import ops
from small_captioner import (
    encoded,
    log_softmax,
    sentence_log_probabilities,
    small_captioner,
    without_words,
)

import zoo
from zoo.captioning.caption_steps import CaptionSteps, average_logits

VARIANTS = {
    "plain": {},
    "scn": {"num_tags": 3, "tag_factors": 4},
    "init": {"num_tags": 3, "tag_mode": "init"},
    "length": {"tpr_scale": "length"},
    "tied": {"tie_output": True},
    "all inputs": {"lstm_inputs": ("word", "tpr", "filler")},
}


def tensors(inputs):
    return {k: ops.convert_to_tensor(v) for k, v in inputs.items()}


def step_logits(steps, token_ids, copies=1):
    """Logits of every position, found word by word."""
    token_ids = np.repeat(token_ids, copies, axis=0)
    fill = np.full((len(token_ids), 1), -1, "int32")
    prompt = ops.convert_to_tensor(np.concatenate([fill, token_ids], axis=1))
    cache = ops.repeat(steps.initial_cache(), copies, axis=0)
    logits = []
    for index in range(1, prompt.shape[1]):
        scores, hidden, cache = steps.next(prompt, cache, index)
        assert hidden is None
        logits.append(ops.convert_to_numpy(scores))
    return np.stack(logits, axis=1)


@pytest.mark.parametrize("variant", VARIANTS)
def test_steps_give_the_logits_of_the_backbone(variant):
    options = VARIANTS[variant]
    model = small_captioner(**options)
    inputs = encoded(tags="num_tags" in options)
    # No END before the last place, after which the backbone stands still.
    inputs["token_ids"] = np.maximum(inputs["token_ids"], 1)
    expected = ops.convert_to_numpy(model.backbone(inputs))
    steps = CaptionSteps([model.backbone], tensors(without_words(inputs)))
    actual = step_logits(steps, inputs["token_ids"])
    np.testing.assert_allclose(actual, expected, atol=1e-5)


def test_steps_of_the_plain_lstm_captioner():
    model = zoo.nic_captioner(
        vocabulary_size=9, embedding_dim=4, units=6, feature_dim=5, dropout=0.0
    )
    inputs = encoded()
    inputs["token_ids"] = np.maximum(inputs["token_ids"], 1)
    steps = CaptionSteps([model.backbone], tensors(without_words(inputs)))
    np.testing.assert_allclose(
        step_logits(steps, inputs["token_ids"]),
        ops.convert_to_numpy(model.backbone(inputs)),
        atol=1e-5,
    )


def test_several_rows_of_one_image():
    model = small_captioner(num_tags=3, tag_factors=4)
    inputs = encoded(count=3, tags=True)
    steps = CaptionSteps([model.backbone], tensors(without_words(inputs)))
    once = step_logits(steps, inputs["token_ids"])
    thrice = step_logits(steps, inputs["token_ids"], copies=3)
    np.testing.assert_allclose(thrice, np.repeat(once, 3, axis=0), atol=1e-6)


def test_log_probabilities():
    model = small_captioner()
    inputs = encoded()
    steps = CaptionSteps([model.backbone], tensors(without_words(inputs)))
    logits = ops.convert_to_numpy(model.backbone(inputs))
    token_ids = ops.convert_to_tensor(inputs["token_ids"])
    np.testing.assert_allclose(
        ops.convert_to_numpy(steps.log_probabilities(token_ids)),
        sentence_log_probabilities(logits, inputs["token_ids"]),
        atol=1e-5,
    )


def test_log_probabilities_of_several_captions_of_one_image():
    model = small_captioner(num_tags=3, tag_factors=4)
    inputs = encoded(count=2, tags=True)
    captions = encoded(count=6)["token_ids"]
    steps = CaptionSteps([model.backbone], tensors(without_words(inputs)))
    repeated = {k: np.repeat(v, 3, axis=0) for k, v in inputs.items()}
    repeated["token_ids"] = captions
    logits = ops.convert_to_numpy(model.backbone(repeated))
    np.testing.assert_allclose(
        ops.convert_to_numpy(
            steps.log_probabilities(ops.convert_to_tensor(captions))
        ),
        sentence_log_probabilities(logits, captions),
        atol=1e-5,
    )


def test_members_of_other_sizes_average_their_probabilities():
    members = [
        small_captioner(seed=1),
        small_captioner(seed=2, dim=8, units=3, tpr_scale="length"),
        small_captioner(seed=3),
    ]
    inputs = encoded()
    inputs["token_ids"] = np.maximum(inputs["token_ids"], 1)
    steps = CaptionSteps(
        [m.backbone for m in members], tensors(without_words(inputs))
    )
    expected = np.mean(
        [np.exp(log_softmax(m.backbone(inputs))) for m in members], axis=0
    )
    actual = step_logits(steps, inputs["token_ids"])
    np.testing.assert_allclose(np.exp(actual), expected, atol=1e-5)
    np.testing.assert_allclose(
        ops.convert_to_numpy(
            steps.log_probabilities(ops.convert_to_tensor(inputs["token_ids"]))
        ),
        sentence_log_probabilities(np.log(expected), inputs["token_ids"]),
        atol=1e-4,
    )


def test_average_of_logits_by_hand():
    # Probabilities 1/4, 3/4 and 1/2, 1/2: on average 3/8, 5/8.
    logits = [
        ops.convert_to_tensor(np.log([[1.0, 3.0]], dtype="float32")),
        ops.convert_to_tensor(np.array([[7.0, 7.0]], "float32")),
    ]
    averaged = ops.convert_to_numpy(average_logits(logits))
    np.testing.assert_allclose(np.exp(averaged), [[3 / 8, 5 / 8]], rtol=1e-6)


def test_logits_of_a_single_member_are_left_alone():
    logits = ops.convert_to_tensor(np.array([[1.0, 3.0]], "float32"))
    assert average_logits([logits]) is logits


def test_logits_are_float32_in_mixed_precision():
    model = small_captioner(dtype="mixed_bfloat16")
    inputs = tensors(without_words(encoded()))
    steps = CaptionSteps([model.backbone], inputs)
    prompt = ops.full((6, 3), -1, "int32")
    logits, _, cache = steps.next(prompt, steps.initial_cache(), 1)
    assert keras.backend.standardize_dtype(logits.dtype) == "float32"
    assert keras.backend.standardize_dtype(cache.dtype) == "bfloat16"
