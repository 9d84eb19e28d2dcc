import inspect

import numpy as np
import pytest

import zoo
from zoo.memory.babi_svm import BabiSVM

PLACES = ("hall", "shed", "yard")
PEOPLE = ("Ann", "Bob", "Cy")


def questions(number, seed, two_facts=False):
    """Where somebody is, or where a thing is: two facts."""
    rng = np.random.default_rng(seed)
    x, answers, support = {"story": [], "question": []}, [], []
    for _ in range(number):
        moves = [(rng.choice(PEOPLE), rng.choice(PLACES)) for _ in range(4)]
        story = [f"{who} went to the {place}." for who, place in moves]
        person = rng.choice([who for who, _ in moves])
        last = max(n for n, (who, _) in enumerate(moves) if who == person)
        question, facts = f"Where is {person}?", (last,)
        if two_facts:
            story.insert(0, f"{person} got the hat.")
            question, facts = "Where is the hat?", (0, last + 1)
        x["story"].append(story)
        x["question"].append(question)
        answers.append(str(moves[last][1]))
        support.append(facts)
    return x, answers, support


@pytest.fixture(scope="module", params=[False, True], ids=["one", "two"])
def trained(request):
    """A model of one or two facts, and questions it has not seen."""
    model = zoo.babi_svm(epochs=30)
    model.fit(*questions(150, seed=0, two_facts=request.param))
    return model, questions(60, seed=1, two_facts=request.param)


def share(given, wanted):
    return np.mean([a == b for a, b in zip(given, wanted, strict=True)])


def test_answers_and_facts(trained):
    model, (x, answers, support) = trained
    assert share(model.answer(x), answers) > 0.9
    facts = [
        tuple(model.explain({"story": story, "question": question}).facts)
        for story, question in zip(x["story"], x["question"], strict=True)
    ]
    assert share(facts, support) > 0.9


def test_predictions(trained):
    model, (x, _, _) = trained
    scores = model.predict(x)
    assert scores.shape == (60, 3)
    assert model.answers == ["hall", "shed", "yard"]
    best = [model.answers[number] for number in scores.argmax(1)]
    assert model.answer(x) == best
    one = {"story": "\n".join(x["story"][0]), "question": x["question"][0]}
    np.testing.assert_array_equal(model.predict(one), scores[:1])
    assert model.answer(one) == best[0]


def test_explanation(trained):
    model, _ = trained
    explanation = model.explain(
        {
            "story": "ANN went to the Shed!\nZed danced",
            "question": "where is ann",
        }
    )
    assert explanation.unknown == ["zed", "danced"]
    assert explanation.facts[0] == 0
    assert explanation.answer == model.answers[explanation.scores.argmax()]
    with pytest.raises(TypeError, match="one story with one question.*of 2"):
        model.explain({"story": [[], []], "question": ["a", "b"]})


def test_no_statement_and_long_stories(trained):
    model, _ = trained
    empty = {"story": [], "question": "Where is Ann?"}
    assert np.isfinite(model.predict(empty)).all()
    assert model.explain(empty).facts == []
    story = ["Ann went to the shed."] + 90 * ["Bob went to the hall."]
    long = {"story": story, "question": "Where is Ann?"}
    assert np.isfinite(model.predict(long)).all()


def test_presets(trained, tmp_path):
    model, (x, _, _) = trained
    model.save_to_preset(tmp_path / "preset")
    for load in (BabiSVM.from_preset, zoo.babi_svm, zoo.load_model):
        copy = load(tmp_path / "preset")
        np.testing.assert_array_equal(copy.predict(x), model.predict(x))
        assert copy.get_config() == model.get_config()
    fresh = zoo.babi_svm(tmp_path / "preset", load_weights=False)
    with pytest.raises(ValueError, match="not trained. Call `fit`"):
        fresh.answer(x)
    with pytest.raises(ValueError, match="are those of the preset"):
        zoo.babi_svm(tmp_path / "preset", epochs=3)
    assert not list((tmp_path / "preset").glob("*.tmp"))


