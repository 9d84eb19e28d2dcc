"""The constituency parser."""

import numpy as np
import pytest
from grammar_models import LABELS, TAGS, TREES, WIDE, parser, tagger
from layer_checks import assert_close, to_numpy

import zoo
from keras_tpr.metrics import bracketing_scores
from keras_tpr.trees import from_brackets, from_nltk, to_brackets
from zoo.atpl.label_classes import LabelClasses

SPANS = {"row_network": "spans", "layers": 1, "hidden": 8}
SENTENCES = ["a dog runs", ["a", "(", "cat"], "", "dog"]


@pytest.fixture(scope="module")
def trained_tagger():
    model = tagger(**WIDE)
    model.optimizer.learning_rate = 0.03
    model.fit(TREES, epochs=25, verbose=0)
    return model


@pytest.fixture(scope="module")
def spans(trained_tagger):
    model = parser(trained_tagger, **SPANS)
    model.optimizer.learning_rate = 0.03
    model.fit(TREES, epochs=40, verbose=0)
    return model


@pytest.fixture(scope="module")
def rows(trained_tagger):
    model = parser(trained_tagger, share_from=3)
    model.optimizer.learning_rate = 0.03
    model.fit(TREES, epochs=40, verbose=0)
    return model


@pytest.fixture(params=["spans", "rows"])
def model(request):
    return request.getfixturevalue(request.param)


def f1(found):
    return bracketing_scores(TREES, found)["f1"]


def test_number_of_weights_of_a_row():
    """As published: segmenter and labeller of one row."""
    part = zoo.ATPLTaggerBackbone(
        zoo.ATPLAutoencoderBackbone(20, units=8), units=4
    )
    backbone = zoo.ATPLParserBackbone(part, 45, 60, 8, max_layers=2)
    assert backbone.rows.count_params() == 2_804_736 + 2_864_128


def test_learns_the_trees(spans):
    assert f1(spans.parse(TREES)) > 0.9
    assert f1(spans.parse(TREES, rows="gold_null")) >= f1(spans.parse(TREES))


@pytest.mark.slow
def test_gold_rows_are_better_than_none(rows):
    found = rows.parse(TREES)
    exact = rows.parse(TREES, rows="gold_null")
    shapes = [
        [from_brackets(t).map_labels(lambda _: 0) for t in TREES],
        [tree.map_labels(lambda _: 0) for tree in exact],
    ]
    assert shapes[0] == shapes[1]
    assert f1(exact) >= f1(found) > 0.5


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        {"bit_encoding": "boundary", "pos_input": "soft"},
        {"label_mode": "carry", "loss_weighting": "segment"},
    ],
)
def test_options_of_rows_train(trained_tagger, options):
    model = parser(trained_tagger, share_from=2, **options)
    model.optimizer.learning_rate = 0.03
    losses = model.fit(TREES, epochs=15, verbose=0).history["loss"]
    assert losses[-1] < 0.7 * losses[0]
    found = model.parse(TREES)
    assert [t.words() for t in found] == [
        from_brackets(t).words() for t in TREES
    ]


def test_outputs_with_rows_given(rows):
    x, pos = rows.preprocessor(TREES)
    found = to_numpy(rows(x))
    shape = x["bits"].shape
    assert found["bits"].shape == (*shape, 2)
    assert found["labels"].shape == (*shape, 1 + len(LABELS))
    assert pos.shape == x["token_ids"].shape
    real = x["row_mask"][..., None] & (x["token_ids"] > 0)[:, None]
    assert_close(found["bits"].sum(-1)[real], np.ones(real.sum(), "float32"))


def test_batch_size_changes_no_tree(model):
    sentences = [*SENTENCES, *TREES]
    expected = model.parse(sentences, form="brackets")
    for size in (1, 7):
        assert model.parse(sentences, size, form="brackets") == expected


def test_forms(model):
    trees = model.parse(SENTENCES)
    texts = model.parse(SENTENCES, form="brackets")
    nltk_trees = model.parse(SENTENCES, form="nltk")
    assert trees[2] is None and texts[2] == "" and nltk_trees[2] is None
    assert "-LRB-" in texts[1] and "(" in trees[1].words()
    for tree, text, other in zip(trees, texts, nltk_trees, strict=True):
        if tree is not None:
            assert to_brackets(tree) == text
            assert to_brackets(from_nltk(other)) == text
    assert trees[3].words() == ["dog"]


def test_arrays_of_sentences(spans):
    texts = ["a dog runs", "a cat"]
    expected = spans.parse(texts, form="brackets")
    for values in (np.array(texts), np.array(texts, object)):
        assert spans.parse(values, form="brackets") == expected


