"""What the classifiers of images share: head, data, explanations."""

import keras
import keras_hub
import numpy as np

from zoo.batch_norm.explain_image import explain_image
from zoo.batch_norm.image_batches import ImageBatches
from zoo.batch_norm.image_labels import image_labels
from zoo.captioning.images.image_rows import image_rows
from zoo.sentence_cnn.class_labels import class_names_of
from zoo.sentence_cnn.sentence_backbone import l2_penalty

Task = keras_hub.models.Task


class ImageClassifier(keras_hub.models.ImageClassifier):
    """A backbone with dropout and a softmax over classes.

    With a preprocessor, images are what `load_images` takes; without one, they
    are arrays of the backbone's size in 0..255. Labels are numbers of classes,
    or their names.

    Args:
        backbone: a network whose outputs are features `(B, C)`, or maps of
            them `(B, H, W, C)`, of which the mean is taken.
        num_classes: number of classes; None for that of `class_names`.
        preprocessor: a `SquareImages`, or None.
        activation: of the head; `"softmax"` gives probabilities.
        dropout: rate on the features, in training only.
        class_names: in the order of the outputs; None for their numbers.
        head_initializer: of the head's weights.
        l2: strength of the L2 penalty on them.
    """

    def __init__(
        self,
        backbone,
        num_classes=None,
        preprocessor=None,
        activation="softmax",
        dropout=0.0,
        class_names=None,
        head_initializer="glorot_uniform",
        l2=0.0,
        **kwargs,
    ):
        names = class_names_of(num_classes, class_names)

        # Layers
        self.backbone = backbone
        self.preprocessor = preprocessor
        self.activation = keras.activations.get(activation)

        # Graph
        inputs = backbone.input
        outputs = self._head(
            backbone(inputs), len(names), dropout, head_initializer, l2
        )
        # Past keras-hub's own head.
        super(keras_hub.models.ImageClassifier, self).__init__(
            inputs=inputs, outputs=outputs, **kwargs
        )

        # Config
        self.num_classes = len(names)
        self.class_names = list(names)
        self.dropout = dropout
        self.head_initializer = keras.initializers.get(head_initializer)
        self.l2 = l2

    def compile(
        self, optimizer="auto", loss="auto", *, metrics="auto", **kwargs
    ):
        """Configures training.

        By default `default_optimizer()`, the cross-entropy of the classes, and
        `accuracy`.

        Args:
            optimizer, loss, metrics, **kwargs: of `keras.Model.compile`.
        """
        if optimizer == "auto":
            optimizer = self.default_optimizer()
        if loss == "auto":
            loss = self.default_loss()
        if metrics == "auto":
            metrics = [keras.metrics.SparseCategoricalAccuracy("accuracy")]
        super().compile(optimizer, loss, metrics=metrics, **kwargs)

    def default_optimizer(self):
        """The optimiser that `compile` takes by default."""
        raise NotImplementedError

    def default_loss(self):
        """The loss that `compile` takes by default."""
        logits = self.activation is not keras.activations.softmax
        return keras.losses.SparseCategoricalCrossentropy(from_logits=logits)

    def fit(
        self,
        x=None,
        y=None,
        batch_size=None,
        sample_weight=None,
        validation_data=None,
        shuffle=True,
        **kwargs,
    ):
        """Trains the classifier.

        Args:
            x: images, see the class, which are loaded batch by batch; or a
                batched dataset of images and labels, in its own order.
            y: labels of images that are no dataset.
            batch_size: of these; `default_batch_size` by default.
            sample_weight: a weight for each of these.
            validation_data: a tuple `(x, y)`, or a dataset.
            shuffle: whether images are put into a new order each epoch.
            **kwargs: further arguments of `keras.Model.fit`.

        Returns:
            A `keras.callbacks.History`.

        Raises:
            TypeError, ValueError: for data that do not fit.
        """
        if isinstance(validation_data, (tuple, list)):
            validation_data = self._batches(
                *keras.utils.unpack_x_y_sample_weight(tuple(validation_data)),
                batch_size,
            )
        if _is_dataset(x):
            return super().fit(
                x, validation_data=validation_data, shuffle=False, **kwargs
            )
        batches = self._batches(x, y, sample_weight, batch_size, shuffle)
        # Past keras-hub, which would not shuffle.
        return keras.Model.fit(
            self,
            batches,
            validation_data=validation_data,
            shuffle=False,
            **kwargs,
        )

    def evaluate(
        self, x=None, y=None, batch_size=None, sample_weight=None, **kwargs
    ):
        if isinstance(x, ImageBatches):  # of `fit`
            return keras.Model.evaluate(self, x, **kwargs)
        if _is_dataset(x):
            return super().evaluate(x, **kwargs)
        batches = self._batches(x, y, sample_weight, batch_size)
        return keras.Model.evaluate(self, batches, **kwargs)

    def predict(self, x, batch_size=None, **kwargs):
        """Probabilities of the classes, `(B, num_classes)`.

        Args:
            x: images, see the class, or a batched dataset of them.
            batch_size: of images that are no dataset.
            **kwargs: further arguments of `keras.Model.predict`.
        """
        if _is_dataset(x):
            return super().predict(x, **kwargs)
        size = batch_size or self.default_batch_size
        batches = ImageBatches(self._rows(x), self._load, batch_size=size)
        return keras.Model.predict(self, batches, **kwargs)

    def classify(self, x, batch_size=None):
        """The most probable class of each image.

        Args:
            x, batch_size: as for `predict`.

        Returns:
            A list of names.
        """
        best = self.predict(x, batch_size, verbose=0).argmax(axis=1)
        return [self.class_names[number] for number in best]

    def explain(self, image, cells=7):
        """What the classifier saw in an image.

        Args:
            image: one image, see the class.
            cells: along a side of the image; each is covered once, to see
                what it does.

        Returns:
            An `ImageExplanation`.
        """
        rows = self._rows(image)
        if len(rows) != 1:
            raise ValueError(
                f"`explain` takes one image at a time. Received {len(rows)}."
            )
        return explain_image(self, self._load(rows)[0], cells)

    def preprocess_samples(self, x, y=None, sample_weight=None):
        if isinstance(x, np.ndarray) and y is not None:
            y = image_labels(y, self.class_names, len(x))
        return super().preprocess_samples(x, y, sample_weight)

    def get_config(self):
        return {
            **Task.get_config(self),
            "num_classes": self.num_classes,
            "activation": keras.activations.serialize(self.activation),
            "dropout": self.dropout,
            "class_names": list(self.class_names),
            "head_initializer": keras.saving.serialize_keras_object(
                self.head_initializer
            ),
            "l2": self.l2,
        }

    default_batch_size = 32

    def _head(self, features, num_classes, dropout, initializer, l2, suffix=""):
        dtype = self.backbone.dtype_policy
        if len(features.shape) == 4:
            features = keras.layers.GlobalAveragePooling2D(
                data_format="channels_last",
                name=f"pooled{suffix}",
                dtype=dtype,
            )(features)
        features = keras.layers.Dropout(
            dropout, name=f"dropout{suffix}", dtype=dtype
        )(features)
        return keras.layers.Dense(
            num_classes,
            activation=self.activation,
            kernel_initializer=initializer,
            kernel_regularizer=l2_penalty(l2),
            name=f"head{suffix}",
            # Probabilities are not rounded.
            dtype="float32",
        )(features)

    def _rows(self, x):
        """Images without a dataset, as `ImageBatches` takes them."""
        rows, _ = image_rows(x)
        if isinstance(rows, np.ndarray) and self._is_single(rows):
            rows = rows[None]
        if not len(rows):
            raise ValueError("`x` is empty: there is no image.")
        return rows

    def _is_single(self, array):
        """Whether an array is one image, and no batch of grey ones."""
        channels = self.backbone.input_shape[-1]
        if array.ndim == 3 and channels == 3:
            return True
        side = tuple(self.backbone.input_shape[1:3])
        return array.ndim == 2 or (array.ndim == 3 and array.shape[:2] == side)

    def _load(self, rows):
        if self.preprocessor is not None:
            if isinstance(rows, np.ndarray) and rows.ndim == 3:
                rows = rows[..., None]  # (B, H, W) -> (B, H, W, 1)
            return self.preprocessor(rows)
        pixels = np.asarray(rows, "float32")
        expected = tuple(self.backbone.input_shape[1:])
        if pixels.shape[1:] != expected:
            raise ValueError(
                f"`x` must be images {('B', *expected)}: this classifier has "
                f"no preprocessor. Received shape {pixels.shape}."
            )
        return pixels

    def _batches(self, x, y, sample_weight, batch_size, shuffle=False):
        rows = self._rows(x)
        if y is None:
            raise ValueError(
                "`y` is missing: give the class of each image, its number or "
                "its name."
            )
        y = image_labels(y, self.class_names, len(rows))
        if sample_weight is not None:
            sample_weight = np.asarray(sample_weight, "float32")
        return ImageBatches(
            rows,
            self._load,
            y,
            sample_weight,
            batch_size or self.default_batch_size,
            shuffle,
        )


def _is_dataset(x):
    return hasattr(x, "map") or isinstance(x, keras.utils.PyDataset)
