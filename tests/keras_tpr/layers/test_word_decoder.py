"""What all decoders share, on the smallest of them."""

import keras
import numpy as np
import pytest
from atpl_weights import randomize
from layer_checks import assert_close, to_numpy

from keras_tpr.layers.word_decoder import WordDecoder

TOKENS = np.array([[3, 1, 2, 0], [4, 0, 1, 1]])
FEATURES = np.array([[1.0, -1.0], [0.5, 2.0]], "float32")
TAGS = np.array([[1.0], [0.5]], "float32")


class LastWordDecoder(WordDecoder):
    """Predicts each word from the one before."""

    def __init__(self, vocabulary_size=5, **options):
        options = {"word_dim": 3, "filler_dim": 3, "feature_dim": 2, **options}
        super().__init__(vocabulary_size, **options)
        self.cell = keras.layers.Identity()

    def fillers(
        self, token_ids, features, tags=None, padding_mask=None, training=False
    ):
        return self.sequence(
            token_ids, features, tags, padding_mask, training=training
        ).heard


def make(tags_shape=None, **options):
    decoder = LastWordDecoder(**options)
    decoder.build(TOKENS.shape, FEATURES.shape, tags_shape)
    randomize(decoder)
    return decoder


def table(decoder):
    return to_numpy(decoder.embedding.embeddings.value)


def test_steps_read_the_vector_then_the_words_before():
    decoder = make(feature_bias=True)
    sequence = decoder.sequence(TOKENS, FEATURES)
    kernel, bias = (to_numpy(w) for w in decoder.feature_projection.weights)
    first = FEATURES @ kernel + bias
    words = table(decoder)[TOKENS]
    assert_close(sequence.first[:, 0], first)
    assert_close(sequence.words, words)
    expected = np.concatenate([first[:, np.newaxis], words[:, :-1]], axis=1)
    assert_close(sequence.heard, expected)


def test_a_step_is_real_if_what_it_reads_is():
    sequence = to_numpy(make().sequence(TOKENS, FEATURES)._asdict())
    assert sequence["mask"].astype(int).tolist() == [[1, 1, 1, 1], [1, 1, 0, 0]]
    assert sequence["real"].astype(int).tolist() == [[1, 1, 1, 1], [1, 1, 1, 0]]
    given = np.array([[1, 0, 1, 1], [0, 0, 0, 0]])
    sequence = to_numpy(
        make().sequence(TOKENS, FEATURES, padding_mask=given)._asdict()
    )
    assert sequence["mask"].astype(int).tolist() == given.tolist()
    assert sequence["real"].astype(int).tolist() == [[1, 1, 0, 1], [1, 0, 0, 0]]


def test_output_layer():
    decoder = make()
    kernel, bias = (to_numpy(w) for w in decoder.output_layer.weights)
    expected = to_numpy(decoder.fillers(TOKENS, FEATURES)) @ kernel + bias
    assert_close(decoder(TOKENS, FEATURES), expected)
    assert_close(list(decoder.output_weights), [kernel, bias])


def test_tied_output_scores_by_similarity():
    decoder = make(tie_output=True)
    assert decoder.output_layer is None
    bias = to_numpy(decoder.output_bias.value)
    expected = to_numpy(decoder.fillers(TOKENS, FEATURES)) @ table(decoder).T
    assert_close(decoder(TOKENS, FEATURES), expected + bias)
    assert_close(list(decoder.output_weights), [table(decoder).T, bias])
    assert decoder.count_params() == 5 * 3 + 2 * 3 + 5


def test_a_loss_finds_the_fillers_where_it_can_use_them():
    logits = make()(TOKENS, FEATURES)
    served = keras.backend.backend() == "tensorflow"
    assert hasattr(logits, "_keras_fillers") == served
    low = LastWordDecoder(dtype="mixed_bfloat16")
    assert not hasattr(low(TOKENS, FEATURES), "_keras_fillers")


def test_dropout_is_of_what_is_read_not_of_the_words():
    decoder = make(tags_shape=TAGS.shape, num_tags=1, dropout=0.5, seed=1)
    still = to_numpy(decoder.sequence(TOKENS, FEATURES, TAGS)._asdict())
    dropped = to_numpy(
        decoder.sequence(TOKENS, FEATURES, TAGS, training=True)._asdict()
    )
    for name in ("words", "mask", "real"):
        np.testing.assert_array_equal(dropped[name], still[name])
    for name in ("features", "tags"):
        kept = dropped[name] / still[name]
        assert set(kept.round(5).reshape(-1)) <= {0.0, 2.0}, name
    kept = dropped["heard"][:, 1:] / still["heard"][:, 1:]
    assert set(kept.round(5).reshape(-1)) == {0.0, 2.0}


def test_output_shape_and_config():
    decoder = make(dropout=0.25, seed=3)
    assert decoder.compute_output_shape((None, 7), (None, 2)) == (None, 7, 5)
    config = decoder.get_config()
    assert config["dropout"] == 0.25 and config["seed"] == 3
    assert config["vocabulary_size"] == 5 and config["feature_dim"] == 2


@pytest.mark.parametrize("size", [1, 0, 2.0, None])
def test_bad_vocabulary(size):
    message = f"`vocabulary_size`.*vocabulary_size={size}"
    with pytest.raises(ValueError, match=message):
        LastWordDecoder(size)


def test_bad_inputs():
    with pytest.raises(ValueError, match=r"`features`.*\(B, 2\).*\(2, 1\)"):
        LastWordDecoder()(TOKENS, TAGS)
    with pytest.raises(ValueError, match="`tags` were given"):
        LastWordDecoder()(TOKENS, FEATURES, TAGS)
    with pytest.raises(ValueError, match="`num_tags=1`.*needs `tags`"):
        LastWordDecoder(num_tags=1)(TOKENS, FEATURES)
    with pytest.raises(ValueError, match=r"`tags`.*`num_tags=1`.*\(2, 2\)"):
        LastWordDecoder(num_tags=1)(TOKENS, FEATURES, FEATURES)
