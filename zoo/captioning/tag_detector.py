"""The detector of image tags, which the tag-composed captioners read.

Semantic Compositional Networks for Visual Captioning (CVPR 2017), section 3.2.
"""

import keras
import keras_hub
import numpy as np

from zoo.captioning.caption_tags import tag_targets
from zoo.captioning.check_positive import check_positive
from zoo.captioning.load_preset import load_preset
from zoo.captioning.tag_detector_backbone import TagDetectorBackbone
from zoo.captioning.tag_explanation import TagExplanation
from zoo.captioning.tag_names import tag_names
from zoo.captioning.tag_training_rows import tag_training_rows
from zoo.captioning.vector_rows import vector_rows
from zoo.export import zoo_export


@zoo_export
class TagDetector(keras_hub.models.Task):
    """Finds tags in image features; see `zoo.tag_detector`.

    Args:
        backbone: a `TagDetectorBackbone`.
        preprocessor: must be None: features are taken as they are.
    """

    backbone_cls = TagDetectorBackbone

    def __init__(self, backbone, preprocessor=None, **kwargs):
        if preprocessor is not None:
            raise ValueError(
                "`preprocessor` must be None: a tag detector takes features "
                "as they are."
            )
        # Layers
        self.backbone = backbone
        self.preprocessor = None
        # Graph
        inputs = backbone.input
        super().__init__(inputs=inputs, outputs=backbone(inputs), **kwargs)

    def compile(
        self, optimizer="auto", loss="auto", *, metrics="auto", **kwargs
    ):
        """Configures training.

        By default: Adam with learning rate 1e-3, binary cross-entropy, and the
        area under the precision-recall curve over all tags.

        Args:
            optimizer, loss, metrics, **kwargs: of `keras.Model.compile`.
        """
        if metrics == "auto":
            metrics = [keras.metrics.AUC(curve="PR", name="pr_auc")]
        super().compile(
            optimizer=(
                keras.optimizers.Adam(1e-3)
                if optimizer == "auto"
                else optimizer
            ),
            loss=(
                keras.losses.BinaryCrossentropy() if loss == "auto" else loss
            ),
            metrics=metrics,
            **kwargs,
        )

    def fit(self, x=None, y=None, *args, **kwargs):
        """`keras.Model.fit`, on features and targets.

        Args:
            x: features `(B, feature_dim)`; or a dataset of both.
            y: targets `(B, num_tags)`, see `targets`.
            *args, **kwargs: of `keras.Model.fit`.

        Raises:
            TypeError, ValueError: if data in memory are no numbers, not
                finite, or of another shape.
        """
        sizes = self.backbone.feature_dim, self.backbone.num_tags
        if y is not None or isinstance(x, list) or hasattr(x, "shape"):
            x, y = tag_training_rows(x, y, *sizes)
        validation = kwargs.get("validation_data")
        if isinstance(validation, (tuple, list)):
            # Before an epoch is lost.
            names = "validation_data[0]", "validation_data[1]"
            tag_training_rows(*validation[:2], *sizes, names)
        # keras-hub would stream arrays, for its preprocessor, and not shuffle.
        return keras.Model.fit(self, x, y, *args, **kwargs)

    @property
    def class_names(self):
        """The tags in the order of the outputs."""
        names = self.backbone.class_names
        if names is None:
            raise ValueError(
                "This detector does not know its tags. Make it with "
                "`class_names=`, such as `build_tags(captions)` of "
                "`zoo.captioning.caption_tags`."
            )
        return names

    def targets(self, captions):
        """What to `fit`: which tags the captions of each image mention.

        Args:
            captions: for each image the list of its captions.

        Returns:
            float32 array `(number of images, num_tags)` of zeros and ones.

        Raises:
            TypeError: if an image has a text instead of a list of captions.
            ValueError: if an image has no caption, or no caption mentions a
                tag.
        """
        targets = tag_targets(captions, self.class_names)
        if not targets.any():
            raise ValueError(
                "`captions` mention none of the detector's tags "
                f"({', '.join(self.class_names[:3])}, ...): there is nothing "
                "to learn. Make the detector with `class_names=` from these "
                "captions, such as `build_tags(captions)`."
            )
        return targets

    def explain(self, inputs, num_tags=10):
        """The most probable tags of one image.

        Args:
            inputs: features `(feature_dim,)` or `(1, feature_dim)`.
            num_tags: number of tags listed.

        Returns:
            A `TagExplanation`.
        """
        check_positive("num_tags", num_tags)
        names = self.class_names
        features, _ = vector_rows(
            inputs,
            self.backbone.feature_dim,
            "inputs",
            "feature_dim",
            "detector",
        )
        if len(features) != 1:
            raise ValueError(
                "`explain` takes one image at a time. Received "
                f"{len(features)}."
            )
        probabilities = self.predict(features, verbose=0)[0]
        best = np.argsort(-probabilities, kind="stable")[:num_tags]
        return TagExplanation(
            tags=[names[i] for i in best], probabilities=probabilities[best]
        )


def tag_detector(
    preset=None,
    class_names=None,
    num_tags=None,
    feature_dim=2048,
    hidden=None,
    dropout=0.0,
    dtype=None,
    load_weights=True,
):
    """A detector of image tags, compiled.

    Train it on image features with `fit(features, detector.targets(captions))`
    and give it to a captioner as `tag_detector=`.

    Args:
        preset: directory of a trained detector; only `dtype` and
            `load_weights` can go with it.
        class_names: the tags, such as
            `zoo.captioning.caption_tags.build_tags(captions)`.
        num_tags: number of tags without `class_names`; 999 as published.
        feature_dim: size of the image features.
        hidden: size of a hidden layer; None for none.
        dropout: rate on the features and the hidden layer.
        dtype: a Keras dtype or policy.
        load_weights: False gives the preset's architecture untrained.

    Returns:
        A compiled `TagDetector`.

    Example:

    >>> import numpy as np
    >>> import zoo
    >>> detector = zoo.tag_detector(class_names=["dog", "cat"], feature_dim=3)
    >>> targets = detector.targets([["a dog runs"], ["the cat", "a pet cat"]])
    >>> history = detector.fit(np.eye(2, 3), targets, verbose=0)
    >>> sorted(detector.explain(np.ones(3)).tags)
    ['cat', 'dog']

    Reference:
        Gan et al., Semantic Compositional Networks for Visual Captioning,
        CVPR 2017, section 3.2.
    """
    if preset is not None:
        return load_preset(TagDetector, tag_detector, locals())
    if class_names is not None:
        class_names = tag_names(class_names)
    if num_tags is None:
        num_tags = 999 if class_names is None else len(class_names)
    backbone = TagDetectorBackbone(
        num_tags, feature_dim, hidden, dropout, class_names, dtype=dtype
    )
    return TagDetector(backbone)
