"""Puts a captioner together from what a person gives."""

import inspect

import numpy as np

from zoo.captioning.image_encoders import image_encoder as make_encoder
from zoo.captioning.load_preset import load_preset
from zoo.registry import suggestion


def make_captioner(task_cls, function, arguments):
    """What the captioners' functions do: load a preset, or make a fresh one.

    Args:
        task_cls: the task; it names its backbone and preprocessor.
        function: the function, for its defaults.
        arguments: its `locals()`, with `preset`, `load_weights`, `dtype` and
            `architecture` among them.

    Raises:
        TypeError: for an argument that neither the function nor the backbone
            has, or a `preset` that is no name or path.
        ValueError: if a preset, or an image encoder, is given with an
            argument it would ignore.
    """
    arguments = dict(arguments)
    architecture = arguments.pop("architecture")
    if arguments["preset"] is not None:
        return load_preset(task_cls, function, {**arguments, **architecture})
    del arguments["preset"], arguments["load_weights"]
    _check_architecture(task_cls.backbone_cls, function, architecture)
    defaults = inspect.signature(function).parameters
    if arguments["feature_dim"] == defaults["feature_dim"].default:
        # An image encoder brings its own, unless another one is given.
        del arguments["feature_dim"]
    return _assemble(task_cls, **arguments, **architecture)


def _assemble(
    task_cls,
    vocabulary=None,
    vocabulary_size=None,
    feature_dim=None,
    image_encoder=None,
    embedding=None,
    oov="drop",
    sequence_length=20,
    **architecture,
):
    preprocessor_cls = task_cls.preprocessor_cls
    tokenizer, vocabulary_hash = None, None
    if vocabulary is not None:
        tokenizer = preprocessor_cls.tokenizer_cls(
            vocabulary=vocabulary, oov=oov
        )
        vocabulary_hash = tokenizer.vocabulary_hash
        size = tokenizer.vocabulary_size()
        if vocabulary_size not in (None, size):
            raise ValueError(
                f"`vocabulary` makes {size} ids, special tokens included, but "
                f"`vocabulary_size={vocabulary_size}`. Leave it out."
            )
        vocabulary_size = size
    if vocabulary_size is not None:
        architecture["vocabulary_size"] = vocabulary_size
    if image_encoder is not None:
        image_encoder = make_encoder(image_encoder)
        size = image_encoder.output_shape[-1]
        if feature_dim not in (None, size):
            raise ValueError(
                f"`feature_dim={feature_dim}` does not go with "
                f"`image_encoder`, whose features have the size {size}. Leave "
                "`feature_dim` out."
            )
    elif feature_dim is not None:
        architecture["feature_dim"] = feature_dim
    backbone = task_cls.backbone_cls(
        image_encoder=image_encoder,
        vocabulary_hash=vocabulary_hash,
        **architecture,
    )
    if embedding is not None:
        _set_embedding(backbone.decoder.embedding, embedding)
    if tokenizer is None:
        return task_cls(backbone)
    given_tags = backbone.tag_detector is None
    preprocessor = preprocessor_cls(
        tokenizer,
        sequence_length=sequence_length,
        image_size=backbone.image_size,
        feature_dim=backbone.feature_dim,
        num_tags=backbone.num_tags if given_tags else None,
    )
    return task_cls(backbone, preprocessor)


def _check_architecture(backbone_cls, function, architecture):
    """Keras would take any name, and leave it out of the model."""
    signatures = (function, backbone_cls.__init__)
    known = {
        name
        for signature in map(inspect.signature, signatures)
        for name, parameter in signature.parameters.items()
        if parameter.kind is not inspect.Parameter.VAR_KEYWORD
    } - {"self"}
    for name in set(architecture) - known - {"name", "trainable"}:
        raise TypeError(
            f"`{function.__name__}` has no argument `{name}`. "
            + suggestion(name, sorted(known))
        )


def _set_embedding(layer, embedding):
    embedding = np.asarray(embedding, "float32")
    expected = (layer.input_dim, layer.output_dim)
    if embedding.shape != expected:
        raise ValueError(
            "`embedding` must have shape (vocabulary_size, size of a word "
            f"vector) = {expected}. Received shape {embedding.shape}."
        )
    layer.set_weights([embedding])
