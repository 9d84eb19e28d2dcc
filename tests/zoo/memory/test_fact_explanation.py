import json

import numpy as np

from zoo.memory.fact_explanation import FactExplanation

EXPLANATION = FactExplanation(
    statements=["Ann got the <hat>.", "Bob sat.", "Ann went to the hall."],
    question="Where is the <hat>?",
    answer="hall",
    facts=[2, np.int64(0)],
    answers=["hall", "shed"],
    scores=np.array([0.5, -1.0]),
    unknown=["bob"],
)


def test_facts_in_the_order_of_reasoning():
    assert EXPLANATION.fact_texts == [
        "Ann went to the hall.",
        "Ann got the <hat>.",
    ]


def test_plain_values():
    plain = EXPLANATION.to_dict()
    assert json.loads(json.dumps(plain)) == plain
    assert plain["scores"] == [0.5, -1.0] and plain["facts"] == [2, 0]


def test_html():
    page = EXPLANATION.to_html()
    assert "<tr><td>1</td><td><b>Ann went to the hall.</b></td>" in page
    assert "<tr><td>2</td><td><b>Ann got the &lt;hat&gt;.</b></td>" in page
    assert "<tr><td></td><td>Bob sat.</td>" in page
    assert "Where is the &lt;hat&gt;? <b>hall</b>" in page


def test_plot():
    (axes,) = EXPLANATION.plot().axes
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert labels == ["shed", "hall"]
    assert [bar.get_width() for bar in axes.patches] == [-1.0, 0.5]
