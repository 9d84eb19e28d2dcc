"""The trained model of a run as a preset."""

import pathlib
import shutil


def save_preset(model, folder):
    """Writes a keras-hub preset, without the optimiser's state.

    Args:
        model: A compiled `keras_hub.models.Task`.
        folder: Folder of the preset. One of an earlier attempt is replaced
            once the new one is complete.
    """
    folder = pathlib.Path(folder)
    temporary = folder.with_name(folder.name + ".tmp")
    shutil.rmtree(temporary, ignore_errors=True)
    # A fresh optimiser: the slots of the old one would go into the weights.
    model.compile()
    model.save_to_preset(str(temporary))
    shutil.rmtree(folder, ignore_errors=True)
    temporary.rename(folder)
