"""The tagger of parts of speech."""

import numpy as np
import pytest
from grammar_models import TAGS, TREES, VECTORS, WIDE, autoencoder, tagger
from layer_checks import assert_close, to_numpy

import zoo
from zoo.atpl.tag_classes import PTB_TAGS, TagClasses

SENTENCES = ["a dog runs", ["a", "red", "zebra", "(", "walks"], "dog"]


@pytest.fixture(scope="module")
def model():
    return tagger(**WIDE)


def test_number_of_weights_of_the_head():
    """As published: BLSTM, and two factored layers of 10,000 words."""
    part = zoo.ATPLAutoencoderBackbone(1000, units=8)
    backbone = zoo.ATPLTaggerBackbone(part, units=512)
    model = zoo.ATPLTagger(backbone, num_classes=45)
    lstm = backbone.count_params() - part.count_params()
    assert lstm == 2_232_320
    factored = 45 * 512 + 512 * 1000 + 512 * 512
    assert model.head.count_params() == 2 * factored


def test_equals_the_equations(model):
    """Softmax of `W_f(x) hf + W_b(x) hb`, with the matrices written out."""
    x, _ = model.preprocessor(TREES[:1])
    states = to_numpy(model.backbone(x))[0]
    layers = model.head.directions
    logits = np.zeros((3, len(TAGS)))
    for layer, part in zip(layers, np.split(states, 2, -1), strict=True):
        wc, wb, wa = (
            to_numpy(w.value)
            for w in (layer.state_kernel, layer.key_vectors, layer.kernel)
        )
        for t, key in enumerate(x["token_ids"][0]):
            logits[t] += wa.T @ np.diag(wb[key]) @ wc.T @ part[t]
    logits = np.exp(logits)
    expected = logits / logits.sum(-1, keepdims=True)
    found = model.predict_each(TREES[:1])[0]
    assert_close(found, expected.astype("float32"), atol=1e-5)


def test_batch_size_changes_no_tag(model):
    sentences = [*SENTENCES, *TREES, "", "dog " * 600]
    expected = model.tag(sentences, batch_size=64)
    assert [len(tags) for tags in expected[-2:]] == [0, 600]
    for size in (1, 7):
        assert model.tag(sentences, batch_size=size) == expected


def test_padding_and_probabilities(model):
    found = model.predict(SENTENCES)
    assert found.shape == (3, 5, len(TAGS))
    assert_close(found[0, :3].sum(-1), np.ones(3, "float32"))
    assert (found[0, 3:] == 0).all()


def test_word_vectors(model):
    tokenizer = model.preprocessor.tokenizer
    table = to_numpy(model.backbone.words.get_weights()[0])
    for word, vector in VECTORS.items():
        assert_close(table[tokenizer.vector_id(word)], np.float32(vector))
    # To the autoencoder the zebra is one of many unknown words.
    assert tokenizer.word_id("zebra") == tokenizer.word_id("gnu")
    assert tokenizer.num_word_ids == model.backbone.num_keys


def test_the_autoencoder_is_frozen_and_a_copy():
    part = autoencoder()
    for finetune, same in ((False, True), (True, False)):
        model = tagger(autoencoder=part, finetune_roles=finetune)
        model.fit(TREES, epochs=2, verbose=0)
        before = part.backbone.get_weights()
        after = model.backbone.autoencoder.get_weights()
        equal = [(a == b).all() for a, b in zip(before, after, strict=True)]
        assert all(equal) == same


@pytest.mark.parametrize(
    "options",
    [
        {"role_source": "words"},
        {"role_source": "random"},
        {"role_source": None, "concat_words": True, "head": "dense"},
    ],
)
def test_other_sources_learn_the_tags(options):
    model = tagger(**options)
    model.optimizer.learning_rate = 0.03
    history = model.fit(TREES, epochs=25, verbose=0).history
    assert history["loss"][-1] < 0.5 * history["loss"][0]


def test_random_roles_know_the_position_alone():
    backbone = tagger(role_source="random").backbone
    roles = to_numpy(backbone.get_layer("roles")(np.array([[3, 4], [5, 6]])))
    assert_close(roles[0], roles[1])
    assert np.abs(roles[0, 0] - roles[0, 1]).max() > 0.1


def test_learns_saves_and_explains(tmp_path):
    model = tagger(**WIDE)
    model.optimizer.learning_rate = 0.03
    model.fit(TREES, epochs=25, verbose=0)
    found = model.evaluate(TREES, verbose=0, return_dict=True)
    assert found["accuracy"] > 0.9
    model.save_to_preset(tmp_path / "preset")
    copy = zoo.atpl_tagger(str(tmp_path / "preset"))
    assert copy.tag(SENTENCES) == model.tag(SENTENCES)
    assert not copy.backbone.autoencoder.trainable_weights
    explained = copy.explain("a dog runs")
    assert explained.answers == ["DT", "NN", "VBZ"]
    assert explained.roles.shape == (3, 4)
    assert "VBZ" in explained.to_html()


