import keras_hub
import pytest

from zoo.captioning.beam_sampler import BeamSampler
from zoo.captioning.caption_sampler import NAMES, caption_sampler

samplers = keras_hub.samplers


def test_beam_is_ours():
    assert type(caption_sampler("beam")) is BeamSampler


@pytest.mark.parametrize("name", NAMES)
def test_names(name):
    assert isinstance(caption_sampler(name), samplers.Sampler)


def test_objects_are_kept():
    sampler = samplers.TopKSampler(k=3)
    assert caption_sampler(sampler) is sampler


@pytest.mark.parametrize(
    "sampler", ["gready", None, 5, samplers.ContrastiveSampler()]
)
def test_others_are_refused(sampler):
    with pytest.raises(ValueError, match="`sampler` must be one of 'beam'"):
        caption_sampler(sampler)


def test_all_beams_of_keras_hub_are_refused():
    with pytest.raises(ValueError, match="num_return"):
        caption_sampler(samplers.BeamSampler(return_all_beams=True))
