"""The network that finds tags in image features."""

import keras
import keras_hub

from zoo.captioning.check_positive import check_positive
from zoo.captioning.tag_names import tag_names
from zoo.export import zoo_export


@zoo_export
class TagDetectorBackbone(keras_hub.models.Backbone):
    """A multi-label classifier: a sigmoid for each tag.

    Args:
        num_tags: number of tags.
        feature_dim: size of the image features.
        hidden: size of a hidden layer with ReLU; None for none.
        dropout: rate on the features and the hidden layer.
        class_names: the tags in the order of the outputs, words in lower case,
            or None.
        dtype: of computations and weights.

    Shapes:
        Features `(B, feature_dim)` to probabilities `(B, num_tags)`.

    Raises:
        TypeError, ValueError: if sizes are no positive integers, or
            `class_names` are not `num_tags` different words.
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
        check_positive("num_tags", num_tags)
        check_positive("feature_dim", feature_dim)
        if hidden is not None:
            check_positive("hidden", hidden)
        if class_names is not None:
            class_names = tag_names(class_names)
            _check_number(class_names, num_tags)

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


def _check_number(class_names, num_tags):
    if len(class_names) != num_tags:
        raise ValueError(
            f"`class_names` are {len(class_names)} tags, but "
            f"`num_tags={num_tags}`. Leave `num_tags` out."
        )
