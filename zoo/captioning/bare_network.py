"""A model as a part of another one."""

import keras
import keras_hub

from zoo.captioning.tag_detector import TagDetector


def bare_network(model):
    """The network of a model, which may have been compiled and trained.

    As a part of a captioner it must not bring its optimizer: Keras would save
    that one too, and then miss it in the frozen copy it loads.

    Args:
        model: a Keras model, or None.

    Returns:
        A model that shares its layers and weights and is not compiled.
    """
    if isinstance(model, TagDetector):
        return model.backbone
    if model is None or not model.compiled:
        return model
    return keras.Model(model.inputs, model.outputs, name=model.name)


def network_copy(model):
    """A copy of a model's network: the same architecture and weights.

    A part that a captioner freezes must be its own: frozen itself, the given
    model could not be trained any more, and trained, it would change the
    captioner.

    Args:
        model: a functional or sequential Keras model, or None.

    Returns:
        A model that shares nothing with it and is not compiled.
    """
    network = bare_network(model)
    if network is None:
        return None
    if isinstance(network, keras_hub.models.Backbone):
        # Keras would clone its layers alone.
        copy = type(network).from_config(network.get_config())
    else:
        copy = keras.models.clone_model(network)
    copy.set_weights(network.get_weights())
    return copy
