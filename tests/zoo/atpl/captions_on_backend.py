"""What a small captioner does on the current back end, as plain numbers.

KERAS_BACKEND=jax python captions_on_backend.py OUTPUT.json
"""

import json
import sys

import keras
import numpy as np
from small_captioner import encoded, scene_encoder, small_captioner

from zoo.captioning.beam_sampler import BeamSampler

VARIANTS = {
    "plain": {},
    "tags": {"num_tags": 3, "tag_factors": 4},
    "step form": {"lstm_inputs": ("word", "tpr"), "tie_output": True},
}
SAMPLERS = {
    "beam": BeamSampler(4),
    "blocked": BeamSampler(
        3, length_penalty=0.7, no_repeat_ngram_size=2, suppress_tokens=[1]
    ),
    "greedy": "greedy",
}


def results():
    """Losses, logits and captions of several captioners."""
    found = {name: _captioner(**o) for name, o in VARIANTS.items()}
    found["images"] = _image_captioner()
    found["ensemble"] = _ensemble()
    return found


def _captioner(**options):
    model = small_captioner(**options)
    model.compile(keras.optimizers.SGD(0.05))
    inputs = encoded(tags="num_tags" in options)
    before = _written(model, inputs, SAMPLERS)
    history = model.fit(
        inputs, epochs=2, batch_size=6, shuffle=False, verbose=0
    ).history
    return {
        "before": before,
        "history": history,
        "evaluated": model.evaluate(inputs, verbose=0, return_dict=True),
        "after": _written(model, inputs),
        "logits": model.predict(inputs, verbose=0).tolist(),
    }


def _image_captioner():
    model = small_captioner(image_encoder=scene_encoder())
    model.compile(keras.optimizers.SGD(0.05))
    images = np.random.default_rng(0).integers(0, 256, (4, 8, 8, 3))
    inputs = {
        "images": images.astype("float32"),
        "token_ids": encoded(count=4)["token_ids"],
    }
    history = model.fit(
        inputs, epochs=2, batch_size=4, shuffle=False, verbose=0
    ).history
    return {"history": history, "written": _written(model, inputs)}


def _ensemble():
    model, other = small_captioner(), small_captioner(seed=1)
    inputs = encoded()
    first = _written(model, inputs, ["beam"], ensemble=[other])
    # Compiled once, it must see new weights.
    other.set_weights(small_captioner(seed=2).get_weights())
    return [first, _written(model, inputs, ["beam"], ensemble=[other])]


def _written(model, inputs, samplers=("beam", "greedy"), **options):
    """The captions of some samplers, with ids and scores."""
    options = {
        "max_length": 6,
        "return_scores": True,
        "num_return": 2,
        **options,
    }
    return {
        name: [
            [[c.token_ids, c.score] for c in row]
            for row in model.generate(inputs, sampler=SAMPLERS[name], **options)
        ]
        for name in samplers
    }


if __name__ == "__main__":
    with open(sys.argv[1], "w") as file:
        json.dump(results(), file)
