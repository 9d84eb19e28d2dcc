"""The decoder against published numbers and the float64 reference."""

import keras
import numpy as np
import pytest
from atpl_cases import (
    FEATURES,
    MASK,
    PARALLEL,
    SIZES,
    TAGS,
    TOKENS,
    VARIANTS,
    arguments,
    make,
)
from atpl_reference import decode_batch, word_losses
from atpl_weights import assign_weights, check_weights, read_weights
from layer_checks import assert_close, check_layer, check_padding, to_numpy

from keras_tpr.layers import ATPLDecoder


@pytest.mark.parametrize("parallel", [True, False])
def test_published_values(parallel):
    decoder = ATPLDecoder(5, 4, 2, 3, parallel=parallel, return_internals=True)
    decoder.build((1, 3), (1, 3))
    assign_weights(decoder, check_weights())
    tokens = np.array([[1, 3, 0]])
    given = decoder(tokens, np.array([[0.5, -1.0, 2.0]], "float32"))
    given = {name: x[0] for name, x in to_numpy(given).items()}
    for actual, expected in (
        (given["u"][0], [1.114881, 0.052793, 0.120892, -0.036383]),
        (given["u"][2], [1.347570, -0.010530, -0.021261, -0.098807]),
        (given["f"][0], [0.048985, 0.132650, -0.293304, 0.415120]),
        (given["S"][0, 0], [-0.002687, 0.282402, 0.419215, 0.374013]),
        (
            given["S_tilde"][2, 0],
            [0.435253, -0.005232, -0.011885, -0.036813],
        ),
        (
            given["logits"],
            [
                [-0.073311, -0.117919, -0.107068, -0.045861, 0.036915],
                [-0.079521, -0.062765, -0.016490, 0.037541, 0.073916],
                [-0.122932, 0.026835, 0.163981, 0.224005, 0.178675],
            ],
        ),
    ):
        np.testing.assert_allclose(actual, expected, atol=1e-6)
    losses = word_losses(given["logits"], tokens[0])
    np.testing.assert_allclose(losses.sum(), 5.065879, atol=2e-6)
    np.testing.assert_allclose(losses.mean(), 1.688626, atol=1e-6)
    assert given["logits"][0].argmax() == 4


@pytest.mark.parametrize("parallel", [True, False])
def test_published_values_with_tags(parallel):
    decoder = ATPLDecoder(
        5, 4, 2, 3, "scn", num_tags=3, tag_factors=2, parallel=parallel
    )
    decoder.build((1, 3), (1, 3), (1, 3))
    assign_weights(decoder, check_weights(tags=True))
    tokens = np.array([[1, 3, 0]])
    logits = to_numpy(
        decoder(
            tokens,
            np.array([[0.5, -1.0, 2.0]], "float32"),
            np.array([[0.9, 0.1, 0.4]], "float32"),
        )
    )[0]
    np.testing.assert_allclose(
        logits[[0, 2]],
        [
            [-0.064953, -0.132976, -0.138458, -0.078821, 0.017887],
            [-0.104763, -0.008613, 0.091588, 0.148713, 0.135896],
        ],
        atol=1e-6,
    )
    losses = word_losses(logits, tokens[0])
    np.testing.assert_allclose(losses.sum(), 5.023049, atol=2e-6)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("parallel", ["auto", False])
def test_equals_the_equations(variant, parallel):
    decoder = make(variant, parallel=parallel)
    assert decoder.runs_parallel == (parallel == "auto" and variant in PARALLEL)
    options = VARIANTS[variant]
    expected = decode_batch(
        read_weights(decoder),
        TOKENS,
        FEATURES,
        TAGS if decoder.num_tags else None,
        MASK,
        **{
            name: options[name]
            for name in ("lstm_inputs", "tpr_scale")
            if name in options
        },
    )
    given = arguments(decoder)
    assert_close(decoder(**given), expected["logits"].astype("float32"), 1e-5)
    internals = to_numpy(decoder.internals(**given))
    assert set(internals) == {
        "logits", "u", "a_u", "f", "a_v", "S", "S_tilde",
    }  # fmt: skip
    for name, x in internals.items():
        np.testing.assert_allclose(
            x, expected[name], atol=1e-5, rtol=1e-5, err_msg=name
        )


@pytest.mark.parametrize("parallel", ["auto", False])
def test_mask_defaults_to_the_first_end(parallel):
    decoder = make(parallel=parallel)
    tokens = np.array([[3, 0, 2, 5, 6], [4, 6, 1, 0, 0], [0, 0, 0, 0, 0]])
    mask = np.array([[1, 1, 0, 0, 0], [1, 1, 1, 1, 0], [1, 0, 0, 0, 0]])
    assert_close(
        decoder(tokens, FEATURES),
        decoder(tokens, FEATURES, padding_mask=mask.astype(bool)),
    )


@pytest.mark.parametrize("variant", ["plain", "all_inputs", "scaled"])
def test_a_hole_in_the_mask_is_a_word_left_out(variant):
    decoder = make(variant)
    hole = np.array([[1, 1, 0, 1, 1]] * 3, bool)
    tokens = np.array([[3, 1, 2, 5, 6]] * 3)
    given = arguments(decoder, token_ids=tokens, padding_mask=hole)
    shorter = arguments(
        decoder, token_ids=tokens[:, [0, 1, 3, 4]], padding_mask=hole[:, :4] | 1
    )
    actual = to_numpy(decoder(**given))[:, [0, 1, 3, 4]]
    assert_close(actual, decoder(**shorter))


