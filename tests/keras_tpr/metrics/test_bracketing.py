import pathlib

import nltk
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tree_strategies import constituency_trees

from keras_tpr.metrics import bracketing_scores
from keras_tpr.trees import Tree, from_brackets, to_nltk

EVALB = pathlib.Path(__file__).parents[4] / "shared" / "data" / "evalb"
GOLD = "(S (NP (DT a) (NN dog)) (VP (VBZ barks)) (. .))"
RULES = "LABELED 1\nDELETE_LABEL TOP\nDELETE_LABEL .\n"


@pytest.fixture(scope="module")
def evalb():
    """A function from a file's name to its text, or a skip."""

    def evalb(name):
        path = EVALB / name
        if not path.is_file():
            pytest.skip(f"needs ../shared/data/evalb/{name}")
        return path.read_text("ascii")

    return evalb


def lines(text):
    return text.removesuffix("\n").split("\n")


def of_one(gold, predicted, *args, **kwargs):
    return bracketing_scores([gold], [predicted], *args, **kwargs)


def summaries(text):
    """The two blocks at the end of EVALB's output, for all and for <= 40."""
    found = []
    for line in text.split("=== Summary ===")[1].split("\n"):
        if line.startswith("-- "):
            found.append({})
        name, equals, value = line.partition(" = ")
        if equals:
            found[-1][name.strip()] = float(value)
    return found


PERCENT = {
    "Bracketing Recall": "recall",
    "Bracketing Precision": "precision",
    "Bracketing FMeasure": "f1",
    "Complete match": "complete_match",
    "No crossing": "no_crossing",
    "Tagging accuracy": "tagging_accuracy",
}
COUNTS = {
    "Number of sentence": "sentences",
    "Number of Error sentence": "errors",
    "Number of Skip  sentence": "skipped",
    "Number of Valid sentence": "valid",
    "Average crossing": "crossing",
}


@pytest.mark.parametrize(
    "name, rules, expected",
    [
        ("sample", "sample.prm", "sample.rsl"),
        ("bug", "new.prm", "bug.rsl-new"),
    ],
)
@pytest.mark.parametrize("block, max_length", [(0, None), (1, 40)])
def test_sample_files(evalb, name, rules, expected, block, max_length):
    scores = bracketing_scores(
        lines(evalb(f"{name}.gld")),
        lines(evalb(f"{name}.tst")),
        evalb(rules),
        strict=False,
        max_length=max_length,
    )
    summary = summaries(evalb(expected))[block]
    assert len(summary) >= 10
    for line, value in summary.items():
        if line in PERCENT:
            assert round(100 * scores[PERCENT[line]], 2) == value, line
        elif line in COUNTS:
            assert round(scores[COUNTS[line]], 2) == value, line


def test_the_published_figures_of_the_sample(evalb):
    scores = bracketing_scores(
        lines(evalb("sample.gld")),
        lines(evalb("sample.tst")),
        evalb("sample.prm"),
        strict=False,
    )
    found = [
        round(100 * scores[name], 2)
        for name in ("recall", "precision", "complete_match")
    ]
    assert found == [87.76, 90.53, 52.94]
    assert round(100 * scores["tagging_accuracy"], 2) == 98.15


def test_each_sentence_of_the_sample(evalb):
    table = evalb("sample.rsl").split("===\n")[1].split("\n")[:24]
    gold, predicted = (lines(evalb(f"sample.{end}")) for end in ("gld", "tst"))
    for row, one, other in zip(table, gold, predicted, strict=True):
        _, _, status, recall, precision, *counts = map(float, row.split())
        scores = of_one(one, other, evalb("sample.prm"), strict=False)
        assert scores["errors"] == (status == 1)
        assert scores["skipped"] == (status == 2)
        assert round(100 * scores["recall"], 2) == recall
        assert round(100 * scores["precision"], 2) == precision
        assert scores["crossing"] == counts[3]
        if status == 0:
            accuracy = round(100 * scores["tagging_accuracy"], 2)
            assert accuracy == counts[-1]


