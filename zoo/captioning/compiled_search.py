"""Generation, compiled."""

import contextlib

import keras
import numpy as np
from keras import ops

from zoo.captioning.search_captions import UNWRITTEN, search_captions


class CompiledSearch:
    """`search_captions` of some captioners and one kind of sampler, compiled.

    It is compiled once for each batch size and length; batches are filled up
    to powers of two, so that there are few sizes.

    Args:
        captioners: the members of an ensemble; the first one's `run_eagerly`
            and `jit_compile` decide how it is compiled.
        sampler: the sampler. Later ones differ from it in their random state
            only.

    Attributes:
        key: what it is compiled for. It tells the variables apart, so that
            quantization and LoRA make another search.
    """

    def __init__(self, captioners, sampler):
        self._sampler = sampler
        self._backbones = [c.backbone for c in captioners]
        # Held, as an id is only a variable's as long as it lives.
        self._weights = [v for b in self._backbones for v in b.variables]
        self.key = *_sampler_key(sampler), *map(id, self._weights)
        eager = captioners[0].run_eagerly
        self._run = self._search
        if keras.config.backend() == "torch":
            self._run = self._without_gradients()
        elif keras.config.backend() == "tensorflow" and not eager:
            self._run = self._tensorflow(captioners[0].jit_compile)
        elif keras.config.backend() == "jax" and not eager:
            self._run = self._jax()

    def __call__(self, sampler, inputs, max_length, copies=1):
        """Ids `(B, N, max_length)` and scores `(B, N)` as arrays.

        Args:
            sampler: a sampler like the first one, but for its random state.
            inputs: encoded inputs, dict of arrays.
            max_length: number of words.
            copies: see `search_captions`.
        """
        count = len(next(iter(inputs.values())))
        padded = 1 << (count - 1).bit_length()
        inputs = {
            name: np.concatenate([value, value[-1:].repeat(padded - count, 0)])
            for name, value in inputs.items()
        }
        inputs["token_ids"] = np.full(
            (padded * copies, max_length + 1), UNWRITTEN, "int32"
        )
        inputs = {k: ops.convert_to_tensor(v) for k, v in inputs.items()}
        with _random_state(self._sampler, sampler):
            ids, scores = self._run(inputs)
        ids, scores = ops.convert_to_numpy(ids), ops.convert_to_numpy(scores)
        return ids[:count], scores[:count]

    def _search(self, inputs):
        return search_captions(self._backbones, self._sampler, inputs)

    def _without_gradients(self):
        import torch

        return torch.no_grad()(self._search)

    def _tensorflow(self, jit_compile):
        import tensorflow as tf

        return tf.function(self._search, jit_compile=jit_compile)

    def _jax(self):
        import jax

        random, weights = self._sampler.variables, self._weights

        @jax.jit
        def compiled(inputs, random_values, weight_values):
            mapping = [
                *zip(random, random_values, strict=True),
                *zip(weights, weight_values, strict=True),
            ]
            with keras.StatelessScope(state_mapping=mapping) as scope:
                outputs = self._search(inputs)
            moved = [scope.get_current_value(v) for v in random]
            return outputs, moved

        def run(inputs):
            outputs, moved = compiled(
                inputs, [v.value for v in random], [v.value for v in weights]
            )
            for variable, value in zip(random, moved, strict=True):
                variable.assign(value)
            return outputs

        return run


def _sampler_key(sampler):
    settings = {
        name: value
        for name, value in vars(sampler).items()
        if name != "_seed_generators"
        and not isinstance(value, keras.random.SeedGenerator)
    }
    if sampler.variables:
        # It is where the random state began, which is not compiled.
        settings.pop("seed", None)
    return type(sampler), repr(sorted(settings.items()))


@contextlib.contextmanager
def _random_state(sampler, other):
    """Lets a sampler run on, and advance, the random state of another."""
    if sampler is other:
        yield
        return
    pairs = list(zip(sampler.variables, other.variables, strict=True))
    own = [ops.convert_to_numpy(mine) for mine, _ in pairs]
    for mine, theirs in pairs:
        mine.assign(theirs.value)
    yield
    for (mine, theirs), value in zip(pairs, own, strict=True):
        theirs.assign(mine.value)
        mine.assign(value)
