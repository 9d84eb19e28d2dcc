import numpy as np

from zoo.memory.hop_explanation import HopExplanation

FOUND = HopExplanation(
    statements=["Ann is in the <hall>.", "Bob sat."],
    question="Where is Ann?",
    answer="hall",
    facts=[0],
    answers=["hall", "shed"],
    scores=np.array([1.5, 0.25]),
    unknown=["upstairs"],
    hop_weights=np.array([[1.0, 0.0], [0.25, 0.75]]),
    forgotten=3,
)


def test_dict():
    found = FOUND.to_dict()
    assert found["hop_weights"] == [[1.0, 0.0], [0.25, 0.75]]
    assert found["facts"] == [0] and found["forgotten"] == 3
    assert FOUND.fact_texts == ["Ann is in the <hall>."]


def test_html():
    page = FOUND.to_html()
    assert "&lt;hall&gt;" in page and "<hall>" not in page
    assert "hop 2" in page and "0.75" in page
    assert "3 earlier statements" in page


def test_plot():
    axes = FOUND.plot().axes[0]
    assert [t.get_text() for t in axes.get_yticklabels()] == FOUND.statements
    assert len(axes.get_xticks()) == 2


def test_plot_without_statements():
    empty = HopExplanation(
        [], "Where?", "hall", [], [], np.zeros(0), [], np.zeros((0, 0))
    )
    assert "Where?" in empty.plot().axes[0].get_title()
    assert "Where?" in empty.to_html()
