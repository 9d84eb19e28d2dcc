"""End-to-end memory networks against the equations, and their training."""

import keras
import numpy as np
import pytest
from atpl_weights import randomize
from layer_checks import to_numpy

import zoo
from zoo import MemN2NBackbone

STORIES = [[[2, 3, 4], [5, 3], [2, 6, 6]], [[5, 3, 7]], []]
QUESTIONS = [[8, 2, 5], [8, 5], [9]]
FORMS = {
    "adjacent": {},
    "bow": {"encoding": "bow", "hops": 2},
    "layer-wise": {"tying": "layer_wise"},
}


def make(**options):
    backbone = MemN2NBackbone(
        12, answer_size=8, embedding_dim=4, memory_size=2, **options
    )
    randomize(backbone)
    return backbone


def encoded():
    story = np.zeros((3, 4, 3), "int32")
    question = np.zeros((3, 3), "int32")
    for row in range(3):
        question[row, : len(QUESTIONS[row])] = QUESTIONS[row]
        for place, ids in enumerate(STORIES[row]):
            story[row, place, : len(ids)] = ids
    return {"story": story, "question": question}


def value(weight):
    return to_numpy(weight).astype("float64")


def sentence(encoder, ids):
    table, n = value(encoder.embeddings), 4
    total = np.zeros(n)
    for j, word in enumerate(ids, start=1):
        weight = np.ones(n)
        if encoder.mode == "position":
            i = np.arange(1, n + 1)
            along = j - (len(ids) + 1) / 2
            weight += 4 * (i - (n + 1) / 2) * along / (n * len(ids))
        total += weight * table[word]
    return total


def read(backbone, story, question, linear=False):
    """Weights of each hop and the last state, as the equations are written."""
    network = backbone.network
    adjacent = backbone.tying == "adjacent"
    memories = []
    for encoder, time in zip(network.encoders, network.times, strict=True):
        times = value(time.embeddings)
        memories.append(
            [
                sentence(encoder, ids) + times[min(len(story) - 1 - i, 1)]
                for i, ids in enumerate(story)
            ]
        )
    u, weights = sentence(network.question_encoder, question), []
    for hop in range(backbone.hops):
        m, c = memories[hop * adjacent], memories[hop * adjacent + 1]
        p = np.array([u @ x for x in m])
        if not linear and len(p):
            p = np.exp(p) / np.exp(p).sum()
        o = sum((w * x for w, x in zip(p, c, strict=True)), np.zeros(4))
        u = (u if adjacent else u @ value(network.state_kernel)) + o
        weights.append(p)
    return weights, u


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("linear", [False, True])
def test_equations(form, linear):
    backbone = make(**FORMS[form])
    backbone.network.hop.linear = linear
    found = to_numpy(backbone(encoded()))
    network = backbone.network
    answers = value(network.encoders[-1].embeddings)[:8].T
    if backbone.tying == "layer_wise":
        answers = value(network.answer_kernel)
    for row in range(3):
        weights, u = read(backbone, STORIES[row], QUESTIONS[row], linear)
        best = [p.argmax() if len(p) else -1 for p in weights]
        assert found["hops"][row].tolist() == best
        scores = found["answer"][row, 0]
        assert (scores[:2] == -1e9).all()
        np.testing.assert_allclose(
            scores[2:], (u @ answers)[2:], rtol=1e-5, atol=1e-4
        )


@pytest.mark.parametrize(
    "tying, count",
    [
        # (hops + 1) tables of words and of times.
        ("adjacent", 4 * (150 * 20 + 50 * 20)),
        # Words of memory in and out, questions and answers; times; the map.
        ("layer_wise", 4 * 150 * 20 + 2 * 50 * 20 + 20 * 20),
    ],
)
def test_number_of_weights(tying, count):
    model = zoo.memn2n(vocabulary_size=150, tying=tying)
    sizes = [np.prod(weight.shape) for weight in model.trainable_weights]
    assert sum(sizes) == count


def stories(count, seed):
    rng = np.random.default_rng(seed)
    people, places = ("ann", "bob"), ("hall", "shed", "attic")
    x, y = {"story": [], "question": []}, []
    for _ in range(count):
        where = rng.integers(3, size=2)
        order = rng.permutation(2)
        x["story"].append(
            [f"{people[p]} is in the {places[where[p]]}." for p in order]
        )
        asked = rng.integers(2)
        x["question"].append(f"Where is {people[asked]}?")
        y.append(places[where[asked]])
    return x, y


@pytest.fixture(scope="module")
def trained():
    x, y = stories(200, seed=0)
    keras.utils.set_random_seed(0)
    model = zoo.memn2n(vocabulary=zoo.story_vocabulary(x, y))
    # The linear start, as published.
    model.linear = True
    model.compile(keras.optimizers.SGD(0.005, global_clipnorm=40.0))
    model.fit(x, y, epochs=10, verbose=0)
    model.linear = False
    model.compile()
    model.fit(x, y, epochs=40, verbose=0)
    return model


def test_learns_from_answers_alone(trained):
    x, y = stories(60, seed=1)
    assert trained.evaluate(x, y, verbose=0, return_dict=True)["accuracy"] > 0.9


def test_explains(trained):
    x, y = stories(1, seed=2)
    found = trained.explain({k: v[0] for k, v in x.items()})
    assert found.hop_weights.shape == (3, 2)
    np.testing.assert_allclose(found.hop_weights.sum(axis=1), 1, atol=1e-5)
    assert found.facts == found.hop_weights.argmax(axis=1).tolist()
    assert found.answer == y[0]
    assert trained.explain({"story": [], "question": "Where?"}).facts == []


def test_loss_is_the_sum_over_a_batch():
    x, y = stories(8, seed=3)
    model = zoo.memn2n(vocabulary=zoo.story_vocabulary(x, y), time_noise=0.0)
    (inputs, targets), *_ = model.batches(x, y)
    outputs = model(inputs, training=True)
    total = float(model.compute_loss(inputs, targets, outputs))
    mean = float(model.compute_loss(inputs, targets, outputs, training=False))
    assert total == pytest.approx(8 * mean, rel=1e-5)


def test_fact_accuracy():
    x, y = stories(6, seed=4)
    model = zoo.memn2n(vocabulary=zoo.story_vocabulary(x, y))
    hops = model.predict(x, verbose=0)["hops"]
    x["support"] = [[int(row[1])] for row in hops]
    scores = model.evaluate(x, y, verbose=0, return_dict=True)
    assert scores["fact_accuracy"] == 1.0
    x["support"] = [[int(1 - row[1])] for row in hops]
    expected = np.mean([(row == 1 - row[1]).any() for row in hops])
    scores = model.evaluate(x, y, verbose=0, return_dict=True)
    assert scores["fact_accuracy"] == pytest.approx(expected)


def test_bad_arguments():
    for name, value_ in (("tying", "none"), ("encoding", "rnn"), ("hops", 0)):
        with pytest.raises(ValueError, match=f"`{name}`"):
            zoo.memn2n(**{name: value_})
