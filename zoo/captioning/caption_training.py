"""How captioners are trained."""

import inspect

import keras
import keras_hub
from keras import ops

from keras_tpr.kernels import use_tensorflow_kernels
from keras_tpr.layers import up_to_first_end
from keras_tpr.losses import SentenceCrossEntropy
from zoo.captioning.encoded_inputs import (
    encoded_rows,
    refuse_tags,
    select_inputs,
)
from zoo.captioning.fit_on_own_captions import fit_on_own_captions
from zoo.captioning.fused_caption_loss import fused_caption_loss
from zoo.captioning.scheduled_sampling import (
    CountFromOptimizer,
    ScheduledSampling,
)
from zoo.captioning.self_critical_batches import SelfCriticalBatches
from zoo.captioning.training_batches import (
    TrainingBatches,
    check_batch_axis,
    check_data_kind,
    is_in_memory,
)
from zoo.vocabulary_check import check_vocabulary


class CaptionTraining(keras_hub.models.CausalLM):
    """The half of `Captioner` that learns; see there."""

    _scheduled_sampling = None

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
        if training and self._scheduled_sampling is not None:
            return self._scheduled_sampling.logits(self.backbone, inputs)
        return super().call(inputs, training=training)

    def fit(
        self,
        x=None,
        y=None,
        batch_size=None,
        sample_weight=None,
        validation_data=None,
        validation_split=None,
        shuffle=True,
        **kwargs,
    ):
        """Trains the captioner.

        Data in memory are checked as a whole before training begins: that
        features are finite, that files exist, that captions have known words.

        Args:
            x: dict of inputs, see the class: arrays, or lists of texts, paths
                or images. Or a batched `tf.data.Dataset` (or grain dataset)
                of such dicts; it comes in its own order. Or
                `SelfCriticalBatches`, to learn from rewards.
            y: targets `(B, T)`, only without a preprocessor.
            batch_size: of data in memory; 32 by default.
            sample_weight: one weight for each caption in memory.
            validation_data: as `x`, or a tuple with targets and weights.
            validation_split: share of the data in memory, from their end, to
                validate on.
            shuffle: whether data in memory are put into a new order each
                epoch; `keras.utils.set_random_seed` makes it repeatable.
            **kwargs: further arguments of `keras.Model.fit`.

        Returns:
            A `keras.callbacks.History`.

        Raises:
            TypeError, ValueError: for data that do not fit.
        """
        if isinstance(x, SelfCriticalBatches):
            _refuse_with_batches(
                y=y,
                batch_size=batch_size,
                sample_weight=sample_weight,
                validation_split=validation_split,
            )
            _check_options(kwargs)
            return fit_on_own_captions(
                self, x, validation_data=validation_data, **kwargs
            )
        validation = keras.utils.unpack_x_y_sample_weight(validation_data)
        check_data_kind(x)
        if validation_data is not None:
            check_data_kind(validation[0], "validation_data")
        if self._scheduled_sampling is not None:
            kwargs["callbacks"] = [
                *keras.tree.flatten(kwargs.get("callbacks") or []),
                CountFromOptimizer(self._scheduled_sampling),
            ]
        if not (is_in_memory(x) or is_in_memory(validation[0])):
            # keras-hub shuffles nothing, and need not say so of a dataset.
            return super().fit(
                x,
                y,
                batch_size,
                sample_weight,
                validation_data,
                validation_split,
                shuffle=False,
                **kwargs,
            )
        x = self._batches(x, y, sample_weight, batch_size, shuffle)
        if validation_data is not None:
            size = kwargs.pop("validation_batch_size", None) or batch_size
            validation_data = self._batches(*validation, size)
        elif validation_split:
            validation_data = x.split(validation_split)
        # Past keras-hub, which would make arrays of images, and not shuffle.
        return keras.Model.fit(
            self, x, validation_data=validation_data, shuffle=False, **kwargs
        )

    def evaluate(
        self, x=None, y=None, batch_size=None, sample_weight=None, **kwargs
    ):
        if isinstance(x, TrainingBatches):  # of `fit`
            return super().evaluate(x, **kwargs)
        check_data_kind(x)
        if not is_in_memory(x):
            return super().evaluate(x, y, batch_size, sample_weight, **kwargs)
        x = self._batches(x, y, sample_weight, batch_size)
        return keras.Model.evaluate(self, x, **kwargs)

    def preprocess_samples(self, x, y=None, sample_weight=None):
        refuse_tags(self.backbone, x)
        if self.preprocessor is None:
            # Before the first step, and in words of ours.
            select_inputs(self.backbone, x)
        samples = super().preprocess_samples(x, y, sample_weight)
        encoded, _, _ = keras.utils.unpack_x_y_sample_weight(samples)
        check_batch_axis(encoded["token_ids"])
        return samples

    def _batches(
        self, x, y=None, sample_weight=None, batch_size=None, shuffle=False
    ):
        if not is_in_memory(x):
            return x.map(self.preprocess_samples)
        refuse_tags(self.backbone, x)
        if self.preprocessor is not None:
            x = self.preprocessor.training_rows(x)
        else:
            x = encoded_rows(self.backbone, x)
            if y is None and sample_weight is not None:
                # Keras drops weights that come without targets.
                y = x["token_ids"]
        return TrainingBatches(
            x, y, sample_weight, self.preprocess_samples, batch_size, shuffle
        )

    def compile(
        self,
        optimizer="auto",
        loss="auto",
        *,
        weighted_metrics="auto",
        scheduled_sampling=None,
        **kwargs,
    ):
        self._set_scheduled_sampling(scheduled_sampling)
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

    @property
    def scheduled_sampling(self):
        """The rate given to `compile`, or None."""
        sampling = self._scheduled_sampling
        return None if sampling is None else sampling.rate

    def get_compile_config(self):
        config = super().get_compile_config()
        if config:
            config["scheduled_sampling"] = keras.saving.serialize_keras_object(
                self.scheduled_sampling
            )
        return config

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

    def _set_scheduled_sampling(self, rate):
        if rate is None:
            self._scheduled_sampling = None
            return
        if not hasattr(self, "_word_draws"):
            # An attribute of the model, so that Keras keeps its state.
            self._word_draws = keras.random.SeedGenerator()
        self._scheduled_sampling = ScheduledSampling(rate, self._word_draws)

    def _loss_is_standard(self):
        return (
            type(self.loss) is SentenceCrossEntropy
            and self.loss.reduction == "sum_over_batch_size"
            and not self._loss_is_weighted
            and use_tensorflow_kernels(self.compute_dtype)
        )


def _check_options(options):
    known = inspect.signature(fit_on_own_captions).parameters
    for name in options:
        if name not in known:
            raise TypeError(
                f"`fit` with `SelfCriticalBatches` takes no `{name}`: an epoch "
                "is one pass over all images. Leave it out."
            )


def _refuse_with_batches(**arguments):
    for name, value in arguments.items():
        if value is not None:
            raise ValueError(
                "`SelfCriticalBatches` make whole batches with targets and "
                f"weights: leave out `{name}`."
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
