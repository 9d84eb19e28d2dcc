"""Steps of training that several runs share."""

import dataclasses
import hashlib
import json

from recipes.running.fit import fit


def shared_step(name, model, training, facts, context):
    """Trains a model, or restores it, and leaves it with its best weights.

    It is kept in the cache, so that the rows of a table share it, and an
    interrupted training goes on.

    Args:
        name: Name of the step.
        model: A compiled, built model.
        training: Its `Training`.
        facts: A dict that tells this training from others.
        context: The `Context` of the run.

    Returns:
        The log of the weights that are kept; empty if nothing was trained.
    """
    text = json.dumps([facts, training.fingerprint], sort_keys=True)
    key = hashlib.sha256(text.encode("utf-8")).hexdigest()[:24]
    folder = context.cache_dir / "grammar" / f"{name}_{key}"
    folder.mkdir(parents=True, exist_ok=True)
    with context.progress.phase(name) as bar:
        return fit(model, training, folder, bar)["best"] or {}


def facts_of(settings, *left_out):
    """The settings as a dict, without some."""
    facts = dataclasses.asdict(settings)
    return {k: v for k, v in facts.items() if k not in left_out}
