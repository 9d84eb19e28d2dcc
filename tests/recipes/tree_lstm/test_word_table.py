import numpy as np
import pytest
from small_treebanks import write_glove

from recipes.running.run_error import RunError
from recipes.tree_lstm.word_table import word_table

SENTENCES = [["W1", "w0", "x"], ["w1", "w0", "w1", "8\u00a01/2"]]


def test_vectors(tmp_path):
    write_glove(tmp_path / "glove.txt")
    table = word_table(SENTENCES, tmp_path / "glove.txt", seed=0)
    assert table.words == ["w1", "w0", "x"]
    assert table.embedding.shape == (5, 4)
    assert table.num_found == 2
    lines = (tmp_path / "glove.txt").read_text().split("\n")
    for row, line in ((2, lines[1]), (3, lines[0])):
        np.testing.assert_allclose(
            table.embedding[row], [float(x) for x in line.split()[1:]]
        )
    drawn = table.embedding[[0, 1, 4]]
    assert (abs(drawn) <= 0.05).all() and (drawn != 0).all()
    assert table.details["size of word vectors"] == 4


def test_random():
    table = word_table(SENTENCES, 3, seed=0)
    assert table.embedding.shape == (5, 3)
    assert (abs(table.embedding) <= 0.05).all()
    again = word_table(SENTENCES, 3, seed=0)
    np.testing.assert_array_equal(table.embedding, again.embedding)
    other = word_table(SENTENCES, 3, seed=1)
    assert (table.embedding != other.embedding).any()


def test_case():
    table = word_table(SENTENCES, 3, seed=0, lowercase=False)
    assert table.words == ["w0", "w1", "W1", "x"]


def test_wrong_case_or_language(tmp_path):
    write_glove(tmp_path / "glove.txt", words=1)
    with pytest.raises(RunError, match="for 1 of 3 words only"):
        word_table(SENTENCES, tmp_path / "glove.txt", seed=0)
