import collections

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from keras_tpr.metrics.captions.ngram_table import NgramTable

CAPTION = st.lists(st.sampled_from("a b c d".split()), max_size=6).map(" ".join)
IMAGE = st.tuples(CAPTION, st.lists(CAPTION, min_size=1, max_size=3))


def grams(text, n):
    words = text.split()
    starts = range(len(words) - n + 1)
    return collections.Counter(" ".join(words[i : i + n]) for i in starts)


@given(st.lists(IMAGE, min_size=1, max_size=4), st.integers(1, 5))
def test_counts_equal_counting_by_hand(images, n):
    candidates, references = map(list, zip(*images, strict=True))
    table = NgramTable(candidates, references)
    counts, texts = table.counts(n), table.texts(n)
    assert len(texts) == counts.num_ngrams == len(set(texts))

    found = [collections.Counter() for _ in candidates]
    for image, ngram, count in zip(
        counts.candidate_image,
        counts.candidate_ngram,
        counts.candidate_count,
        strict=True,
    ):
        found[image][texts[ngram]] = count
    assert found == [grams(text, n) for text in candidates]

    flat = [text for several in references for text in several]
    found = [collections.Counter() for _ in flat]
    for caption, ngram, count, row in zip(
        counts.reference_caption,
        counts.reference_ngram,
        counts.reference_count,
        counts.candidate_row,
        strict=True,
    ):
        found[caption][texts[ngram]] = count
        image = table.reference_image[caption]
        if row < 0:
            assert texts[ngram] not in grams(candidates[image], n)
        else:
            assert counts.candidate_image[row] == image
            assert counts.candidate_ngram[row] == ngram
    assert found == [grams(text, n) for text in flat]

    frequency = collections.Counter()
    for several in references:
        frequency.update(set().union(*(grams(text, n) for text in several)))
    expected = [frequency[text] for text in texts]
    assert table.image_frequency(n).tolist() == expected


def test_lengths():
    table = NgramTable(["a b", ""], [["c"], ["", "d e f"]])
    np.testing.assert_array_equal(table.candidate_lengths, [2, 0])
    np.testing.assert_array_equal(table.reference_lengths, [1, 0, 3])
    np.testing.assert_array_equal(table.reference_image, [0, 1, 1])
    np.testing.assert_array_equal(table.references_per_image, [1, 2])


def test_word_map_merges_counts():
    table = NgramTable(["dog dogs"], [["dogs"]], lambda word: word.rstrip("s"))
    assert table.texts(1) == ["dog"]
    assert table.counts(1).candidate_count.tolist() == [2]
    assert table.texts(2) == ["dog dog"]
