"""A family in miniature, to try the zoo's machinery without a real model."""

import keras
import keras_hub
import numpy as np

from zoo.export import zoo_export
from zoo.vocabulary_check import check_vocabulary
from zoo.word_tokenizer import WordTokenizer


@zoo_export
class TinyBackbone(keras_hub.models.Backbone):
    """Mean of word vectors."""

    def __init__(
        self, vocabulary_size, units=3, vocabulary_hash=None, **kwargs
    ):
        embedding = keras.layers.Embedding(vocabulary_size, units)
        token_ids = keras.Input((None,), dtype="int32", name="token_ids")
        mean = keras.layers.GlobalAveragePooling1D()(embedding(token_ids))
        super().__init__(
            inputs={"token_ids": token_ids}, outputs=mean, **kwargs
        )
        self.vocabulary_size = vocabulary_size
        self.units = units
        self.vocabulary_hash = vocabulary_hash

    def get_config(self):
        return {
            **super().get_config(),
            "vocabulary_size": self.vocabulary_size,
            "units": self.units,
            "vocabulary_hash": self.vocabulary_hash,
        }


@zoo_export
class TinyTokenizer(WordTokenizer):
    """The word tokenizer, for `TinyBackbone`."""

    backbone_cls = TinyBackbone


@zoo_export
class TinyPreprocessor(keras_hub.models.Preprocessor):
    """Texts to token ids, cut or filled to four."""

    backbone_cls = TinyBackbone
    tokenizer_cls = TinyTokenizer

    def __init__(self, tokenizer, **kwargs):
        super().__init__(**kwargs)
        self.tokenizer = tokenizer

    def call(self, x, y=None, sample_weight=None):
        rows = self.tokenizer(x)
        if hasattr(rows, "to_tensor"):
            token_ids = rows.to_tensor(shape=(None, 4))
        else:
            token_ids = np.array([(row + [0] * 4)[:4] for row in rows])
        x = {"token_ids": token_ids}
        return keras.utils.pack_x_y_sample_weight(x, y, sample_weight)


@zoo_export
class TinyClassifier(keras_hub.models.TextClassifier):
    """A dense head on `TinyBackbone`."""

    backbone_cls = TinyBackbone
    preprocessor_cls = TinyPreprocessor

    def __init__(self, backbone, num_classes=2, preprocessor=None, **kwargs):
        check_vocabulary(backbone, preprocessor)
        head = keras.layers.Dense(num_classes, name="head")
        self.backbone = backbone
        self.preprocessor = preprocessor
        inputs = backbone.input
        super().__init__(
            inputs=inputs, outputs=head(backbone(inputs)), **kwargs
        )
        self.num_classes = num_classes

    def get_config(self):
        return {**super().get_config(), "num_classes": self.num_classes}


def tiny_classifier(preset=None, vocabulary=("a", "dog", "cat")):
    """A fresh or a trained `TinyClassifier`."""
    if preset is not None:
        return TinyClassifier.from_preset(preset)
    tokenizer = TinyTokenizer(vocabulary)
    backbone = TinyBackbone(
        tokenizer.vocabulary_size(), vocabulary_hash=tokenizer.vocabulary_hash
    )
    return TinyClassifier(backbone, preprocessor=TinyPreprocessor(tokenizer))
