"""What all captioners of the zoo share: training set-up and generation."""

import contextlib
import json

import keras
import keras_hub
import numpy as np
from keras import ops

from keras_tpr.kernels import use_tensorflow_kernels
from keras_tpr.losses import SentenceCrossEntropy
from zoo.captioning.beam_sampler import BeamSampler
from zoo.captioning.caption import Caption
from zoo.captioning.caption_steps import CaptionSteps, average_logits
from zoo.vocabulary_check import check_vocabulary

END = 0
UNWRITTEN = -1  # a place of the prompt that no word was chosen for yet


class Captioner(keras_hub.models.CausalLM):
    """Base of the captioning tasks: a backbone with a preprocessor.

    A backbone offers `encode(inputs) -> (features, tags)` and a `decoder` with
    `initial_state`, `first_input`, `embed`, `cell`, `logits`; its output is
    the logits of every position. The task has no weights of its own.

    Inputs and targets are the same ids, aligned: position `t` is predicted
    from the words before it. With a preprocessor, `fit` takes
    `{"images" | "features", "captions"[, "tags"]}`; without one, encoded
    inputs `{"images" | "features", "token_ids"[, "padding_mask", "tags"]}`,
    targets `token_ids` and sample weights that are 0 at padded positions.

    Args:
        backbone: the backbone.
        preprocessor: a `CaptionerPreprocessor`, or None for encoded inputs.

    Raises:
        ValueError: if the preprocessor's vocabulary is not the one that the
            backbone's weights were made for.
    """

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
        return super().call({"padding_mask": None, **inputs}, training=training)

    def compile(
        self,
        optimizer="auto",
        loss="auto",
        *,
        weighted_metrics="auto",
        sampler="auto",
        **kwargs,
    ):
        """Configures training and generation.

        By default: Adam with learning rate 2e-4 and gradients clipped to a
        global norm of 5, `SentenceCrossEntropy`, and beam search of width 5.
        `token_loss` (mean over words, in nats) and `token_accuracy` are
        measured with any loss.
        """
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
            sampler=BeamSampler() if sampler == "auto" else sampler,
            **kwargs,
        )
        self._generate_functions = {}
        if not hasattr(self, "token_loss"):
            self.token_loss = keras.metrics.Mean(name="token_loss")
            self.token_accuracy = keras.metrics.Mean(name="token_accuracy")

    def compute_loss(
        self, x=None, y=None, y_pred=None, sample_weight=None, training=True
    ):
        fillers = getattr(y_pred, "_keras_fillers", None)
        if fillers is not None and self._loss_is_standard():
            loss, word_losses, hits = self._fused_loss(
                fillers, y, sample_weight, training
            )
        else:
            loss = super().compute_loss(
                x, y, y_pred, sample_weight, training=training
            )
            word_losses = SentenceCrossEntropy().word_losses(y, y_pred)
            best = ops.argmax(y_pred, axis=-1)
            hits = ops.equal(best, ops.cast(y, best.dtype))
        self.token_loss.update_state(word_losses, sample_weight)
        self.token_accuracy.update_state(hits, sample_weight)
        return loss

    def generate_step(self, inputs, stop_token_ids=None):
        """Token ids `(B, N, L)` and log-probabilities `(B, N)`, best first.

        `N` is the number of beams, or 1 with another sampler.
        """
        backbones = [c.backbone for c in (self, *self._others)]
        steps = CaptionSteps(backbones, inputs)
        arguments = {
            "next": steps.next,
            "prompt": inputs["token_ids"],
            "cache": steps.initial_cache(),
            "index": 1,
            "stop_token_ids": stop_token_ids,
            "model": self,
        }
        if isinstance(self.sampler, BeamSampler):
            token_ids, scores = self.sampler.search(**arguments)
            return _after_end(token_ids[..., 1:]), scores
        token_ids = _after_end(self.sampler(**arguments)[:, 1:])
        scores = self._log_probabilities(backbones, inputs, token_ids)
        return token_ids[:, None], scores[:, None]

    def generate(
        self,
        inputs,
        max_length=20,
        sampler=None,
        num_return=1,
        return_scores=False,
        ensemble=(),
        batch_size=64,
    ):
        """Writes captions.

        Args:
            inputs: an image (path, PIL image or array), a list or batch of
                them, features of rank 1 or 2, or the dict of raw inputs
                without captions. Without a preprocessor: encoded inputs.
            max_length: number of words at most.
            sampler: a keras-hub sampler or its name; by default the one given
                to `compile`, a beam search.
            num_return: number of captions for each image, best first: the
                best of the beams, or as many samples.
            return_scores: give `Caption`s, with ids and log-probabilities,
                instead of texts.
            ensemble: other captioners with the same vocabulary. The
                probabilities of all are averaged at every step.
            batch_size: number of images decoded at a time.

        Returns:
            A caption for a single image, a list for several; with
            `num_return > 1` a list of captions for each image.
        """
        sampler = self._sampler(sampler, num_return)
        self._check_ensemble(ensemble)
        if not isinstance(max_length, int) or max_length < 1:
            raise ValueError(
                "`max_length` must be a positive integer. Received: "
                f"max_length={max_length!r}."
            )
        encoded, single = self._encode(inputs)
        beams = isinstance(sampler, BeamSampler)
        copies = 1 if beams else num_return
        count = len(next(iter(encoded.values())))
        captions = []
        for begin in range(0, count, batch_size):
            part = {
                name: np.repeat(value[begin : begin + batch_size], copies, 0)
                for name, value in encoded.items()
            }
            ids, scores = self._generate_batch(
                part, max_length, sampler, ensemble
            )
            if not beams:
                ids = ids.reshape(-1, copies, max_length)
                scores = scores.reshape(-1, copies)
                order = np.argsort(-scores, axis=1, kind="stable")
                ids = np.take_along_axis(ids, order[..., None], axis=1)
                scores = np.take_along_axis(scores, order, axis=1)
            for row, row_scores in zip(ids, scores, strict=True):
                captions.append(
                    self._captions(row, row_scores, num_return, return_scores)
                )
        if num_return == 1:
            captions = [c[0] for c in captions]
        return captions[0] if single else captions

    def score(self, inputs, captions, ensemble=()):
        """Log-probability of a caption for each image, END included.

        Args:
            inputs: as for `generate`.
            captions: one text, or list of tokens, for each image; token ids
                `(B, T)` without a preprocessor.
            ensemble: as for `generate`.

        Returns:
            An array `(B,)`, or a float for a single image.
        """
        self._check_ensemble(ensemble)
        encoded, single = self._encode(inputs)
        if self.preprocessor is None:
            token_ids = np.asarray(captions)
        else:
            texts = [captions] if single else list(captions)
            token_ids = self.preprocessor.caption_ids(texts)[0]
        encoded = {k: ops.convert_to_tensor(v) for k, v in encoded.items()}
        backbones = [c.backbone for c in (self, *ensemble)]
        scores = ops.convert_to_numpy(
            self._log_probabilities(
                backbones, encoded, ops.convert_to_tensor(token_ids)
            )
        )
        return float(scores[0]) if single else scores

    def _loss_is_standard(self):
        return (
            type(self.loss) is SentenceCrossEntropy
            and self.loss.reduction == "sum_over_batch_size"
            and use_tensorflow_kernels(self.compute_dtype)
        )

    def _fused_loss(self, fillers, y, sample_weight, training):
        import tensorflow as tf

        from keras_tpr.kernels.tensorflow import output_cross_entropy

        shape = ops.shape(fillers)
        if sample_weight is None:
            sample_weight = ops.ones(shape[:2], "float32")
        # As Keras' reduction: a replica contributes its share of the mean.
        replicas = tf.distribute.get_strategy().num_replicas_in_sync
        sentences = ops.cast(shape[0] * replicas, "float32")
        weights = ops.cast(sample_weight, "float32") / sentences
        loss, word_losses, hits = output_cross_entropy(
            ops.reshape(fillers, (-1, fillers.shape[-1])),
            *self.backbone.decoder.output_weights,
            ops.reshape(y, (-1,)),
            ops.reshape(weights, (-1,)),
            training=training,
        )
        for extra in self.losses:
            loss += extra / replicas
        return (
            loss,
            ops.reshape(word_losses, shape[:2]),
            ops.reshape(hits, shape[:2]),
        )

    def _log_probabilities(self, backbones, inputs, token_ids):
        encoded = {**inputs, "token_ids": token_ids, "padding_mask": None}
        logits = average_logits(
            [ops.cast(b(encoded), "float32") for b in backbones]
        )
        chosen = ops.take_along_axis(logits, token_ids[..., None], axis=-1)
        log_probs = chosen[..., 0] - ops.logsumexp(logits, axis=-1)
        ends = ops.cast(ops.equal(token_ids, END), "int32")
        real = ops.equal(ops.cumsum(ends, axis=1) - ends, 0)
        return ops.sum(ops.where(real, log_probs, 0.0), axis=1)

    def _encode(self, inputs):
        """Encoded inputs as arrays, and whether they were of one image."""
        if self.preprocessor is None:
            if not isinstance(inputs, dict):
                raise ValueError(
                    "This captioner has no preprocessor and takes encoded "
                    'inputs, a dict with "features" or "images". Make it with '
                    "`vocabulary=` to give images as they are."
                )
            names = ("images", "features", "tags")
            return {
                k: np.asarray(v) for k, v in inputs.items() if k in names
            }, False
        return self.preprocessor.encode_images(inputs)

    def _generate_batch(self, inputs, max_length, sampler, ensemble):
        count = len(next(iter(inputs.values())))
        # Batch sizes are powers of two, so that few are ever compiled.
        padded = 1 << (count - 1).bit_length()
        inputs = {
            name: np.concatenate([value, value[-1:].repeat(padded - count, 0)])
            for name, value in inputs.items()
        }
        inputs["token_ids"] = np.full(
            (padded, max_length + 1), UNWRITTEN, "int32"
        )
        inputs = {k: ops.convert_to_tensor(v) for k, v in inputs.items()}
        with self._generating(sampler, ensemble) as function:
            ids, scores = function(inputs, stop_token_ids=(END,))
        ids, scores = ops.convert_to_numpy(ids), ops.convert_to_numpy(scores)
        return ids[:count], scores[:count]

    @contextlib.contextmanager
    def _generating(self, sampler, ensemble):
        """The compiled function for a sampler; one is kept for each."""
        config = json.dumps(sampler.get_config(), sort_keys=True, default=str)
        key = (type(sampler), config, tuple(id(c) for c in ensemble))
        usual = self.sampler, self.generate_function
        kept = self._generate_functions.get(key, (sampler, None))
        self.sampler, self.generate_function = kept
        self._others = tuple(ensemble)
        try:
            yield self.make_generate_function()
            self._generate_functions[key] = (
                self.sampler,
                self.generate_function,
            )
        finally:
            self.sampler, self.generate_function = usual
            self._others = ()

    _others = ()

    def _sampler(self, sampler, num_return):
        if sampler is None:
            sampler = self.sampler
        elif isinstance(sampler, str):
            sampler = keras_hub.samplers.get(sampler)
        if not isinstance(num_return, int) or num_return < 1:
            raise ValueError(
                "`num_return` must be a positive integer. Received: "
                f"num_return={num_return!r}."
            )
        if isinstance(sampler, BeamSampler) and num_return > sampler.num_beams:
            raise ValueError(
                f"`num_return`={num_return} captions need as many beams. The "
                f"sampler has {sampler.num_beams}: give "
                f"`sampler=zoo.BeamSampler(num_beams={num_return})`."
            )
        return sampler

    def _check_ensemble(self, ensemble):
        for other in ensemble:
            mine, theirs = self.backbone, other.backbone
            if (
                mine.vocabulary_size != theirs.vocabulary_size
                or mine.vocabulary_hash != theirs.vocabulary_hash
            ):
                raise ValueError(
                    "All members of an `ensemble` must have one vocabulary. "
                    f"{other.name!r} has {theirs.vocabulary_size} words and "
                    f"hash {theirs.vocabulary_hash}, {self.name!r} "
                    f"{mine.vocabulary_size} and {mine.vocabulary_hash}."
                )

    def _captions(self, ids, scores, num_return, return_scores):
        # Sentences that do not exist can only be asked for with beams.
        real = [i for i in range(num_return) if scores[i] > -1e29]
        cut = [_cut(ids[i]) for i in real]
        if self.preprocessor is None:
            texts = [""] * len(cut) if return_scores else cut
        else:
            texts = self.preprocessor.generate_postprocess(
                np.asarray([ids[i] for i in real])
            )
        if not return_scores:
            return texts
        return [
            Caption(text, token_ids, float(scores[i]))
            for text, token_ids, i in zip(texts, cut, real, strict=True)
        ]


def _after_end(token_ids):
    """END wherever nothing was written or the sentence is over."""
    over = ops.cast(token_ids <= END, "int32")
    over = ops.cumsum(over, axis=-1) > 0
    return ops.where(over, END, token_ids)


def _cut(token_ids):
    """Ids up to and including the first END."""
    ends = np.flatnonzero(token_ids == END)
    stop = ends[0] + 1 if len(ends) else len(token_ids)
    return [int(i) for i in token_ids[:stop]]
