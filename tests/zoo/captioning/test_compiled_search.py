import keras
import keras_hub
import numpy as np
import pytest
from small_captioner import encoded, small_captioner, without_words

from zoo.captioning import compiled_search
from zoo.captioning.beam_sampler import BeamSampler
from zoo.captioning.compiled_search import CompiledSearch

samplers = keras_hub.samplers
compiles = pytest.mark.skipif(
    keras.config.backend() == "torch", reason="PyTorch compiles nothing"
)


def images(count=6):
    return without_words(encoded(count))


@pytest.fixture
def traces(monkeypatch):
    """A list with one entry for each time that generation is traced."""
    seen = []
    search = compiled_search.search_captions

    def counting(backbones, sampler, inputs):
        seen.append(inputs["token_ids"].shape)
        return search(backbones, sampler, inputs)

    monkeypatch.setattr(compiled_search, "search_captions", counting)
    return seen


@compiles
def test_batches_are_filled_up_to_powers_of_two(traces):
    model = small_captioner()
    for count in (5, 6, 7, 8, 5):
        model.generate(images(count), max_length=4)
    assert traces == [(8, 5)]
    model.generate(images(3), max_length=4)
    model.generate(images(1), max_length=4)
    model.generate(images(2), max_length=4)
    assert traces == [(8, 5), (4, 5), (1, 5), (2, 5)]


@compiles
def test_large_batches_are_cut(traces):
    model = small_captioner()
    model.generate(images(11), max_length=4, batch_size=4)
    assert traces == [(4, 5)]


@compiles
def test_equal_samplers_are_compiled_once(traces):
    model = small_captioner()
    for _ in range(3):
        model.generate(images(), max_length=4, sampler="greedy")
    assert len(traces) == 1
    for beams in (2, 3, 2, 3):
        model.generate(images(), max_length=4, sampler=BeamSampler(beams))
    assert len(traces) == 3
    for seed in (1, 2):
        sampler = samplers.RandomSampler(seed=seed)
        model.generate(images(), max_length=4, sampler=sampler)
    assert len(traces) == 4


@compiles
def test_ensembles_are_compiled_once(traces):
    model, other = small_captioner(), small_captioner(seed=1)
    for _ in range(3):
        model.generate(images(), max_length=4, ensemble=[other])
    assert len(traces) == 1
    model.generate(images(), max_length=4)
    model.generate(images(), max_length=4, ensemble=[small_captioner(seed=2)])
    assert len(traces) == 3


@compiles
def test_compile_starts_anew(traces):
    model = small_captioner()
    model.generate(images(), max_length=4)
    model.compile()
    model.generate(images(), max_length=4)
    assert len(traces) == 2


def test_eager_and_compiled():
    model = small_captioner()
    compiled = model.generate(images(), return_scores=True)
    model.compile(run_eagerly=True)
    eager = model.generate(images(), return_scores=True)
    for a, b in zip(compiled, eager, strict=True):
        assert a.token_ids == b.token_ids
        np.testing.assert_allclose(a.score, b.score, rtol=1e-5)


@pytest.mark.skipif(
    keras.config.backend() != "tensorflow", reason="an option of TensorFlow"
)
def test_jit_compiled():
    model = small_captioner()
    expected = model.generate(images())
    model.compile(jit_compile=True)
    assert model.generate(images()) == expected


def test_changed_weights_count():
    """Also those of the other members of an ensemble."""
    model, other = small_captioner(), small_captioner(seed=1)

    def scores(members=(model, other)):
        captions = members[0].generate(
            images(), max_length=6, ensemble=members[1:], return_scores=True
        )
        return [caption.score for caption in captions]

    before = scores()
    other.set_weights(small_captioner(seed=2).get_weights())
    after = scores()
    assert not np.allclose(before, after, atol=1e-3)
    fresh = small_captioner(), small_captioner(seed=2)
    np.testing.assert_allclose(after, scores(fresh), rtol=1e-5)
    model.set_weights(small_captioner(seed=3).get_weights())
    fresh = small_captioner(seed=3), small_captioner(seed=2)
    np.testing.assert_allclose(scores(), scores(fresh), rtol=1e-5)


def test_random_state_belongs_to_the_sampler():
    model = small_captioner()

    def draw(sampler):
        return model.generate(images(), max_length=8, sampler=sampler)

    one = samplers.RandomSampler(seed=1)
    first, second = draw(one), draw(one)
    assert first != second
    # Another sampler in between, of which one is in the middle.
    again = samplers.RandomSampler(seed=1)
    assert draw(again) == first
    draw(samplers.RandomSampler(seed=2))
    assert draw(again) == second
    third = draw(again)
    assert draw(one) == third


def test_random_by_name_follows_the_global_seed():
    model = small_captioner()

    def draw():
        keras.utils.set_random_seed(7)
        one = model.generate(images(), max_length=8, sampler="random")
        return one, model.generate(images(), max_length=8, sampler="random")

    first, second = draw()
    assert first != second
    assert draw() == (first, second)


class Forbidding(samplers.GreedySampler):
    """Greedy, without some words; has no config of its own."""

    def __init__(self, forbidden, **kwargs):
        super().__init__(**kwargs)
        self.forbidden = forbidden

    def get_next_token(self, probabilities):
        mask = np.ones(probabilities.shape[-1], "float32")
        mask[self.forbidden] = 0.0
        return super().get_next_token(probabilities * mask)


def test_samplers_without_a_config_are_told_apart():
    model = small_captioner()
    for forbidden in ([0, 1, 2], [0, 3, 4, 5], [0, 1, 2]):
        captions = model.generate(
            images(), max_length=4, sampler=Forbidding(forbidden)
        )
        assert not {*forbidden} & {i for c in captions for i in c}
        assert all(len(c) == 4 for c in captions)


@pytest.mark.parametrize(
    "one, other, same",
    [
        (BeamSampler(3), BeamSampler(3), True),
        (BeamSampler(3), BeamSampler(4), False),
        (samplers.TopKSampler(k=2), samplers.TopKSampler(k=3), False),
        (
            samplers.TopKSampler(k=2, seed=1),
            samplers.TopKSampler(k=2, seed=2),
            True,
        ),
        (samplers.GreedySampler(), samplers.RandomSampler(), False),
        (
            samplers.GreedySampler(),
            samplers.GreedySampler(temperature=2.0),
            False,
        ),
    ],
)
def test_key_of_samplers(one, other, same):
    model = small_captioner()
    keys = [CompiledSearch([model], s).key for s in (one, other)]
    assert (keys[0] == keys[1]) == same


def test_lora_makes_another_search():
    model = small_captioner()
    before = model.generate(images(), max_length=4)
    output = model.backbone.decoder.output_layer
    output.enable_lora(2)
    values = np.random.default_rng(0).normal(size=output.lora_kernel_b.shape)
    output.lora_kernel_b.assign(30.0 * values)
    after = model.generate(images(), max_length=4, return_scores=True)
    assert [c.token_ids for c in after] != before
    token_ids = np.zeros((6, 4), "int32")
    for row, caption in zip(token_ids, after, strict=True):
        row[: len(caption.token_ids)] = caption.token_ids
    np.testing.assert_allclose(
        [c.score for c in after], model.score(images(), token_ids), atol=1e-4
    )
