"""Every preset of sentences, on the whole test split: as good as it says."""

import json
import pathlib

import pytest

import zoo
from keras_tpr.metrics import bracketing_scores
from keras_tpr.trees import from_brackets, to_brackets
from recipes.datasets.babi import read_babi
from recipes.datasets.gum_trees import read_gum_trees
from recipes.datasets.sick_relatedness import read_sick
from recipes.datasets.sst_trees import read_sst_trees
from recipes.datasets.trec import read_trec
from recipes.datasets.ud_pos import read_ud_pos
from recipes.memory.story_data import StoryData
from recipes.memory.without_word_warnings import without_word_warnings
from recipes.sentence_cnn.sst_sentences import sst_sentences
from recipes.tree_lstm.label_scheme import FINE, THREE_WAY

ROOT = pathlib.Path(__file__).parents[2]
DATA = ROOT.parent / "shared/data"
RESULTS = ROOT / "recipes" / "results"


def treebank():
    trees = read_sst_trees(DATA / "sst")["test"]
    # `(`, where the files have -LRB-.
    return [from_brackets(to_brackets(t), unescape=True) for t in trees]


def tree_accuracy(model, scheme):
    trees = (scheme.relabelled(tree) for tree in treebank())
    trees = [tree for tree in trees if tree is not None]
    scores = model.evaluate(trees, batch_size=256, return_dict=True, verbose=0)
    return scores["accuracy"]


def relatedness(model):
    pairs = read_sick(DATA / "sick")["test"]
    scores = model.evaluate(
        [(pair.tree_a, pair.tree_b) for pair in pairs],
        [pair.score for pair in pairs],
        batch_size=256,
        return_dict=True,
        verbose=0,
    )
    return scores["pearson"]


def stories(model):
    """The mean of the tasks, which have a thousand questions each."""
    tasks = read_babi(DATA / "babi", "en").values()
    told = [story for splits in tasks for story in splits["test"]]
    questions = StoryData.of(told)
    with without_word_warnings():
        scores = model.evaluate(
            {**questions.x, "support": questions.support},
            questions.answers,
            batch_size=250,
            return_dict=True,
            verbose=0,
        )
    return scores["accuracy"]


def sentence_accuracy(model, sentences):
    scores = model.evaluate(
        list(sentences.sentences),
        sentences.labels,
        batch_size=250,
        return_dict=True,
        verbose=0,
    )
    return scores["accuracy"]


def questions(model):
    return sentence_accuracy(model, read_trec(DATA / "trec")["test"])


def reviews(model, binary):
    sentences = sst_sentences(treebank(), binary, phrases=False)
    return sentence_accuracy(model, sentences)


def tags(model):
    sentences = read_ud_pos(DATA)["test"]
    found = model.tag([list(sentence.words) for sentence in sentences])
    pairs = [
        (tag, gold)
        for row, sentence in zip(found, sentences, strict=True)
        for tag, gold in zip(row, sentence.xpos, strict=True)
    ]
    return sum(tag == gold for tag, gold in pairs) / len(pairs)


def brackets(model):
    trees = read_gum_trees(DATA)["test"]
    found = model.parse([tree.words() for tree in trees])
    return bracketing_scores(trees, found)["f1"]


# Preset -> folder of its data, and what measures it.
FIGURES = {
    "tree_lstm_sst5_en": ("sst", lambda model: tree_accuracy(model, FINE)),
    "tree_lstm_sst2_en": ("sst", lambda model: tree_accuracy(model, THREE_WAY)),
    "tree_lstm_sick_en": ("sick", relatedness),
    "memnn_babi_en": ("babi", stories),
    "dcnn_trec_en": ("trec", questions),
    "dcnn_sst2_en": ("sst", lambda model: reviews(model, binary=True)),
    "dcnn_sst5_en": ("sst", lambda model: reviews(model, binary=False)),
    "atpl_pos_ewt_en": ("ud_ewt", tags),
    "atpl_parse_gum_en": ("gum", brackets),
}


@pytest.mark.parametrize("name", FIGURES)
def test_figure(name):
    folder, measure = FIGURES[name]
    if not (DATA / folder).is_dir():
        pytest.skip(f"needs ../shared/data/{folder}")
    record = zoo.describe(name)
    model = getattr(zoo, record["model"])(name)
    # A sentence may tip over where another machine's sums differ; and half
    # precision of word vectors moves a few.
    assert measure(model) == pytest.approx(record["score"], abs=3e-3)


@pytest.mark.parametrize("name", FIGURES)
def test_score_is_that_of_a_committed_run(name):
    record = zoo.describe(name)
    result = json.loads((RESULTS / f"{record['recipe']}.json").read_text())
    metric = record["metric"].removesuffix(" (test)")
    runs = [result["scores"]]
    if "rows" in result:
        rows = result["rows"].values()
        runs = [run for row in rows for run in row["runs"].values()]
    runs = [run["test"][metric] for run in runs]
    assert record["score"] in runs
    assert record["bytes"] <= 10_000_000
