"""What the networks of the models of grammar share."""

import copy

import keras
import keras_hub

from zoo.atpl.word_rows import WordRows


class GrammarBackbone(keras_hub.models.Backbone):
    """Reads encoded sentences.

    Args:
        inputs, outputs: of the functional model.
        arguments: dict of the constructor's arguments, which become attributes
            and the config.
        fixed: layers that are not trained, whatever else is.
        dtype: of computations and weights.
    """

    uses_schedule = False
    # Arguments that are models, which a config holds in serialised form.
    serialized_arguments = ()

    def __init__(
        self, inputs, outputs, arguments, fixed=(), dtype=None, **kwargs
    ):
        super().__init__(inputs=inputs, outputs=outputs, dtype=dtype, **kwargs)
        self._arguments = tuple(arguments)
        for name, value in arguments.items():
            setattr(self, name, value)
        # A function, as Keras would save what it finds in a list once more.
        self.fixed_parts = lambda: fixed
        self._hold_fixed_parts()

    @keras.layers.Layer.trainable.setter
    def trainable(self, value):
        # Keras sets it on every model it makes or loads, for all its parts.
        keras.layers.Layer.trainable.fset(self, value)
        self._hold_fixed_parts()

    @property
    def row_kind(self):
        """What rows of the input are: see `WordRows`."""
        return WordRows()

    def _hold_fixed_parts(self):
        if not hasattr(self, "fixed_parts"):
            return
        for part in self.fixed_parts():
            # A loaded network may say that it is fixed while its layers are
            # not, and ignores what it thinks is set.
            part.trainable = True
            part.trainable = False

    def get_config(self):
        config = super().get_config()
        for name in self._arguments:
            value = getattr(self, name)
            if name in self.serialized_arguments:
                value = keras.saving.serialize_keras_object(value)
            config[name] = value
        return config

    @classmethod
    def from_config(cls, config):
        config = dict(config)
        for name in cls.serialized_arguments:
            if isinstance(config.get(name), dict):
                # Keras empties the config of a functional model.
                config[name] = keras.saving.deserialize_keras_object(
                    copy.deepcopy(config[name])
                )
        return super().from_config(config)


def token_input(name="token_ids", *axes):
    """A symbolic input of integers, `(B, T, ...)`."""
    return keras.Input((None, *axes), dtype="int32", name=name)