@pytest.mark.parametrize("variant", ["plain", "scn", "all_inputs"])
def test_padding_repeats_the_last_prediction_and_does_nothing(variant):
    decoder = make(variant)
    check_padding(decoder, arguments(decoder))
    logits = to_numpy(decoder(**arguments(decoder)))
    assert_close(logits[1, 4], logits[1, 3])
    # Of a row of padding, every position predicts the first word.
    assert_close(logits[2, 1:], np.repeat(logits[2, :1], 4, axis=0))


@pytest.mark.parametrize("variant", ["plain", "scn", "filler_input"])
def test_a_position_sees_only_the_words_before_it(variant):
    decoder = make(variant)
    mask = np.ones_like(MASK)
    before = to_numpy(decoder(**arguments(decoder, padding_mask=mask)))
    for position in range(TOKENS.shape[1]):
        tokens = TOKENS.copy()
        tokens[:, position] = (tokens[:, position] + 1) % 7
        given = arguments(decoder, token_ids=tokens, padding_mask=mask)
        after = to_numpy(decoder(**given))
        changed = abs(after - before).max((0, 2)) > 1e-4
        assert changed.tolist() == [t > position for t in range(5)]


@pytest.mark.parametrize("variant", ["plain", "init", "all_inputs"])
def test_generation_gives_the_numbers_of_teacher_forcing(variant):
    decoder = make(variant)
    given = arguments(decoder)
    tags = given.pop("tags", None)
    expected = to_numpy(decoder(TOKENS, FEATURES, tags, np.ones_like(MASK)))
    x = decoder.first_input(FEATURES, tags)
    states = decoder.initial_state(FEATURES, tags)
    for position in range(TOKENS.shape[1]):
        f, states = decoder.cell(x, states)
        assert_close(decoder.logits(f), expected[:, position])
        x = decoder.embed(TOKENS[:, position])


def test_one_word_and_one_sentence():
    decoder = make()
    many = to_numpy(decoder(TOKENS, FEATURES))
    one = decoder(TOKENS[:1, :1], FEATURES[:1])
    assert_close(one, many[:1, :1])


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"parallel": False},
        {"return_internals": True, "tie_output": True, "dropout": 0.1},
        VARIANTS["scn"],
        VARIANTS["all_inputs"],
    ],
    ids=lambda options: "-".join(options) or "plain",
)
def test_layer(options):
    inputs = {"token_ids": TOKENS.astype("int32"), "features": FEATURES}
    if "tag_mode" in options:
        inputs["tags"] = TAGS
    inputs["padding_mask"] = MASK
    check_layer(
        ATPLDecoder,
        {**SIZES, **options},
        inputs,
        dynamic=("token_ids", "padding_mask"),
    )


@pytest.mark.parametrize(
    "options, message",
    [
        ({"vocabulary_size": 1}, "`vocabulary_size`.*vocabulary_size=1"),
        ({"dim": 6}, "powers of two.*dim=6"),
        ({"units": 0}, "`units`"),
        ({"feature_dim": 2.5}, "`feature_dim`.*2.5"),
        ({"tag_mode": "tags"}, "`tag_mode`.*'tags'"),
        ({"tag_mode": "scn"}, "`tag_mode` and `num_tags`"),
        ({"num_tags": 3}, "`tag_mode` and `num_tags`"),
        ({"lstm_inputs": "word"}, "`lstm_inputs`.*'word'"),
        ({"lstm_inputs": ("words",)}, "`lstm_inputs`.*'words'"),
        ({"tpr_scale": 2}, "`tpr_scale`.*2"),
        ({"role_basis": "fourier"}, "`role_basis`.*'fourier'"),
        ({"parallel": "yes"}, "`parallel`.*'yes'"),
        (
            {"parallel": True, "lstm_inputs": ("word", "tpr")},
            "`parallel=True`.*'tpr'.*`parallel='auto'`",
        ),
    ],
)
def test_bad_options(options, message):
    with pytest.raises(ValueError, match=message):
        ATPLDecoder(**{**SIZES, **options})


def test_bad_inputs():
    with pytest.raises(ValueError, match=r"`features`.*\(B, 3\).*\(3, 2\)"):
        ATPLDecoder(**SIZES)(TOKENS, FEATURES[:, :2])
    with pytest.raises(ValueError, match="`tags` were given.*`num_tags`"):
        ATPLDecoder(**SIZES)(TOKENS, FEATURES, TAGS)
    scn = VARIANTS["scn"]
    with pytest.raises(ValueError, match="the call needs `tags`"):
        ATPLDecoder(**SIZES, **scn)(TOKENS, FEATURES)
    with pytest.raises(ValueError, match=r"`tags`.*`num_tags=2`.*\(3, 1\)"):
        ATPLDecoder(**SIZES, **scn)(TOKENS, FEATURES, TAGS[:, :1])


def test_a_seeded_decoder_is_reproducible():
    first, second = (
        ATPLDecoder(**SIZES, role_basis="orthogonal", seed=1).cell.roles.basis
        for _ in range(2)
    )
    np.testing.assert_array_equal(first, second)
    drawn = ATPLDecoder(**SIZES, role_basis="orthogonal")
    revived = ATPLDecoder.from_config(drawn.get_config())
    np.testing.assert_array_equal(
        drawn.cell.roles.basis, revived.cell.roles.basis
    )
    assert isinstance(revived.seed, int)


@pytest.mark.parametrize("tags, count", [(None, 7_048_247), (999, 13_237_303)])
def test_number_of_weights_at_the_size_of_the_paper(tags, count):
    decoder = ATPLDecoder(
        8791,
        tag_mode=tags and "scn",
        num_tags=tags,
    )
    with keras.StatelessScope():
        decoder.build((1, 20), (1, 2048), tags and (1, tags))
        assert decoder.count_params() == count