def test_presets_of_other_models(tmp_path):
    (tmp_path / "config.json").write_text('{"class_name": "DCNNBackbone"}')
    with pytest.raises(
        ValueError, match="holds a 'DCNNBackbone', no `BabiSVM`"
    ):
        BabiSVM.from_preset(tmp_path)
    (tmp_path / "config.json").write_text(
        '{"class_name": "BabiSVM", "config": {}}'
    )
    with pytest.raises(ValueError, match="no `BabiSVM`: it has no svm.npz"):
        BabiSVM.from_preset(tmp_path)
    (tmp_path / "config.json").unlink()
    with pytest.raises(ValueError, match="no `BabiSVM`: it has no config.json"):
        zoo.babi_svm(tmp_path)


def test_support_among_the_inputs(trained):
    _, (x, y, support) = trained
    model, other = zoo.babi_svm(), zoo.babi_svm()
    model.fit(x, y, support)
    other.fit({**x, "support": support}, y)
    np.testing.assert_array_equal(other.predict(x), model.predict(x))
    with pytest.raises(ValueError, match="`support` is missing"):
        other.fit(x, y)


def test_training_is_repeatable():
    x, answers, support = questions(40, seed=2)
    one, two, other = (zoo.babi_svm(epochs=2, seed=seed) for seed in (0, 0, 1))
    for model in (one, two, other):
        model.fit(x, answers, support)
    np.testing.assert_array_equal(one.predict(x), two.predict(x))
    assert (one.predict(x) != other.predict(x)).any()


def test_history_and_progress(capsys):
    x, answers, support = questions(30, seed=3)
    history = zoo.babi_svm(epochs=3).fit(x, answers, support)
    assert len(history["fact_accuracy"]) <= 3
    assert capsys.readouterr().out == ""
    zoo.babi_svm(epochs=1).fit(x, answers, support, verbose=1)
    assert "fact_accuracy" in capsys.readouterr().out


def test_more_than_three_facts():
    """The last three of the story count, in the order given."""
    story = [f"Ann went to the {place}." for place in "abcde"]
    x = {"story": [story, story], "question": ["Is Ann in a?", "Is Ann in e?"]}
    model = zoo.babi_svm(epochs=30)
    model.fit(x, ["no", "yes"], [(4, 0, 3, 1, 2), (2, 3, -1, -1)])
    facts = [
        model.explain({"story": story, "question": q}).facts
        for q in x["question"]
    ]
    assert facts == [[4, 3, 2], [2, 3]]


X = {"story": [["Ann sat."], ["Bob sat."]], "question": ["Who?", "Who sat?"]}


@pytest.mark.parametrize(
    "y, support, error, message",
    [
        (["a"], [[0], [0]], ValueError, "`y` has 1 answers.* 2 questions"),
        (["a", 3], [[0], [0]], TypeError, r"`y\[1\]` must be text.* 3"),
        (["a", "b"], [[0]], ValueError, "`support` has 1 entries"),
        (["a", "b"], [[0], [1]], ValueError, r"`support\[1\]` .* 1 statem"),
        (["a", "b"], [[0, 0], [0]], ValueError, r"`support\[0\]` .*differ"),
        (["a", "a"], [[0], [0]], ValueError, "at least two different"),
    ],
)
def test_wrong_training_data(y, support, error, message):
    model = zoo.babi_svm()
    with pytest.raises(error, match=message):
        model.fit(X, y, support)
    with pytest.raises(ValueError, match="not trained"):
        model.predict(X)


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"epochs": 0}, "`epochs`"),
        ({"strength": 0}, "`strength` must be above 0"),
        ({"dtype": "float16"}, "`dtype` does not apply.*float16"),
    ],
)
def test_wrong_arguments(arguments, message):
    with pytest.raises(ValueError, match=message):
        zoo.babi_svm(**arguments)


def test_the_function_is_documented_as_those_of_tasks():
    assert "babi_svm" in zoo.list_models()
    assert zoo.BabiSVM is BabiSVM
    documentation = zoo.babi_svm.__doc__
    for name in inspect.signature(zoo.babi_svm).parameters:
        assert f"{name}:" in documentation
    for section in ("Args:", "Returns:", "Example:", "Reference:"):
        assert section in documentation
