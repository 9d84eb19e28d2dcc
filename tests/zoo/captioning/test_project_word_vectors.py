import numpy as np
import pytest

from zoo.captioning.project_word_vectors import project_word_vectors


def table(count=40, size=6):
    rng = np.random.default_rng(0)
    scale = np.arange(size, 0, -1)
    return {
        f"w{i}": (rng.normal(size=size) * scale + 3).astype("float32")
        for i in range(count)
    }


def distances(rows):
    return np.linalg.norm(rows[:, None] - rows[None], axis=-1)


def test_columns_add_up_to_zero():
    vectors = table()
    result = project_word_vectors(vectors, ["<end>", *vectors, "new"], dim=3)
    assert result.shape == (42, 3)
    assert result.dtype == np.float32
    np.testing.assert_allclose(result.mean(axis=0), 0, atol=1e-6)


def test_a_projection_to_the_full_size_keeps_distances():
    vectors = table()
    result = project_word_vectors(vectors, vectors, dim=6)
    original = np.stack(list(vectors.values()))
    np.testing.assert_allclose(
        distances(result), distances(original), rtol=1e-4, atol=1e-4
    )


def test_directions_of_largest_variance():
    # Points on a line in three dimensions.
    line = {
        f"w{i}": np.array([1.0, 2.0, 2.0]) * i + [5.0, 0.0, 1.0]
        for i in range(5)
    }
    result = project_word_vectors(line, line, dim=1)
    np.testing.assert_allclose(result[:, 0], 3.0 * np.arange(-2, 3), atol=1e-6)


def test_columns_are_uncorrelated_and_sorted():
    vectors = table(count=200)
    result = project_word_vectors(vectors, vectors, dim=4)
    covariance = np.cov(result.T)
    variances = np.diag(covariance)
    assert (np.diff(variances) < 0).all()
    np.testing.assert_allclose(covariance, np.diag(variances), atol=1e-3)


def test_missing_words_have_the_spread_of_the_table():
    vectors = table()
    new = [f"new{i}" for i in range(3000)]
    result = project_word_vectors(vectors, [*vectors, *new], dim=3)
    known, drawn = result[:40], result[40:]
    assert abs(drawn.std() / known.std() - 1) < 0.05
    again = project_word_vectors(vectors, [*vectors, *new], dim=3)
    np.testing.assert_array_equal(result, again)
    other = project_word_vectors(vectors, [*vectors, *new], dim=3, seed=1)
    assert not np.array_equal(result[40:], other[40:])


def test_errors():
    vectors = table()
    with pytest.raises(ValueError, match="Only 0 of the 2 words.*the case"):
        project_word_vectors(vectors, ["W1", "W2"], dim=3)
    with pytest.raises(ValueError, match="Only 3 of.*at least 4"):
        project_word_vectors(vectors, ["w1", "w2", "w3"], dim=3)
    with pytest.raises(ValueError, match="6 values.*`dim=7`"):
        project_word_vectors(vectors, vectors, dim=7)
    with pytest.raises(ValueError, match="one size"):
        project_word_vectors({**vectors, "w1": np.ones(5)}, vectors, dim=3)
    with pytest.raises(ValueError, match="not finite"):
        bad = {**vectors, "w1": np.full(6, np.nan)}
        project_word_vectors(bad, bad, dim=3)
