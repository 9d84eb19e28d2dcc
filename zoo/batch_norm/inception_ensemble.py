"""An ensemble of BN-Inceptions whose probabilities are averaged.

Batch Normalization (ICML 2015), section 4.2.3.
"""

from keras import ops

from zoo.batch_norm.bn_inception import BNInception, bn_inception
from zoo.batch_norm.bn_inception_preprocessor import BNInceptionPreprocessor
from zoo.batch_norm.crop_evaluation import predict_crops
from zoo.batch_norm.image_classifier import ImageClassifier
from zoo.batch_norm.inception_ensemble_backbone import (
    InceptionEnsembleBackbone,
)
from zoo.batch_norm.inception_optimizer import inception_optimizer
from zoo.batch_norm.inception_variants import MEMBERS, VARIANTS
from zoo.batch_norm.member_cross_entropy import MemberCrossEntropy
from zoo.batch_norm.member_mean import MemberMean
from zoo.captioning.load_preset import load_preset
from zoo.export import zoo_export

# What the members are based on.
VARIANT = "x30"


@zoo_export
class InceptionEnsemblePreprocessor(BNInceptionPreprocessor):
    """`SquareImages` in RGB; see there."""

    backbone_cls = InceptionEnsembleBackbone


@zoo_export
class InceptionEnsemble(ImageClassifier):
    """Averages the probabilities of networks; see `zoo.inception_ensemble`.

    In training each network has a loss of its own, so that all are trained as
    if alone, on the same batches.

    Args:
        backbone: an `InceptionEnsembleBackbone`.
        dropout: list of rates, one for each member.
        num_classes, preprocessor, activation, class_names, head_initializer,
            l2: of every `ImageClassifier`.
    """

    backbone_cls = InceptionEnsembleBackbone
    preprocessor_cls = InceptionEnsemblePreprocessor

    def default_optimizer(self):
        """SGD with momentum, as the members' variant has it."""
        return inception_optimizer(VARIANTS[VARIANT])

    def default_loss(self):
        """The sum of the members' cross-entropies."""
        return MemberCrossEntropy()

    def compute_metrics(self, x, y, y_pred, sample_weight=None):
        if len(y_pred.shape) == 3:
            y_pred = ops.mean(y_pred, axis=1)
        return super().compute_metrics(x, y, y_pred, sample_weight)

    def predict_crops(self, images, crops=144, batch_size=32):
        """Probabilities averaged over members and crops.

        Args:
            images, crops, batch_size: as for `BNInception.predict_crops`.
        """
        return predict_crops(self, images, crops, batch_size)

    def _head(self, features, num_classes, dropout, initializer, l2):
        rates = [dropout] * len(features) if dropout == 0.0 else dropout
        heads = zip(features, rates, strict=True)
        return MemberMean(name="mean", dtype="float32")(
            [
                super(InceptionEnsemble, self)._head(
                    maps, num_classes, rate, initializer, l2, f"_{number}"
                )
                for number, (maps, rate) in enumerate(heads, start=1)
            ]
        )


def inception_ensemble(
    preset=None,
    members=None,
    num_classes=None,
    class_names=None,
    image_shape=(224, 224, 3),
    width_multiplier=1.0,
    num_members=6,
    dtype=None,
    load_weights=True,
):
    """Six BN-Inceptions whose probabilities are averaged, compiled.

    All are based on the variant `"x30"`; they differ in the scale of initial
    weights, a dropout of 5 or 10 %, and the statistics of the last modules.

    Args:
        preset: directory of a trained model; only `dtype` and `load_weights`
            can go with it.
        members: trained `BNInception`s whose weights are taken; None for fresh
            ones.
        num_classes: number of classes of fresh members; 1000 by default.
        class_names: their names, in the order of the outputs.
        image_shape: `(S, S, 3)`, `S` a multiple of 32, of fresh members.
        width_multiplier: of all numbers of channels of fresh members.
        num_members: number of fresh members, at most six.
        dtype: a Keras dtype or policy.
        load_weights: False gives the preset's architecture untrained.

    Returns:
        A compiled `InceptionEnsemble`; `predict_crops` evaluates it on 144
        crops of each image, as published.

    Raises:
        TypeError: if a member is no `BNInception`.
        ValueError: if members have other classes, or there are too many.

    Example:

    >>> import numpy as np
    >>> import zoo
    >>> small = {
    ...     "image_shape": (32, 32, 3),
    ...     "width_multiplier": 0.05,
    ...     "num_classes": 3,
    ... }
    >>> trained = [zoo.bn_inception(variant="x30", **small) for _ in range(2)]
    >>> model = zoo.inception_ensemble(members=trained)
    >>> images = np.zeros((1, 32, 32, 3))
    >>> both = [member.predict(images, verbose=0) for member in trained]
    >>> mean = model.predict(images, verbose=0)
    >>> bool(np.allclose(mean, np.mean(both, axis=0), atol=1e-5))
    True

    Reference:
        Ioffe and Szegedy, Batch Normalization, ICML 2015, figure 4.
    """
    if preset is not None:
        return load_preset(InceptionEnsemble, inception_ensemble, locals())
    if not 1 <= num_members <= len(MEMBERS):
        raise ValueError(
            f"`num_members` must be from 1 to {len(MEMBERS)}. Received: "
            f"num_members={num_members!r}."
        )
    trained = members is not None
    if not trained:
        members = [
            bn_inception(
                variant=VARIANT,
                num_classes=num_classes,
                class_names=class_names,
                image_shape=image_shape,
                width_multiplier=width_multiplier,
                dtype=dtype,
                **options,
            )
            for options in MEMBERS[:num_members]
        ]
    return _of_members(members, dtype)


def _of_members(members, dtype):
    """The ensemble with the weights of its members."""
    for member in members:
        if not isinstance(member, BNInception):
            raise TypeError(
                "`members` must be `BNInception`s, such as "
                f"`zoo.bn_inception()` makes. Received: {member!r}."
            )
    names = {tuple(member.class_names) for member in members}
    if len(names) != 1:
        raise ValueError(
            "`members` must be at least one classifier, all of the same "
            f"classes. Received {len(members)} with {len(names)} sets of "
            "classes."
        )
    backbone = InceptionEnsembleBackbone(
        [_arguments(member.backbone) for member in members], dtype=dtype
    )
    side = backbone.input_shape[1]
    ensemble = InceptionEnsemble(
        backbone,
        preprocessor=InceptionEnsemblePreprocessor(side),
        dropout=[member.dropout for member in members],
        class_names=names.pop(),
        l2=members[0].l2,
    )
    for number, member in enumerate(members):
        backbone.networks[number].set_weights(member.backbone.get_weights())
        head = ensemble.get_layer(f"head_{number + 1}")
        head.set_weights(member.get_layer("head").get_weights())
    return ensemble


def _arguments(backbone):
    """The arguments that make a network of the same kind."""
    config = backbone.get_config()
    for name in ("name", "trainable", "dtype"):
        config.pop(name, None)
    return config