@given(constituency_trees(words=st.sampled_from(["a", "(", "x"])))
def test_a_tree_is_like_itself(tree):
    scores = of_one(tree, tree)
    assert scores["valid"] == scores["complete_match"] == 1
    if any(not node.is_leaf for node in tree.preorder()):
        assert scores["f1"] in (0.0, 1.0)
    assert scores["crossing"] == 0


@pytest.mark.parametrize(
    "gold, predicted, recall, precision, crossing",
    [
        (GOLD, "(S (NP (DT a) (NN dog) (VBZ barks)) (. .))", 1 / 3, 0.5, 0),
        (GOLD, "(S (DT a) (X (NN dog) (VBZ barks)) (. .))", 1 / 3, 0.5, 1),
        # Of two equal brackets, as many are right as both have.
        ("(S (NP (NP (NN a))))", "(S (NP (NN a)))", 2 / 3, 1, 0),
        ("(S (NP (NN a)))", "(S (NP (NP (NP (NN a)))))", 1, 0.5, 0),
        ("(S (ADVP (RB up)))", "(S (PRT (RP up)))", 1, 1, 0),
        ("(TOP (S (NP-SBJ=2 (NN a))))", "( (S (NP (NN a))))", 1, 1, 0),
        # Punctuation is, by the gold tag, outside or inside alike.
        (GOLD, "(S (NP (DT a) (NN dog)) (VP (VBZ barks) (. .)))", 1, 1, 0),
        (GOLD, "(S (NP (DT a) (NN dog)) (VP (VBZ barks) (NN .)))", 1, 1, 0),
        ("(S (NP (NN a) (. .)))", "(S (NP (NN a)) (. .))", 1, 1, 0),
        # A bracket above punctuation alone is none.
        ("(S (NN a) (X (. .)))", "(S (NN a) (. .))", 1, 1, 0),
        ("(S (-NONE- *) (NN a))", "(S (NN a))", 1, 1, 0),
        ("(S (NN a) (. .))", "(S (NN a))", 1, 1, 0),
    ],
)
def test_brackets(gold, predicted, recall, precision, crossing):
    scores = of_one(gold, predicted)
    assert scores["recall"] == pytest.approx(recall)
    assert scores["precision"] == pytest.approx(precision)
    assert scores["crossing"] == crossing


def test_all_brackets_count_together():
    gold = [GOLD, "(S (NN a))"]
    scores = bracketing_scores(gold, [GOLD, "(X (NN a))"])
    assert scores["recall"] == scores["precision"] == scores["f1"] == 3 / 4
    assert scores["complete_match"] == 0.5


def test_forms_of_a_parse():
    tree = from_brackets(GOLD)
    forms = [tree, nltk.Tree.fromstring(GOLD), GOLD, f"( {GOLD})"]
    scores = bracketing_scores([GOLD] * 4, forms)
    assert scores["f1"] == 1 and scores["valid"] == 4


def test_sentences_without_a_parse():
    scores = bracketing_scores([GOLD] * 4, [GOLD, None, "", " "])
    assert (scores["valid"], scores["skipped"]) == (1, 3)
    assert scores["recall"] == 1
    nothing = bracketing_scores([GOLD], [None])
    assert nothing["f1"] == nothing["crossing"] == 0.0


def test_sentences_without_brackets():
    scores = of_one("(NN dog)", "(NN dog)")
    assert scores["complete_match"] == 1 and scores["recall"] == 0.0
    scores = of_one("(NP (NN dog))", "(NN dog)")
    assert scores["complete_match"] == 0 and scores["tagging_accuracy"] == 1


def test_escaped_brackets_are_the_same_words():
    tree = Tree("S", [Tree("-LRB-", word="("), Tree("NN", word="a/b")])
    scores = of_one(r"(S (-LRB- -LRB-) (NN a\/b))", tree)
    assert scores["valid"] == scores["tagging_accuracy"] == 1


