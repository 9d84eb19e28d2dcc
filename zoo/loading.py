"""Loads a whole model saved with `model.save`."""

from zoo import registry


def load_model(path, **kwargs):
    """Loads a `.keras` file that holds a model of the zoo.

    Keras finds a class of ours only once its module has been imported;
    this imports all of them, then calls `keras.models.load_model`.

    Args:
        path: Path of the `.keras` file.
        **kwargs: `custom_objects`, `compile` and `safe_mode`, for Keras.

    Returns:
        The model.

    Example:

    ```python
    model.save("captioner.keras")
    model = zoo.load_model("captioner.keras")
    ```
    """
    import keras

    registry.import_all()
    return keras.models.load_model(path, **kwargs)
