import keras
import keras_hub
import numpy as np
import pytest
from beam_reference import beam_search, repeats_ngram
from hypothesis import given, settings
from hypothesis import strategies as st
from keras import ops
from toy_language import END, UNWRITTEN, ToyLanguage, written

from zoo.captioning.beam_sampler import BeamSampler

FAR = -1e29  # hypotheses with a lower score do not exist


def search(sampler, language, max_length, **arguments):
    """For each sentence the real hypotheses, best first, with scores."""
    tokens, scores = sampler.search(
        **{**language.sampler_arguments(max_length), **arguments}
    )
    tokens, scores = (ops.convert_to_numpy(x) for x in (tokens, scores))
    assert tokens.shape == (
        len(language.start),
        sampler.num_beams,
        max_length + 1,
    )
    return [
        [(written(t), s) for t, s in zip(*row, strict=True) if s > FAR]
        for row in zip(tokens, scores, strict=True)
    ]


def reference(sampler, language, max_length):
    config = sampler.get_config()
    temperature = config.pop("temperature")
    return [
        beam_search(
            lambda words, i=i: language.log_probabilities(
                i, words, temperature
            ),
            max_length=max_length,
            **config,
        )
        for i in range(len(language.start))
    ]


def assert_same(found, expected, atol=1e-5):
    assert len(found) == len(expected)
    for a, b in zip(found, expected, strict=True):
        assert [words for words, _ in a] == [words for words, _ in b]
        np.testing.assert_allclose(
            [score for _, score in a], [score for _, score in b], atol=atol
        )


@pytest.mark.parametrize("max_length", [1, 2, 3])
@pytest.mark.parametrize("penalty", [0.0, 1.0])
def test_wide_beam_is_exhaustive_search(max_length, penalty):
    language = ToyLanguage(3, sentences=2, seed=max_length)
    sampler = BeamSampler(3**max_length, length_penalty=penalty)
    found = search(sampler, language, max_length)
    for i, hypotheses in enumerate(found):
        everything = [
            (words, language.score(i, words))
            for words in language.all_sentences(max_length)
        ]
        everything.sort(key=lambda h: -h[1] / len(h[0]) ** penalty)
        assert_same([hypotheses], [everything])


def test_probabilities_of_all_sentences_add_up_to_one():
    language = ToyLanguage(4, sentences=3)
    for hypotheses in search(BeamSampler(64), language, 3):
        total = sum(np.exp(score) for _, score in hypotheses)
        np.testing.assert_allclose(total, 1.0, atol=1e-5)


def test_one_beam_is_greedy():
    language = ToyLanguage(7, sentences=5, seed=3)
    greedy = keras_hub.samplers.GreedySampler()
    tokens = greedy(**language.sampler_arguments(6))
    expected = [written(row) for row in tokens]
    found = search(BeamSampler(1), language, 6)
    assert [row[0][0] for row in found] == expected


options = st.fixed_dictionaries(
    {
        "num_beams": st.integers(1, 7),
        "length_penalty": st.sampled_from([0.0, 0.7, 1.5]),
        "no_repeat_ngram_size": st.integers(0, 3),
        "forbid_repeat": st.booleans(),
        "suppress_tokens": st.sampled_from([(), (0,), (1,), (0, 1)]),
        "temperature": st.sampled_from([0.5, 1.0, 2.0]),
    }
)


@settings(max_examples=60)
@given(
    options,
    st.integers(2, 6),
    st.integers(1, 3),
    st.integers(1, 5),
    st.integers(0, 10**6),
)
def test_equals_reference(options, vocabulary, sentences, max_length, seed):
    language = ToyLanguage(vocabulary, sentences, seed)
    sampler = BeamSampler(**options)
    found = search(sampler, language, max_length)
    assert_same(found, reference(sampler, language, max_length))


@pytest.mark.parametrize("size", [1, 2, 3])
def test_no_ngram_is_repeated(size):
    language = ToyLanguage(4, sentences=4, seed=1)
    # END is suppressed, so that sentences are long.
    free = BeamSampler(4, suppress_tokens=[END])
    blocked = BeamSampler(4, suppress_tokens=[END], no_repeat_ngram_size=size)

    def repeats(sampler):
        return [
            any(repeats_ngram(words[:t], size) for t in range(1, 9))
            for row in search(sampler, language, 8)
            for words, _ in row
        ]

    assert any(repeats(free))
    assert not any(repeats(blocked))


def test_sentences_end_where_all_words_are_forbidden():
    # Three words, none of which may come twice: after them only END is left.
    language = ToyLanguage(4, sentences=2)
    sampler = BeamSampler(3, no_repeat_ngram_size=1)
    for row in search(sampler, language, 8):
        assert row
        for words, _ in row:
            assert words[-1] == END
            assert len(words) <= 4


def test_unfinished_sentence_may_win():
    language = ToyLanguage(2, sentences=1)
    # The word always has the probability 0.9: END costs more at any length.
    language.output = np.zeros_like(language.output)
    language.output[0] = [0.0, np.log(9.0)]
    language.start[:, 0] = 1.0
    language.recurrent = np.zeros_like(language.recurrent)
    language.words[:, 0] = 20.0  # tanh(20) is 1
    (row,) = search(BeamSampler(2), language, 3)
    assert_same(
        [row],
        [[((1, 1, 1), 3 * np.log(0.9)), ((END,), np.log(0.1))]],
    )