def test_tags():
    scores = of_one(GOLD, GOLD.replace("VBZ", "NN").replace("(. ", "(X "))
    assert scores["tagging_accuracy"] == pytest.approx(2 / 3)


def test_parameters():
    assert of_one("(S (A (N a)))", "(B (C (N a)))", "LABELED 0\n#\n")["f1"] == 1
    assert of_one("(TOP (N a) (. .))", "(TOP (N a))", RULES)["errors"] == 0
    rules = "EQ_LABEL A B\nEQ_LABEL B C\nEQ_WORD This this\n"
    assert of_one("(A (N This))", "(C (N this))", rules)["f1"] == 1


def test_max_length():
    gold = [GOLD, "(S (NN a) (. .))"]
    assert bracketing_scores(gold, gold, max_length=2)["sentences"] == 1
    assert bracketing_scores(gold, gold, max_length=4)["sentences"] == 2
    for length in (0, -1, "40"):
        with pytest.raises(ValueError, match="`max_length` must be a positive"):
            bracketing_scores(gold, gold, max_length=length)


def test_sentences_that_differ():
    gold = [f"(S (A a{i}) (B b))" for i in range(7)]
    predicted = [f"(S (A a{i}) (B c))" for i in range(6)] + [None]
    predicted[1] = "(S (A a1))"
    predicted[2] = "(S (A a2) (B b) (C c))"
    with pytest.raises(ValueError) as caught:
        bracketing_scores(gold, predicted)
    message = str(caught.value)
    assert "words of 6 parses" in message
    assert "sentence 1: 2 words in `gold`, 2 in" in message
    assert "word 2 is 'b' and 'c'" in message
    assert "sentence 2: 2 words in `gold`, 1 in `predicted`; word 2" in message
    assert "is 'b' and missing" in message
    assert "word 3 is missing and 'c'" in message
    assert "sentence 6" not in message and "and 1 more" in message
    scores = bracketing_scores(gold, predicted, strict=False)
    assert (scores["errors"], scores["skipped"], scores["valid"]) == (6, 1, 0)


@pytest.mark.parametrize(
    "gold, predicted, parameters, error, message",
    [
        ([GOLD], [], "collins", ValueError, "1 parses in `gold`, but 0 in"),
        (
            [GOLD],
            ["(S (A a)"],
            "collins",
            ValueError,
            r"`predicted\[0\]`.*open",
        ),
        ([3], [GOLD], "collins", TypeError, r"`gold\[0\]`.*Received int"),
        ([GOLD], [GOLD], "colins", ValueError, "neither one of.*read_text"),
        (
            [GOLD],
            [GOLD],
            "LABELED 1\nEQ_LABEL A",
            ValueError,
            "line 2: EQ_LABEL takes 2",
        ),
        (
            [GOLD],
            [GOLD],
            "LABELS 1\n\n1",
            ValueError,
            "line 1: 'LABELS' is not",
        ),
        ([GOLD], [GOLD], None, TypeError, "name or the text"),
        (GOLD, GOLD, "collins", TypeError, "`gold`.*put it into a list"),
        (
            [GOLD],
            from_brackets(GOLD),
            "collins",
            TypeError,
            "`predicted`.*single Tree",
        ),
        (
            to_nltk(from_brackets(GOLD)),
            [GOLD],
            "collins",
            TypeError,
            "`gold` must be a list",
        ),
        ([GOLD], None, "collins", TypeError, "`predicted`.*NoneType"),
        (
            [nltk.Tree("S", ["a", "b"])],
            [GOLD],
            "collins",
            ValueError,
            r"`gold\[0\]`: A node must have",
        ),
    ],
)
def test_bad_input(gold, predicted, parameters, error, message):
    with pytest.raises(error, match=message):
        bracketing_scores(gold, predicted, parameters)
