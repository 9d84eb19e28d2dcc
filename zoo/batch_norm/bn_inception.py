"""BN-Inception, a classifier of images, in its published variants.

Batch Normalization (ICML 2015), section 4.2.
"""

from zoo.batch_norm.bn_inception_backbone import BNInceptionBackbone
from zoo.batch_norm.bn_inception_preprocessor import BNInceptionPreprocessor
from zoo.batch_norm.crop_evaluation import predict_crops
from zoo.batch_norm.image_classifier import ImageClassifier
from zoo.batch_norm.inception_optimizer import inception_optimizer
from zoo.batch_norm.inception_variants import VARIANTS
from zoo.captioning.load_preset import load_preset
from zoo.export import zoo_export
from zoo.registry import suggestion


@zoo_export
class BNInception(ImageClassifier):
    """Classifies images with a `BNInceptionBackbone`; see `zoo.bn_inception`.

    Args:
        backbone: a `BNInceptionBackbone`.
        variant: whose optimiser is the default; see `variant_settings`.
        num_classes, preprocessor, activation, dropout, class_names,
            head_initializer, l2: of every `ImageClassifier`.
    """

    backbone_cls = BNInceptionBackbone
    preprocessor_cls = BNInceptionPreprocessor

    def __init__(
        self,
        backbone,
        num_classes=None,
        preprocessor=None,
        variant="baseline",
        **kwargs,
    ):
        check_variant(variant)
        # Which `compile`, called by the base class, asks for.
        self.variant = variant
        super().__init__(backbone, num_classes, preprocessor, **kwargs)

    @property
    def variant_settings(self):
        """The `InceptionVariant` of the model."""
        return VARIANTS[self.variant]

    def default_optimizer(self):
        """SGD with momentum, as the variant has it."""
        return inception_optimizer(self.variant_settings)

    def predict_crops(self, images, crops=144, batch_size=32):
        """Probabilities of the classes, averaged over crops of each image.

        Args:
            images: images of any size, as `load_images` takes them.
            crops: 144, as published; 10, or 1.
            batch_size: number of crops at a time.

        Returns:
            Probabilities `(B, num_classes)`.
        """
        return predict_crops(self, images, crops, batch_size)

    def get_config(self):
        return {**super().get_config(), "variant": self.variant}


def check_variant(variant):
    """Raises a `ValueError` unless there is such a variant."""
    if variant not in VARIANTS:
        raise ValueError(
            f"`variant` must be one of {sorted(VARIANTS)}. Received: "
            f"variant={variant!r}. {suggestion(variant, VARIANTS)}"
        )


def bn_inception(
    preset=None,
    variant="baseline",
    num_classes=None,
    class_names=None,
    image_shape=(224, 224, 3),
    width_multiplier=1.0,
    separable_stem=True,
    table_literal=False,
    last_mode="per_feature",
    initial_scale=1.0,
    dropout=None,
    l2=None,
    momentum=0.99,
    epsilon=1e-3,
    dtype=None,
    load_weights=True,
):
    """Inception with batch normalisation, compiled as one of the paper's runs.

    | variant | | learning rate |
    |---|---|---|
    | `"none"` | no batch normalisation | 0.0015 |
    | `"baseline"` | normalisation before each ReLU | 0.0015 |
    | `"x5"` | no dropout, less L2, faster decay, weaker distortion | 0.0075 |
    | `"x30"` | likewise | 0.045 |
    | `"x5_sigmoid"` | likewise, with sigmoids | 0.0075 |

    Args:
        preset: directory of a trained model; only `dtype` and `load_weights`
            can go with it.
        variant: see above; `model.variant_settings` tells all of it, with the
            strength of the distortions that training images should have.
        num_classes: number of classes; 1000 by default.
        class_names: their names, in the order of the outputs.
        image_shape: `(S, S, 3)`, `S` a multiple of 32.
        width_multiplier: of all numbers of channels.
        separable_stem: whether the first convolution is separable, as in the
            published runs.
        table_literal: whether projections of 4c and 4d are as in the table;
            see `BNInceptionBackbone`.
        last_mode: `"per_feature"`, or `"per_activation"` for the statistics of
            the last two modules.
        initial_scale: of the initial weights of convolutions.
        dropout: rate before the softmax; the variant's by default.
        l2: strength of the L2 penalty; the variant's by default.
        momentum, epsilon: of the normalisations.
        dtype: a Keras dtype or policy.
        load_weights: False gives the preset's architecture untrained.

    Returns:
        A compiled `BNInception`.

    Raises:
        ValueError: for an unknown variant, or sizes that do not fit.

    Example:

    >>> import numpy as np
    >>> import zoo
    >>> model = zoo.bn_inception(
    ...     variant="x5",
    ...     image_shape=(32, 32, 3),
    ...     width_multiplier=0.1,
    ...     num_classes=3,
    ... )
    >>> model.predict(np.zeros((1, 40, 50, 3)), verbose=0).shape
    (1, 3)

    Reference:
        Ioffe and Szegedy, Batch Normalization, ICML 2015, figures 2, 3 and 5.
    """
    if preset is not None:
        return load_preset(BNInception, bn_inception, locals())
    check_variant(variant)
    settings = VARIANTS[variant]
    l2 = settings.l2 if l2 is None else l2
    if num_classes is None and class_names is None:
        num_classes = 1000
    backbone = BNInceptionBackbone(
        image_shape,
        settings.activation,
        settings.batch_norm,
        width_multiplier,
        separable_stem,
        table_literal,
        last_mode,
        initial_scale,
        l2,
        momentum,
        epsilon,
        dtype=dtype,
    )
    return BNInception(
        backbone,
        num_classes,
        BNInceptionPreprocessor(image_shape[0]),
        variant,
        dropout=settings.dropout if dropout is None else dropout,
        class_names=class_names,
        l2=l2,
    )
