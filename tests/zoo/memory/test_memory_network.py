"""The network of a MemNN against the equations, question by question."""

import keras
import numpy as np
import pytest
from atpl_weights import randomize
from layer_checks import assert_close, to_numpy
from memnn_reference import MemNNReference

from zoo import MemNN, MemNNBackbone

RNG = np.random.default_rng(0)
STORIES = [
    [[2, 3, 4], [5, 3], [2, 6, 6], [7, 3, 4]],
    [[5, 3, 7]],
    [[4, 3], [4, 3], [2, 7]],
]
QUESTIONS = [[8, 2], [8, 5, 9], [8, 4]]
SUPPORT = [[2, 0], [0], [1, 2, 0]]
ANSWERS = [[4], [7, 3], [2]]
FORMS = {
    "memnn": {},
    "three hops": {"hops": 3, "time": "absolute"},
    "no repeat": {"hops": 2, "allow_repeat": False},
    "am": {"hops": 4, "use_stop": True},
    "am, absolute": {"hops": 4, "use_stop": True, "time": "absolute"},
    "am, two words": {"hops": 4, "use_stop": True, "max_answer_words": 2},
    "am, no repeat": {"hops": 3, "use_stop": True, "allow_repeat": False},
    "nl": {"hops": 4, "use_stop": True, "nonlinear": True},
    "multilinear": {
        "hops": 4,
        "use_stop": True,
        "encoding": "multilinear",
        "num_bins": 3,
        "max_answer_words": 2,
    },
    "sums": {"bind_hops": False, "time": None, "hops": 3},
}


def make(**options):
    backbone = MemNNBackbone(
        12, answer_size=8, embedding_dim=6, memory_size=3, **options
    )
    randomize(backbone)
    return backbone


def encoded(places=None):
    """Padded at the end, or with statements at other places."""
    size = 5
    story = np.zeros((3, size, 3), "int32")
    mask = np.zeros((3, size), bool)
    for row, statements in enumerate(STORIES):
        where = places or range(len(statements))
        for i, ids in zip(where, statements, strict=False):
            story[row, i, : len(ids)] = ids
            mask[row, i] = True
    question = np.zeros((3, 4), "int32")
    for row, ids in enumerate(QUESTIONS):
        question[row, : len(ids)] = ids
    return {"story": story, "question": question, "story_mask": mask}


def supervised(max_answer_words):
    support = np.full((3, 3), -1)
    for row, facts in enumerate(SUPPORT):
        support[row, : len(facts)] = facts
    answer = np.zeros((3, max_answer_words), "int32")
    for row, ids in enumerate(ANSWERS):
        answer[row, : len(ids)] = ids[:max_answer_words]
    return {**encoded(), "support": support, "answer": answer}


@pytest.mark.parametrize("form", FORMS)
def test_reads_and_answers(form):
    backbone = make(**FORMS[form])
    reference = MemNNReference(backbone)
    found = to_numpy(backbone(encoded()))
    for row, (story, question) in enumerate(
        zip(STORIES, QUESTIONS, strict=True)
    ):
        facts = reference.read(story, question)
        hops = found["hops"][row]
        assert hops.tolist() == facts + [-1] * (backbone.hops - len(facts))
        said = []
        for scores in found["answer"][row]:
            expected = reference.answer_scores(story, question, facts, said)
            if said and said[-1] == 0:
                assert scores.argmax() == 0
                continue
            impossible = np.isnan(expected)
            assert (scores[impossible] == -1e9).all()
            np.testing.assert_allclose(
                scores[~impossible], expected[~impossible], atol=2e-5
            )
            said.append(int(scores.argmax()))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("negatives", ["all", "violating"])
def test_loss(form, negatives):
    backbone = make(**FORMS[form])
    task = MemNN(backbone, margin=1.5, negatives=negatives)
    reference = MemNNReference(backbone)
    x = supervised(backbone.max_answer_words)
    y_pred = task(x, training=True)
    losses = to_numpy(task.losses_of(x, x["answer"], y_pred))
    for row, found in enumerate(losses):
        answer = ANSWERS[row][: backbone.max_answer_words]
        expected = reference.loss(
            STORIES[row],
            QUESTIONS[row],
            SUPPORT[row],
            answer,
            1.5,
            negatives == "violating",
        )
        assert found == pytest.approx(expected, rel=1e-4)


@pytest.mark.parametrize("form", ["am", "three hops", "multilinear"])
def test_stories_in_other_forms(form):
    """Numbers of sentences, more padding, and gaps, give the same."""
    backbone = make(**FORMS[form])
    expected = to_numpy(backbone(encoded()))
    x = encoded()
    sentences, numbers = np.unique(
        np.concatenate([np.zeros((1, 3), "int32"), x["story"].reshape(-1, 3)]),
        axis=0,
        return_inverse=True,
    )
    compact = {
        "sentences": sentences,
        "story": numbers.reshape(-1)[1:].reshape(3, 5).astype("int32"),
        "question": x["question"],
    }
    assert_close(backbone(compact), expected)
    padded = {
        "story": np.pad(x["story"], ((0, 0), (0, 2), (0, 1))),
        "question": np.pad(x["question"], ((0, 0), (0, 2))),
    }
    assert_close(backbone(padded), expected)
    gaps = to_numpy(backbone(encoded(places=[0, 2, 3, 4])))
    np.testing.assert_allclose(gaps["answer"], expected["answer"], atol=1e-5)
    moved = np.array([0, 2, 3, 4, -1])[expected["hops"]]
    assert gaps["hops"].tolist() == moved.tolist()


@pytest.mark.parametrize("form", FORMS)
def test_no_statement(form):
    backbone = make(**FORMS[form])
    x = {
        "story": np.zeros((2, 1, 3), "int32"),
        "question": np.array([[8, 2], [0, 0]]),
    }
    found = to_numpy(backbone(x))
    assert (found["hops"] == -1).all()
    assert np.isfinite(found["answer"]).all()
    reference = MemNNReference(backbone)
    assert reference.read([], [8, 2]) == []
    scores = reference.answer_scores([], [8, 2], [], [])
    known = ~np.isnan(scores)
    np.testing.assert_allclose(
        found["answer"][0, 0][known], scores[known], atol=1e-5
    )


def test_more_facts_than_hops_are_cut():
    backbone = make(hops=2, use_stop=True)
    x = supervised(1)
    targets = to_numpy(backbone(x, training=True)["hops"])
    # No stop behind the second: there is no third hop to stop at.
    assert targets.tolist() == [[2, 0], [0, 5], [1, 2]]


def test_gradients_reach_all_weights():
    for options in (FORMS["am, two words"], FORMS["am, absolute"]):
        backbone = make(**options)
        task = MemNN(backbone, margin=5.0)
        task.compile(optimizer=keras.optimizers.SGD(0.1))
        before = [to_numpy(w).copy() for w in task.trainable_weights]
        x = supervised(backbone.max_answer_words)
        answers = x.pop("answer")
        task.fit(x, answers, verbose=0)
        for old, weight in zip(before, task.trainable_weights, strict=True):
            assert (to_numpy(weight) != old).any(), weight.path
