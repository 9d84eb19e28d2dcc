"""How captioners are trained."""

import keras
import keras_hub
from keras import ops

from keras_tpr.kernels import use_tensorflow_kernels
from keras_tpr.layers import up_to_first_end
from keras_tpr.losses import SentenceCrossEntropy
from zoo.captioning.encoded_inputs import select_inputs
from zoo.captioning.fused_caption_loss import fused_caption_loss
from zoo.vocabulary_check import check_vocabulary


class CaptionTraining(keras_hub.models.CausalLM):
    """The half of `Captioner` that learns; see there."""

    def __init__(self, backbone, preprocessor=None, **kwargs):
        # Layers
        self.backbone = backbone
        self.preprocessor = preprocessor
        check_vocabulary(backbone, preprocessor)
        # Graph
        inputs = backbone.input
        super().__init__(inputs=inputs, outputs=backbone(inputs), **kwargs)
        # A padding mask may be left out; the backbone derives it.
        self.input_spec = None

    def call(self, inputs, training=None, mask=None):
        inputs = select_inputs(self.backbone, inputs)
        return super().call(inputs, training=training)

    def fit(
        self, x=None, y=None, batch_size=None, sample_weight=None, **kwargs
    ):
        y = self._targets_of_weights(x, y, sample_weight)
        return super().fit(x, y, batch_size, sample_weight, **kwargs)

    def evaluate(
        self, x=None, y=None, batch_size=None, sample_weight=None, **kwargs
    ):
        y = self._targets_of_weights(x, y, sample_weight)
        return super().evaluate(x, y, batch_size, sample_weight, **kwargs)

    def preprocess_samples(self, x, y=None, sample_weight=None):
        if self.preprocessor is None:
            # Before the first step, and in words of ours.
            select_inputs(self.backbone, x)
        return super().preprocess_samples(x, y, sample_weight)

    def compile(
        self,
        optimizer="auto",
        loss="auto",
        *,
        weighted_metrics="auto",
        **kwargs,
    ):
        if optimizer == "auto":
            optimizer = keras.optimizers.Adam(
                2e-4, epsilon=1e-8, global_clipnorm=5.0
            )
        super().compile(
            optimizer=optimizer,
            loss=SentenceCrossEntropy() if loss == "auto" else loss,
            weighted_metrics=(
                None if weighted_metrics == "auto" else weighted_metrics
            ),
            **kwargs,
        )
        self._loss_is_weighted = bool(kwargs.get("loss_weights"))
        if not hasattr(self, "token_loss"):
            self.token_loss = keras.metrics.Mean(name="token_loss")
            self.token_accuracy = keras.metrics.Mean(name="token_accuracy")

    def compute_loss(
        self, x=None, y=None, y_pred=None, sample_weight=None, training=True
    ):
        y, sample_weight, words = _targets(x, y, sample_weight)
        fillers = getattr(y_pred, "_keras_fillers", None)
        if fillers is not None and self._loss_is_standard():
            loss, word_losses, hits = fused_caption_loss(
                fillers,
                self.backbone.decoder.output_weights,
                y,
                sample_weight,
                self.losses,
                training,
                self.loss.label_smoothing,
            )
        else:
            loss = super().compute_loss(
                x, y, y_pred, sample_weight, training=training
            )
            word_losses = SentenceCrossEntropy().word_losses(y, y_pred)
            best = ops.argmax(y_pred, axis=-1)
            hits = ops.equal(best, ops.cast(y, best.dtype))
        self.token_loss.update_state(word_losses, words)
        self.token_accuracy.update_state(hits, words)
        return loss

    def compute_metrics(self, x, y, y_pred, sample_weight=None):
        y, sample_weight, _ = _targets(x, y, sample_weight)
        return super().compute_metrics(
            x, y, y_pred, sample_weight=sample_weight
        )

    def _targets_of_weights(self, x, y, sample_weight):
        # Keras drops weights that come without targets.
        if y is not None or sample_weight is None:
            return y
        if self.preprocessor is None:
            return x["token_ids"]
        raise ValueError(
            "`sample_weight` cannot be given with captions as texts. Encode "
            "them, `x, y, weights = model.preprocessor(data, "
            "sample_weight=...)`, and fit with `model.preprocessor = None`."
        )

    def _loss_is_standard(self):
        return (
            type(self.loss) is SentenceCrossEntropy
            and self.loss.reduction == "sum_over_batch_size"
            and not self._loss_is_weighted
            and use_tensorflow_kernels(self.compute_dtype)
        )


def _targets(x, y, sample_weight):
    """Targets, their weights, and which count as words, `(B, T)`.

    Whatever its weight, which can be negative, a word is a word.
    """
    if y is None:
        y = x["token_ids"]
    mask = (x or {}).get("padding_mask")
    mask = ops.cast(up_to_first_end(y) if mask is None else mask, "float32")
    if sample_weight is None:
        return y, mask, mask
    sample_weight = ops.cast(sample_weight, "float32")
    if tuple(sample_weight.shape[1:]) not in ((), (1,)):
        words = mask * ops.cast(ops.not_equal(sample_weight, 0), "float32")
        return y, sample_weight, words
    # One weight for each sentence, which Keras may have given an axis.
    return y, mask * ops.reshape(sample_weight, (-1, 1)), mask
