"""What a classifier tells of a sentence."""

import json
import re
from xml.etree import ElementTree

import numpy as np
import pytest
from atpl_weights import randomize
from layer_checks import assert_close, to_numpy
from small_questions import CLASSES, QUESTIONS, SMALL, WORDS

import zoo

TEXT = "What is the dog?"


@pytest.fixture(params=["dcnn", "max_tdnn", "nbow"])
def model(request):
    model = getattr(zoo, request.param)(
        config=SMALL, vocabulary=WORDS, class_names=CLASSES
    )
    randomize(model)
    return model


@pytest.fixture
def dcnn():
    model = zoo.dcnn(config=SMALL, vocabulary=WORDS, class_names=CLASSES)
    randomize(model)
    return model


def test_every_model_explains(model):
    found = model.explain(TEXT)
    assert found.words == ["what", "is", "the", "dog", "?"]
    assert found.unknown == []
    assert_close(found.probabilities, model.predict([TEXT], verbose=0)[0])
    assert found.class_name == model.classify([TEXT])[0]
    # Without a word, the class is less probable by that word's effect.
    best = found.probabilities.argmax()
    shorter = model.predict(["What is the?"], verbose=0)[0, best]
    assert found.word_effects[3] == pytest.approx(
        found.probabilities[best] - shorter, abs=1e-5
    )
    json.dumps(found.to_dict())
    assert "what" in found.to_html()
    assert found.plot().axes


def test_what_pooling_kept(dcnn):
    found = dcnn.explain(TEXT)
    # Of 5 words 3 values; then 2.
    shapes = [p.shape for p in found.kept_positions]
    assert shapes == [(3, 4, 2), (2, 2, 3)]
    for positions in found.kept_positions:
        assert (np.diff(positions, axis=0) > 0).all()
    (ids,) = dcnn.preprocessor.token_rows([TEXT])[0]
    convolution = dcnn.backbone.get_layer("convolution_1")
    words = to_numpy(dcnn.backbone.embedding(np.array([ids])))[..., None]
    maps = to_numpy(convolution(words))[0].reshape(8, 4, 2, 2).sum(axis=2)
    expected = np.sort(np.argsort(-maps, axis=0)[:3], axis=0)
    np.testing.assert_array_equal(found.kept_positions[0], expected)
    assert found.kept_words.shape == (2, 5)
    assert found.kept_words[0].max() <= 3 * 4 * 2


def test_the_last_layer_is_what_the_network_computes(dcnn):
    (ids,) = dcnn.preprocessor.token_rows([TEXT])[0]
    values = dcnn.convolved_layers(ids)[-1].values
    features = dcnn.backbone({"token_ids": np.array([ids])})
    assert_close(values.reshape(1, -1), features, atol=1e-5)


def test_detectors(dcnn):
    found = dcnn.explain(TEXT).detectors
    assert len(found) == 8 * 2
    values = [detector["activation"] for detector in found]
    assert values == sorted(values, reverse=True)
    best = found[0]
    (first,) = dcnn.top_ngrams([TEXT], (best["row"], best["map"]), n=1)
    assert first == (best["ngram"], pytest.approx(best["activation"]))


def test_top_ngrams(dcnn):
    found = dcnn.top_ngrams(QUESTIONS * 2, (3, 1), n=4)
    assert len({ngram for ngram, _ in found}) == 4
    values = [value for _, value in found]
    assert values == sorted(values, reverse=True)
    # By hand: words times the filter, wherever it lies.
    kernel = to_numpy(dcnn.backbone.get_layer("convolution_1").kernel.value)
    table = to_numpy(dcnn.backbone.embedding.embeddings.value)
    best = -np.inf
    for row in dcnn.preprocessor.token_rows(QUESTIONS)[0]:
        padded = np.pad(table[row][:, 3], 3)
        for place in range(len(row) + 3):
            best = max(best, padded[place : place + 4] @ kernel[:, 3, 0, 1])
    assert found[0][1] == pytest.approx(best, rel=1e-5)
    everything = dcnn.top_ngrams(["who is", ""], (0, 0), n=50)
    assert {ngram for ngram, _ in everything} == {"who", "who is", "is"}


def test_max_tdnn_does_not_see_margins():
    model = zoo.max_tdnn(config=SMALL, width=3, vocabulary=WORDS)
    randomize(model)
    found = {
        n
        for n, value in model.top_ngrams(["who is the dog"], (0, 0), 9)
        if np.isfinite(value)
    }
    assert found == {"who is the", "is the dog"}
    assert model.explain("who").detectors[0]["ngram"] == "who"


def test_the_graph_is_drawn(dcnn):
    found = dcnn.explain(TEXT, num_features=4, num_below=2)
    root = ElementTree.fromstring(found.to_svg())
    texts = {element.text for element in root.iter() if element.text}
    assert {*found.words, found.class_name} <= texts
    circles = [e for e in root.iter() if e.tag.endswith("circle")]
    nodes = [node for node in found.graph.nodes if node.layer]
    assert len(circles) == len(nodes)
    assert len(found.graph.roots) == 4


def test_tables_have_a_heading_for_each_column(model):
    found = model.explain(TEXT).to_html()
    tables = re.findall("<table>(.*?)</table>", found)
    assert len(tables) >= 2
    for table in tables:
        heading, *rows = re.findall("<tr>(.*?)</tr>", table)
        assert rows
        assert {row.count("<td>") for row in rows} == {heading.count("<th>")}


def test_words_that_are_not_known(dcnn):
    found = dcnn.explain("Who <b> Hamlet?")
    assert found.unknown == ["<", "b", ">", "hamlet"]
    assert "<b>" not in found.to_html()
    dropping = zoo.dcnn(config=SMALL, vocabulary=WORDS, oov="drop")
    assert dropping.explain("who zzz ?").words == ["who", "?"]
    with pytest.raises(ValueError, match="None of the words.*zzz"):
        dropping.explain("zzz")


def test_one_word(model):
    found = model.explain("who")
    assert len(found.word_effects) == 1
    assert np.isfinite(found.word_effects).all()
    found.to_html()


def test_no_graph_without_convolutions():
    model = zoo.nbow(config=SMALL, vocabulary=WORDS)
    found = model.explain(TEXT)
    assert found.detectors == [] and found.kept_words.shape == (0, 5)
    with pytest.raises(ValueError, match="no feature graph"):
        found.to_svg()
    with pytest.raises(ValueError, match="`NBoW` has no convolution"):
        model.top_ngrams([TEXT], (0, 0))


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("", ValueError, "`text` has no words"),
        ([], ValueError, "`text` has no words"),
        (["who", 3], TypeError, "`text` must be"),
        (["who is it ?", "what ?"], TypeError, "one sentence.*list of texts"),
    ],
)
def test_bad_sentences(dcnn, text, kind, message):
    with pytest.raises(kind, match=message):
        dcnn.explain(text)


@pytest.mark.parametrize(
    ("detector", "message"),
    [
        (3, r"`detector` must be `\(row, map\)`"),
        ((0.5, 0), r"`detector` must be `\(row, map\)`"),
        ("11", r"`detector` must be `\(row, map\)`"),
        ((8, 0), "a row below 8 and a map below 2"),
        ((0, -1), "a row below 8 and a map below 2"),
    ],
)
def test_bad_detectors(dcnn, detector, message):
    with pytest.raises(ValueError, match=message):
        dcnn.top_ngrams(QUESTIONS, detector)