def test_forms_of_tags(model):
    rows = [
        model.encode(x, y, labelled=True)[0][0].labels.tolist()
        for x, y in (
            ([["a", "dog"]], [["DT", "NN"]]),
            ([["a", "dog"]], [[0, 2]]),
            ([[("a", "DT"), ("dog", "NN")]], None),
            (["(NP (DT a) (NN dog))"], None),
        )
    ]
    assert rows == [[0, 2]] * 4


@pytest.mark.parametrize(
    "x, y, error, message",
    [
        ([["a", " "]], None, ValueError, r"`x\[0\]`: Word 2 is blank"),
        (["dog", ["a", "dog"]], [["NN"], ["DT", "XX"]], ValueError,
         r"`x\[1\]`: word 2, 'dog', has the tag 'XX'.*Classes: DT JJ NN"),
        ([["a", "dog"]], [["DT"]], ValueError, "2 words, but 1 tags"),
        ([["a", "dog"]], [["DT", None]], TypeError,
         r"`x\[0\]`: word 2, 'dog', has the tag None of type NoneType"),
        ([["a", "dog"]], ["DT NN"], TypeError, "a list with one for each word"),
        (["a dog", "a"], [["DT", "NN"], 3], TypeError, r"`x\[1\]`.*int: 3"),
        (["a dog"], None, ValueError, "has no tags"),
        (["a dog", ""], [["DT", "NN"], []], ValueError, r"`x\[1\]`.*empty"),
        ([["a", 3]], [["DT", "NN"]], TypeError, "Word 2 must be a string"),
        ("a dog", [["DT", "NN"]], TypeError, "put it into a list"),
    ],
)  # fmt: skip
def test_bad_sentences(model, x, y, error, message):
    with pytest.raises(error, match=message):
        model.fit(x, y, verbose=0)


def test_bad_batch_size(model):
    for call in (model.tag, model.predict, model.roles):
        with pytest.raises(ValueError, match="`batch_size` must be a positive"):
            call(["a dog"], 0)


def test_bad_options():
    part = autoencoder()
    with pytest.raises(ValueError, match="`role_source` must be one of"):
        tagger(autoencoder=part, role_source="role")
    with pytest.raises(ValueError, match="reads nothing"):
        tagger(autoencoder=part, role_source=None)
    with pytest.raises(ValueError, match="`embedding` needs"):
        tagger(autoencoder=part, embedding=VECTORS)
    with pytest.raises(ValueError, match=r"shape \(3,\).*`embedding_dim=4`"):
        tagger(autoencoder=part, **{**WIDE, "embedding_dim": 4})
    with pytest.raises(ValueError, match="`head` must be one of"):
        tagger(autoencoder=part, head="tied")
    with pytest.raises(ValueError, match="brings its vocabulary"):
        tagger(autoencoder=part, vocabulary=["a"])
    with pytest.raises(ValueError, match="`affix_buckets` must be at least 2"):
        tagger(autoencoder=part, affix_buckets=1)
    with pytest.raises(ValueError, match="`affix_buckets` must be a positive"):
        tagger(autoencoder=part, affix_buckets=10.5)
    with pytest.raises(TypeError, match="`embedding` must be a dict"):
        tagger(autoencoder=part, **{**WIDE, "embedding": "glove.txt"})
    with pytest.raises(TypeError, match="must be an `ATPLAutoencoder`"):
        tagger(autoencoder=part.backbone)


def test_classes():
    assert len(PTB_TAGS) == len(set(PTB_TAGS)) == 45
    assert TagClasses().names == PTB_TAGS
    assert TagClasses(3).names == ("0", "1", "2")
    with pytest.raises(ValueError, match="`class_names` must be 3"):
        TagClasses(3, ["a", "b"])
    with pytest.raises(ValueError, match="`num_classes` must be an integer"):
        TagClasses(1)
    for names, error, message in (
        ("DNV", TypeError, "`class_names` must be a list"),
        (["D", None], TypeError, r"`class_names\[1\]` must be a string"),
        (["D", ""], ValueError, r"`class_names\[1\]` is empty"),
        (["D", "N V"], ValueError, r"`class_names\[1\]`.*holds a blank"),
    ):
        with pytest.raises(error, match=message):
            TagClasses(class_names=names)
