"""The network that finds tags in image features."""

import keras
import keras_hub

from zoo.export import zoo_export


@zoo_export
class TagDetectorBackbone(keras_hub.models.Backbone):
    """A multi-label classifier: a sigmoid for each tag.

    Args:
        num_tags: number of tags.
        feature_dim: size of the image features.
        hidden: size of a hidden layer with ReLU; None for none.
        dropout: rate on the features and the hidden layer.
        class_names: the tags in the order of the outputs, or None.
        dtype: of computations and weights.

    Shapes:
        Features `(B, feature_dim)` to probabilities `(B, num_tags)`.

    Raises:
        ValueError: if `class_names` are not `num_tags` different ones.
    """

    def __init__(
        self,
        num_tags=999,
        feature_dim=2048,
        hidden=None,
        dropout=0.0,
        class_names=None,
        dtype=None,
        **kwargs,
    ):
        class_names = _checked_names(class_names, num_tags)

        # Graph
        inputs = keras.Input((feature_dim,), name="features")
        x = keras.layers.Dropout(dropout, name="feature_dropout", dtype=dtype)(
            inputs
        )
        if hidden is not None:
            x = keras.layers.Dense(
                hidden, activation="relu", name="hidden", dtype=dtype
            )(x)
            x = keras.layers.Dropout(
                dropout, name="hidden_dropout", dtype=dtype
            )(x)
        outputs = keras.layers.Dense(
            num_tags, activation="sigmoid", name="tags", dtype=dtype
        )(x)
        super().__init__(inputs=inputs, outputs=outputs, dtype=dtype, **kwargs)

        # Config
        self.num_tags = num_tags
        self.feature_dim = feature_dim
        self.hidden = hidden
        self.dropout = dropout
        self.class_names = class_names

    def get_config(self):
        return {
            **super().get_config(),
            "num_tags": self.num_tags,
            "feature_dim": self.feature_dim,
            "hidden": self.hidden,
            "dropout": self.dropout,
            "class_names": self.class_names,
        }


def _checked_names(class_names, num_tags):
    if class_names is None:
        return None
    class_names = list(class_names)
    different = len(set(class_names))
    if len(class_names) != num_tags or different != num_tags:
        raise ValueError(
            f"`class_names` must be {num_tags} different tags, as "
            f"`num_tags={num_tags}`. Received {len(class_names)} names, "
            f"{different} of them different."
        )
    return class_names
