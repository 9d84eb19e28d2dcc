"""What the recipes of tagger and parser count and score."""

import pytest

from keras_tpr.trees import read_trees
from recipes.atpl_pos import ATPLPosSettings
from recipes.grammar.grammar_steps import vocabulary_of
from recipes.grammar.perceptron import perceptron_scores
from recipes.grammar.speed import speed
from recipes.grammar.tag_scores import tag_scores
from recipes.grammar.tree_labels import tree_labels
from recipes.recipe import Context
from recipes.running.progress import RunProgress
from recipes.running.run_error import RunError

TAGGED = {
    "train": [(["a", "dog"], ["DT", "NN"]), (["dogs", "run"], ["NNS", "VBP"])],
    "test": [(["a", "cat"], ["DT", "NN"])],
}


def test_words_that_occur_once_are_left_to_their_class():
    words = [["b", "a", "-LRB-"], ["a", "b", "("], ["c", "x y", "x y"]]
    assert vocabulary_of(words, 2) == ["(", "a", "b"]
    assert vocabulary_of(words, 1)[-1] == "c"


def test_vectors_that_are_not_there():
    with pytest.raises(RunError, match="--glove"):
        ATPLPosSettings(glove="/nowhere/vectors.txt").check_files()


def test_tag_scores():
    scores = tag_scores([["DT", "VB"]], TAGGED["test"], {"a"})
    assert scores == {"accuracy": 0.5, "unseen": 0.0, "complete": 0.0}
    assert tag_scores([["DT", "NN"]], TAGGED["test"], {"a"})["complete"] == 1
    with pytest.raises(ValueError):
        tag_scores([["DT"]], TAGGED["test"], set())


def test_rare_chains_become_their_top_label():
    text = "(S (NP (NN a)) (VP (VB b)))" * 3 + "(FRAG (S (VP (VB a) (RB b))))"
    assert tree_labels(list(read_trees(text))) == ["NP", "S", "VP", "FRAG"]


def test_perceptron(tmp_path, monkeypatch):
    with RunProgress() as progress:
        context = Context(tmp_path, None, tmp_path, progress)
        first = perceptron_scores(TAGGED, "test", 0, context)
        assert 0 <= first["accuracy"] <= 1
        monkeypatch.delattr("nltk.tag.PerceptronTagger")
        # It is kept.
        assert perceptron_scores(TAGGED, "test", 0, context) == first


def test_speed():
    calls = []
    found = speed(
        lambda rows, batch_size: calls.append((len(rows), batch_size)),
        [["a"]] * 300,
    )
    assert list(found) == [
        "sentences a second, 1 at a time",
        "sentences a second, 64 at a time",
    ]
    assert calls == [(64, 1)] * 2 + [(256, 64)] * 2
