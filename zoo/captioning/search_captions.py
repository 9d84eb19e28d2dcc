"""The generation of captions for one batch."""

import types

from keras import ops

from zoo.captioning.beam_sampler import BeamSampler
from zoo.captioning.caption_steps import CaptionSteps

END = 0
UNWRITTEN = -1  # a place of the prompt that no word was chosen for yet


def search_captions(backbones, sampler, inputs, stop_token_ids=(END,)):
    """Samples captions, or searches the best ones.

    Args:
        backbones: captioner backbones whose probabilities are averaged.
        sampler: a keras-hub sampler.
        inputs: encoded inputs of `B` images, and `token_ids`
            `(B * copies, L + 1)`, `UNWRITTEN`: a sampler other than
            `BeamSampler` writes `copies` captions of each image.
        stop_token_ids: ids that end a caption.

    Returns:
        Token ids `(B, N, L)`, END from the first END on, and their
        log-probabilities `(B, N)`, best first; `N` is the number of beams, or
        of copies.
    """
    steps = CaptionSteps(backbones, inputs)
    prompt, cache = inputs["token_ids"], steps.initial_cache()
    copies = prompt.shape[0] // cache.shape[0]
    arguments = {
        "next": steps.next,
        "prompt": prompt,
        "cache": ops.repeat(cache, copies, axis=0),
        "index": 1,
        "stop_token_ids": stop_token_ids,
        "model": _variables(backbones),
    }
    if isinstance(sampler, BeamSampler):
        token_ids, scores = sampler.search(**arguments)
        return _after_end(token_ids[..., 1:]), scores
    token_ids = _after_end(sampler(**arguments)[:, 1:])
    scores = steps.log_probabilities(token_ids)
    scores = ops.reshape(scores, (-1, copies))
    scores, order = ops.top_k(scores, copies)
    token_ids = ops.reshape(token_ids, (-1, copies, token_ids.shape[1]))
    order = ops.cast(order, "int32")[..., None]
    return ops.take_along_axis(token_ids, order, axis=1), scores


def _variables(backbones):
    """What a sampler asks of a model, on JAX."""
    return types.SimpleNamespace(
        trainable_variables=[
            v for b in backbones for v in b.trainable_variables
        ],
        non_trainable_variables=[
            v for b in backbones for v in b.non_trainable_variables
        ],
    )


def _after_end(token_ids):
    """END wherever nothing was written or the sentence is over."""
    over = ops.cast(token_ids <= END, "int32")
    over = ops.cumsum(over, axis=-1) > 0
    return ops.where(over, END, token_ids)
