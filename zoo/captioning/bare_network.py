"""A model as a part of another one."""

import keras

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
