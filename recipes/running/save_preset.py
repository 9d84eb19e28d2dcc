"""The trained model of a run as a preset."""

from zoo.presets import write_manifest


def save_preset(task, recipe, scores, folder):
    """Writes a keras-hub preset and a manifest with its score.

    Args:
        task: A `keras_hub.models.Task` of the zoo.
        recipe: The `Recipe` that it comes from.
        scores: Dict from splits to dicts of scores.
        folder: Folder of the preset.
    """
    task.save_to_preset(folder, storage=recipe.preset.storage)
    split, metric = recipe.metric
    if recipe.rows:
        # The run of a row knows its own scores only.
        split = split.rpartition(": ")[2]
    write_manifest(
        folder,
        name=recipe.preset.name,
        model=recipe.preset.model,
        data=recipe.preset.data,
        licence=recipe.preset.licence,
        recipe=recipe.name,
        metric=f"{metric} ({split})",
        score=scores.get(split, {}).get(metric),
    )