def test_escaped_brackets_are_the_same_words(spans):
    """All that is read of a word, its endings and shape as well."""
    words = ["(", "a", ")", ":)"]
    escaped = ["-LRB-", "a", "-RRB-", ":-RRB-"]
    assert spans.preprocessor.affix_buckets
    x = spans.preprocessor([words, escaped], labelled=False)
    for values in x.values():
        assert_close(values[0], values[1])
    rows, _ = spans.encode(
        [["(", "dog"]], ["(NP (DT -LRB-) (NN dog))"], labelled=True
    )
    assert rows[0].pos.tolist() == [TAGS.index("DT"), TAGS.index("NN")]


def test_joint_labels_are_taken_apart(spans):
    for tree in spans.parse(TREES):
        assert not any("+" in node.label for node in tree.preorder())


def test_long_sentences(rows, spans):
    words = ["dog"] * 600
    assert rows.parse([words])[0].words() == words
    assert spans.parse([words[:200]])[0].words() == words[:200]


def test_tags_are_those_of_the_tagger(model, trained_tagger):
    sentences = ["a dog runs", ["a", "-LRB-", "cat"]]
    assert model.tag(sentences) == trained_tagger.tag(sentences)
    assert model.tag(SENTENCES[:2]) == model.tag(sentences)
    for tree, tags in zip(
        model.parse(sentences), model.tag(sentences), strict=True
    ):
        assert tree.tags() == tags


def test_the_tagger_is_frozen(model, trained_tagger):
    expected = trained_tagger.backbone.get_weights()
    found = model.backbone.tagger.get_weights()
    for one, other in zip(expected, found, strict=True):
        assert_close(one, other)


def test_saving(model, tmp_path):
    model.save_to_preset(tmp_path / "preset")
    copy = zoo.atpl_parser(str(tmp_path / "preset"))
    expected = model.parse(TREES, form="brackets")
    assert copy.parse(TREES, form="brackets") == expected
    assert len(copy.trainable_weights) == len(model.trainable_weights)


def test_explanation(model):
    found = model.explain("a red dog runs")
    (expected,) = model.parse(["a red dog runs"])
    assert found.tree == expected
    assert [tag for tag, _ in found.tags] == expected.tags()
    for row in found.rows:
        assert " ".join(words for words, *_ in row) == "a red dog runs"
        assert all(0 <= chance <= 1 for *_, chance in row)
    assert found.to_dict()["tree"] == to_brackets(expected)
    assert "red" in found.to_text() and "<svg" in found.to_html()
    assert found.plot().axes


@pytest.mark.parametrize(
    "x, y, message",
    [
        (["a dog"], None, "has no tree"),
        (["(NP (DT a) (XX dog))"], None, "has the tag 'XX'"),
        (["(WHNP (DT a) (NN dog))"], None, "the label 'WHNP' is none"),
        (["a dog"], [TREES[0]], "the tree in `y` has the words"),
        ([TREES[0], "()"], None, r"`x\[1\]`"),
        ([["a", ""]], None, r"`x\[0\]`: Word 2 is blank"),
    ],
)
def test_bad_sentences(spans, x, y, message):
    with pytest.raises(ValueError, match=message):
        spans.fit(x, y, verbose=0)


def test_bad_options(trained_tagger, spans):
    for options, message in (
        ({"max_layers": 1}, "`max_layers` must be"),
        ({"share_from": 1}, "`share_from` must be"),
        ({"label_mode": "none"}, "`label_mode` must be one of"),
        ({"bit_encoding": "parity"}, "`bit_encoding` must be one of"),
        ({"pos_input": "gold"}, "`pos_input` must be one of"),
        ({"row_network": "words"}, "`row_network` must be one of"),
        ({**SPANS, "label_mode": "carry"}, "gives labels to phrases"),
        ({"loss_weighting": "word"}, "`loss_weighting` must be one of"),
        ({"vocabulary": ["a"]}, "Leave out `vocabulary`"),
    ):
        with pytest.raises(ValueError, match=message):
            parser(trained_tagger, **options)
    with pytest.raises(TypeError, match="`root_label.* must be a string"):
        parser(trained_tagger, root_label=None)
    with pytest.raises(ValueError, match="`batch_size` must be a positive"):
        spans.parse(["a"], 0)
    with pytest.raises(TypeError, match="trees are made of words"):
        spans.parse(spans.preprocessor(["a"], labelled=False))
    with pytest.raises(ValueError, match="`form` must be one of"):
        spans.parse(["a"], form="text")
    with pytest.raises(ValueError, match="needs trees as `x`"):
        spans.parse(["a dog"], rows="gold")
    with pytest.raises(TypeError, match="must be an `ATPLTagger`"):
        parser(trained_tagger.backbone)


def test_labels():
    classes = LabelClasses(["NP", "S"], "carry", TAGS)
    assert classes.names == (None, "NP", "S", *TAGS)
    assert classes.number("NP+QP") == classes.number("NP") == 1
    with pytest.raises(ValueError, match="different names"):
        LabelClasses(["NP", "NP"])
    with pytest.raises(TypeError, match="`labels` must be a list"):
        LabelClasses("NP")
    with pytest.raises(ValueError, match=r"`labels\[1\]` is empty"):
        LabelClasses(["NP", ""])
