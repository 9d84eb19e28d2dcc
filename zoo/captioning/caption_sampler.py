"""Samplers for captions, by name."""

import keras_hub

from zoo.captioning.beam_sampler import BeamSampler

samplers = keras_hub.samplers
NAMES = ("beam", "greedy", "random", "top_k", "top_p")
# These ask for the model's hidden states, or for a second model.
UNFIT = (samplers.ContrastiveSampler, samplers.SpeculativeSampler)


def caption_sampler(sampler):
    """The sampler that a name stands for; one given as an object is kept.

    `"beam"` is `zoo.BeamSampler`: the beam search of keras-hub goes on scoring
    words after the end of a sentence.

    Args:
        sampler: one of `NAMES`, or a keras-hub sampler.

    Raises:
        ValueError: for another name, or a sampler that captioners cannot
            serve.
    """
    if sampler == "beam":
        return BeamSampler()
    if isinstance(sampler, str) and sampler in NAMES:
        return samplers.get(sampler)
    if not isinstance(sampler, samplers.Sampler) or isinstance(sampler, UNFIT):
        raise ValueError(
            f"`sampler` must be one of {', '.join(map(repr, NAMES))}, "
            "`zoo.BeamSampler(...)`, or another sampler of keras-hub that "
            f"reads probabilities. Received: {sampler!r}."
        )
    if getattr(sampler, "return_all_beams", False):
        raise ValueError(
            "`return_all_beams` is not supported. Use `zoo.BeamSampler` and "
            "`generate(..., num_return=...)`."
        )
    return sampler
