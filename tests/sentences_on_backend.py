"""What small models make of sentences on the current back end.

KERAS_BACKEND=jax python sentences_on_backend.py OUTPUT.npz
"""

import sys

import numpy as np
from small_sentences import PAIRS, TREES, relatedness, sentiment


def results():
    """A dict of arrays."""
    model = _with_even_weights(sentiment())
    found = {"sentiment": model.predict(TREES, verbose=0)}
    history = model.fit(TREES, shuffle=False, verbose=0).history
    found |= {name: np.array(values) for name, values in history.items()}
    found["trained"] = model.predict(TREES, verbose=0)
    model = _with_even_weights(relatedness())
    found["relatedness"] = model.score(PAIRS)
    return found


def _with_even_weights(model):
    """Sets weights that do not depend on a generator of the back end."""
    rng = np.random.default_rng(0)
    model.set_weights(
        [rng.uniform(-0.5, 0.5, w.shape) for w in model.get_weights()]
    )
    return model


if __name__ == "__main__":
    np.savez(sys.argv[1], **results())
