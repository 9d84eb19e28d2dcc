"""Variables of a model and its optimiser, with a state, in one file."""

import json
import pathlib
import zipfile

import numpy as np
from keras import ops

from recipes.running.run_error import RunError
from zoo.atomic_file import atomic_file


class Checkpoint:
    """A file from which training goes on as if it had never stopped.

    It holds all variables of the model, the states of its random generators
    (dropout) included, optionally those of its optimiser, and a dict of plain
    values. As it is one file, renamed into place, weights and state always
    belong together.

    Args:
        path: The file, a NumPy archive (`.npz`).
    """

    def __init__(self, path):
        self.path = pathlib.Path(path)

    def save(self, model, state, optimizer=True):
        """Writes the file.

        Args:
            model: A built Keras model.
            state: A dict of what JSON can hold.
            optimizer: Whether to keep the optimiser's variables as well.
        """
        variables = _variables(model, optimizer)
        arrays = {
            f"variable_{i}": ops.convert_to_numpy(variable)
            for i, variable in enumerate(variables)
        }
        paths = [variable.path for variable in variables]
        header = json.dumps({"state": state, "paths": paths})
        with atomic_file(self.path, "wb") as file:
            np.savez(file, header=np.array(header), **arrays)

    def restore(self, model, optimizer=True):
        """Reads the file into a model of the same architecture.

        Returns:
            The state, or `None` if there is no file.

        Raises:
            RunError: If the file is damaged or of another model; the model
                is left as it was.
        """
        if not self.path.exists():
            return None
        variables = _variables(model, optimizer)
        try:
            with (
                open(self.path, "rb") as file,
                np.load(file, allow_pickle=False) as archive,
            ):
                header = json.loads(str(archive["header"]))
                values = [
                    archive[f"variable_{i}"]
                    for i in range(len(header["paths"]))
                ]
        except (OSError, KeyError, ValueError, zipfile.BadZipFile) as error:
            raise RunError(
                f"{self.path} cannot be read: {error}. Delete it to start "
                "the run again."
            ) from error
        self._check_shapes(variables, values, header["paths"])
        for variable, value in zip(variables, values, strict=True):
            current = ops.convert_to_numpy(variable).dtype
            # NumPy reads a type it does not know, such as bfloat16, as bytes.
            variable.assign(
                value.view(current) if value.dtype.kind == "V" else value
            )
        return header["state"]

    def _check_shapes(self, variables, values, paths):
        remedy = (
            "The code or data changed since it was written: delete "
            f"{self.path.parent} or give another output folder."
        )
        if len(variables) != len(values):
            raise RunError(
                f"{self.path} holds {len(values)} variables, the model has "
                f"{len(variables)}. {remedy}"
            )
        for variable, value, path in zip(variables, values, paths, strict=True):
            if tuple(variable.shape) != value.shape:
                raise RunError(
                    f"{self.path} holds `{path}` of shape {value.shape}, the "
                    f"model has `{variable.path}` of shape "
                    f"{tuple(variable.shape)}. {remedy}"
                )


def _variables(model, optimizer):
    variables = list(model.variables)
    if optimizer:
        model.optimizer.build(model.trainable_variables)
        variables += model.optimizer.variables
    return variables