def test_finished_hypothesis_keeps_score_and_words():
    language = ToyLanguage(3, sentences=1, seed=5)
    found = [
        dict(search(BeamSampler(27), language, length)[0])
        for length in (1, 2, 3)
    ]
    for shorter, longer in zip(found[:-1], found[1:], strict=True):
        for words, score in shorter.items():
            if words[-1] == END:
                np.testing.assert_allclose(longer[words], score, atol=1e-6)


def test_finished_rows_are_not_written_on():
    language = ToyLanguage(5, sentences=6, seed=2)
    tokens, _ = BeamSampler(4).search(**language.sampler_arguments(7))
    tokens = ops.convert_to_numpy(tokens).reshape(-1, 8)
    assert (tokens[:, 0] == UNWRITTEN).all()
    for row in tokens:
        rest = row[1 + len(written(row)) :]
        assert (rest == UNWRITTEN).all()


def test_length_penalty_prefers_long_sentences():
    language = ToyLanguage(5, sentences=8, seed=9)

    def lengths(penalty):
        sampler = BeamSampler(5, length_penalty=penalty)
        found = search(sampler, language, 6)
        return np.mean([len(row[0][0]) for row in found])

    assert lengths(0.0) < lengths(2.0)


def test_scores_are_free_of_the_length_penalty():
    language = ToyLanguage(5, sentences=2)
    sampler = BeamSampler(5, length_penalty=1.0)
    for i, row in enumerate(search(sampler, language, 4)):
        for words, score in row:
            np.testing.assert_allclose(
                score, language.score(i, words), atol=1e-5
            )


def test_more_beams_than_sentences_scores_the_rest_as_dead():
    language = ToyLanguage(2, sentences=1)
    _, scores = BeamSampler(10).search(**language.sampler_arguments(2))
    scores = ops.convert_to_numpy(scores)[0]
    # END; 1 END; 1 1
    assert (scores[:3] > FAR).all()
    assert (scores[3:] == np.float32(-1e30)).all()


def test_large_vocabulary():
    # Large enough for the search by blocks.
    language = ToyLanguage(1500, sentences=2)
    sampler = BeamSampler(3, no_repeat_ngram_size=2)
    found = search(sampler, language, 4)
    assert_same(found, reference(sampler, language, 4))


def test_call_gives_the_best_sentence():
    language = ToyLanguage(5, sentences=3)
    sampler = BeamSampler(4)
    best = ops.convert_to_numpy(sampler(**language.sampler_arguments(5)))
    expected = search(sampler, language, 5)
    assert [written(row) for row in best] == [row[0][0] for row in expected]


def test_without_cache_and_stop_token():
    def uniform(prompt, cache, index):
        return ops.zeros((ops.shape(prompt)[0], 3)), None, cache

    tokens, scores = BeamSampler(2).search(
        uniform, ops.zeros((1, 4), "int32"), None
    )
    assert tokens.shape == (1, 2, 4)
    np.testing.assert_allclose(
        ops.convert_to_numpy(scores), 4 * np.log(1 / 3), rtol=1e-5
    )


@pytest.mark.skipif(
    keras.config.backend() != "tensorflow", reason="compiles with TensorFlow"
)
@pytest.mark.parametrize("jit_compile", [False, True])
def test_compiled(jit_compile):
    import tensorflow as tf

    language = ToyLanguage(5, sentences=3)
    sampler = BeamSampler(4, no_repeat_ngram_size=2)
    arguments = language.sampler_arguments(5)

    @tf.function(jit_compile=jit_compile)
    def compiled(prompt, cache):
        return sampler.search(**{**arguments, "prompt": prompt, "cache": cache})

    tokens, scores = compiled(arguments["prompt"], arguments["cache"])
    expected = sampler.search(**arguments)
    np.testing.assert_array_equal(tokens, expected[0])
    np.testing.assert_allclose(scores, expected[1], atol=1e-5)


def test_config():
    sampler = BeamSampler(
        3,
        length_penalty=0.5,
        no_repeat_ngram_size=2,
        forbid_repeat=True,
        suppress_tokens=np.array([4, 1]),
        temperature=0.7,
    )
    config = keras.saving.serialize_keras_object(sampler)
    copy = keras.saving.deserialize_keras_object(config)
    assert isinstance(copy, BeamSampler)
    assert copy.get_config() == sampler.get_config()
    assert copy.suppress_tokens == (4, 1)


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"num_beams": 0}, "`num_beams` must be an integer of at least 1"),
        ({"num_beams": 2.0}, "num_beams=2.0"),
        ({"no_repeat_ngram_size": -1}, "`no_repeat_ngram_size`"),
        ({"temperature": 0.0}, "`temperature` must be positive"),
    ],
)
def test_bad_arguments(arguments, message):
    with pytest.raises(ValueError, match=message):
        BeamSampler(**arguments)


def test_unknown_suppressed_token():
    sampler = BeamSampler(2, suppress_tokens=[5])
    with pytest.raises(ValueError, match="`suppress_tokens` must be ids"):
        search(sampler, ToyLanguage(5, sentences=1), 2)
