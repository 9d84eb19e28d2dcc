"""The autoencoder of sentences."""

import numpy as np
import pytest
from grammar_models import TREES, WORDS, autoencoder
from layer_checks import assert_close, to_numpy

import zoo

SENTENCES = ["a dog runs", "a red cat sits", "dog", "a cat"]


@pytest.fixture(scope="module")
def model():
    return autoencoder()


def test_number_of_weights():
    backbone = zoo.ATPLAutoencoderBackbone(1000)
    assert backbone.count_params() == 64 * 1000 + 1000 + 3_610_144


def test_roles_are_those_of_the_decoder_fed_with_the_sentence(model):
    network = model.backbone.network
    tokenizer = model.preprocessor.tokenizer
    for sentence, roles in zip(SENTENCES, model.roles(SENTENCES), strict=True):
        ids = np.array([tokenizer(sentence)])
        vector = to_numpy(network.encode(ids))
        internals = network.decoder.internals(ids, vector, padding_mask=ids > 0)
        assert_close(roles, to_numpy(internals["u"])[0], atol=1e-5)


def test_the_vector_is_the_last_state(model):
    network = model.backbone.network
    short = network.encode(np.array([[130, 131]]))
    assert_close(network.encode(np.array([[130, 131, 0, 0]])), short)


def test_a_role_knows_no_word_but_those_before_and_the_vector(model):
    network = model.backbone.network
    vector = np.ones((1, 6), "float32")
    one, other = (
        to_numpy(network.decoder.unbinding_vectors(np.array([ids]), vector))
        for ids in ([130, 131, 132], [130, 131, 129])
    )
    assert_close(one, other)
    changed = network.decoder.unbinding_vectors(
        np.array([[129, 131, 132]]), vector
    )
    assert np.abs(to_numpy(changed) - one)[0, 1:].max() > 1e-7


def test_batch_size_and_order_change_nothing(model):
    expected = model.predict(SENTENCES)
    assert expected.shape == (4, 5, model.backbone.vocabulary_size)
    assert_close(model.predict(SENTENCES, batch_size=1), expected, atol=1e-5)
    assert (expected[2, 2:] == 0).all()


def test_learns_to_write_sentences_again():
    model = zoo.atpl_autoencoder(vocabulary=WORDS, dim=8, units=16)
    model.optimizer.learning_rate = 0.02
    history = model.fit(SENTENCES, epochs=60, verbose=0).history
    assert history["loss"][-1] < 0.4 * history["loss"][0]
    assert history["accuracy"][-1] > 0.4
    explained = model.explain("a red cat sits")
    assert explained.words == ["a", "red", "cat", "sits"]
    assert len(explained.answers) == 4
    assert set(explained.to_dict()) >= {"words", "roles", "role_similarity"}
    assert "cat" in explained.to_html()


def test_role_clusters(model):
    found = model.role_clusters(TREES)
    assert found["num_words"] == 22 and 0 <= found["nmi"] <= 1
    assert (
        model.role_clusters(TREES[2:4], [["X"], ["Y", "Z"]], 2)["num_clusters"]
        == 2
    )
    with pytest.raises(ValueError, match="sentence 1 comes without"):
        model.role_clusters([TREES[0], "a dog"])
    with pytest.raises(ValueError, match=r"`tags\[0\]` has 1 tags for 2"):
        model.role_clusters(["a dog"], [["X"]])


def test_bad_input(model):
    with pytest.raises(ValueError, match=r"`x\[1\]`.*empty"):
        model.fit(["a dog", ""], verbose=0)
    with pytest.raises(ValueError, match="`y` must be None"):
        model.fit(["a dog"], ["a dog"], verbose=0)
    with pytest.raises(ValueError, match="126 classes|`vocabulary` makes"):
        zoo.atpl_autoencoder(vocabulary=WORDS, vocabulary_size=3)
    with pytest.raises(ValueError, match="`sentence` is empty"):
        model.explain(" ")
