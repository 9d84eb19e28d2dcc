"""What all captioners of the zoo share."""

import keras
import numpy as np
from keras import ops

from zoo.captioning.beam_sampler import BeamSampler
from zoo.captioning.caption import Caption
from zoo.captioning.caption_explanation import (
    CaptionExplanation,
    explained_words,
)
from zoo.captioning.caption_sampler import caption_sampler
from zoo.captioning.caption_steps import CaptionSteps
from zoo.captioning.caption_training import CaptionTraining
from zoo.captioning.check_ensemble import check_ensemble
from zoo.captioning.check_positive import check_positive
from zoo.captioning.compiled_search import CompiledSearch
from zoo.captioning.encoded_inputs import (
    encode_inputs,
    refuse_tags,
    token_id_rows,
)
from zoo.captioning.known_words import refuse_unknown_words
from zoo.captioning.search_captions import END, search_captions
from zoo.text_rows import text_rows


class Captioner(CaptionTraining):
    """Base of the captioning tasks: a backbone with a preprocessor.

    A backbone offers `encode(inputs) -> (features, tags)` and a `decoder` with
    `initial_state`, `first_input`, `embed`, `cell`, `logits`; its output is
    the logits of every position. The task has no weights of its own.

    Inputs and targets are the same ids, aligned: position `t` is predicted
    from the words before it. With a preprocessor, `fit` takes
    `{"images" | "features", "captions"[, "tags"]}`; without one, encoded
    inputs `{"images" | "features", "token_ids"[, "padding_mask", "tags"]}`.
    Targets are the `token_ids` unless others are given, and only positions up
    to and including the first END, or those of a `padding_mask`, count.

    Args:
        backbone: the backbone.
        preprocessor: a `CaptionerPreprocessor`, or None for encoded inputs.

    Raises:
        ValueError: if the preprocessor's vocabulary is not the one that the
            backbone's weights were made for.
    """

    def __init__(self, backbone, preprocessor=None, **kwargs):
        self.sampler = BeamSampler()
        self._searches = {}
        super().__init__(backbone, preprocessor, **kwargs)

    def compile(self, *args, sampler="auto", **kwargs):
        """Configures training and generation.

        By default: Adam with learning rate 2e-4 and gradients clipped to a
        global norm of 5, `SentenceCrossEntropy`, and beam search of width 5.
        `token_loss` (mean over words, in nats) and `token_accuracy` are
        measured with any loss; whatever its weight, each word counts once.

        Args:
            *args, **kwargs: of `keras.Model.compile`. Losses and
                `weighted_metrics` get token ids `(B, T)`, logits `(B, T, V)`
                and weights `(B, T)`. For label smoothing,
                `loss=SentenceCrossEntropy(label_smoothing=0.1)`.
            scheduled_sampling: probability that a word heard in training is
                one that the model drew itself, or a schedule of it, a
                `keras.optimizers.schedules.LearningRateSchedule` of the number
                of updates; see `zoo.captioning.scheduled_sampling`. None, the
                default, leaves captions as they are.
            sampler: of `generate`: `"beam"`, `"greedy"`, `"random"`,
                `"top_k"`, `"top_p"`, or a sampler of keras-hub.
        """
        sampler = caption_sampler("beam" if sampler == "auto" else sampler)
        super().compile(*args, sampler=sampler, **kwargs)
        self._searches = {}

    def get_compile_config(self):
        config = super().get_compile_config()
        if config:
            config["sampler"] = keras.saving.serialize_keras_object(
                self.sampler
            )
        return config

    def generate_step(self, inputs, stop_token_ids=(END,)):
        """What `search_captions` gives for this model and its sampler."""
        return search_captions(
            [self.backbone], self.sampler, inputs, stop_token_ids
        )

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
                without captions. Without a preprocessor, images and features
                are encoded arrays.
            max_length: number of words at most.
            sampler: a keras-hub sampler or its name, as for `compile`; by
                default the one given there, a beam search.
            num_return: number of captions for each image, best first: the
                best of the beams (or all sentences, if there are fewer), or as
                many samples.
            return_scores: give `Caption`s, with ids and log-probabilities,
                instead of texts.
            ensemble: other captioners with the same inputs and vocabulary. The
                probabilities of all are averaged at every step.
            batch_size: number of images decoded at a time.

        Returns:
            A caption for a single image, a list for several; with
            `num_return > 1` a list of captions for each image. Captions are
            lists of token ids without a preprocessor.

        Raises:
            TypeError, ValueError: for arguments or inputs that do not fit.
        """
        check_positive("max_length", max_length)
        check_positive("num_return", num_return)
        check_positive("batch_size", batch_size)
        sampler = self._sampler(sampler, num_return)
        check_ensemble(self, ensemble)
        encoded, single = self._encode(inputs)
        search = self._compiled_search(sampler, ensemble)
        copies = 1 if isinstance(sampler, BeamSampler) else num_return
        captions = []
        for part in _batches(encoded, batch_size):
            ids, scores = search(sampler, part, max_length, copies)
            if not np.isfinite(scores).all():
                raise ValueError(
                    "The log-probabilities of the captions are not finite: "
                    "the model's weights hold NaN or infinite values, as "
                    "after training that diverged. Load weights from before, "
                    "and train with a lower learning rate."
                )
            captions += [
                self._captions(*row, num_return, return_scores)
                for row in zip(ids, scores, strict=True)
            ]
        if num_return == 1:
            captions = [c[0] for c in captions]
        return captions[0] if single else captions

    def score(self, inputs, captions, ensemble=(), batch_size=64):
        """Log-probability of a caption for each image, END included.

        Args:
            inputs: as for `generate`.
            captions: one text, or list of tokens, for each image; token ids
                `(B, T)` without a preprocessor, END where they end.
            ensemble, batch_size: as for `generate`.

        Returns:
            An array `(B,)`, or a float for a single image.

        Raises:
            TypeError, ValueError: for inputs or captions that do not fit.
        """
        check_positive("batch_size", batch_size)
        check_ensemble(self, ensemble)
        encoded, single = self._encode(inputs)
        count = len(next(iter(encoded.values())))
        token_ids = self._caption_ids([captions] if single else captions, count)
        backbones = [c.backbone for c in (self, *ensemble)]
        scores = []
        for part in _batches({**encoded, "token_ids": token_ids}, batch_size):
            part = {k: ops.convert_to_tensor(v) for k, v in part.items()}
            steps = CaptionSteps(backbones, part)
            scores.append(
                ops.convert_to_numpy(steps.log_probabilities(part["token_ids"]))
            )
        scores = np.concatenate(scores)
        return float(scores[0]) if single else scores

    def explain(self, inputs, caption=None, num_words=3):
        """How a caption came about, word by word.

        Args:
            inputs: one image, or one feature vector, as for `generate`.
            caption: the caption to explain, a text or list of tokens; by
                default the one that `generate` writes.
            num_words: number of words listed beside each word, and of tags.

        Returns:
            A `CaptionExplanation`: the words with their probabilities, those
            held most likely at each place, and the tags of the image.

        Raises:
            TypeError, ValueError: for other inputs, a caption with unknown
                words, or a captioner without words.
        """
        self._check_words("explain")
        check_positive("num_words", num_words)
        encoded, single = self._encode(inputs)
        count = len(next(iter(encoded.values())))
        if count != 1:
            raise ValueError(
                f"`explain` takes one image at a time. Received {count}."
            )
        if caption is None:
            best = self.generate(inputs, return_scores=True)
            token_ids = (best if single else best[0]).token_ids
        else:
            token_ids = self._caption_ids([caption], 1, "caption")[0]
        token_ids = np.asarray(token_ids, "int32")
        return self._explanation(encoded, token_ids, num_words)

    def _explanation(self, encoded, token_ids, num_words):
        """The explanation of one caption `(T,)` for one encoded image."""
        features, tags = self._seen(encoded)
        logits = self.backbone.decoder(
            token_ids[None],
            features,
            **({} if tags is None else {"tags": tags}),
        )
        return CaptionExplanation(
            **self._explained_words(logits[0], token_ids, num_words),
            tags=self._named_tags(tags, num_words),
            image=encoded["images"][0] if "images" in encoded else None,
        )

    def _seen(self, encoded):
        """Features and tags, tensors, of encoded inputs."""
        return self.backbone.encode(
            {name: ops.convert_to_tensor(x) for name, x in encoded.items()}
        )

    def _explained_words(self, logits, token_ids, num_words):
        tokens = self.preprocessor.tokenizer.get_vocabulary()
        logits = ops.convert_to_numpy(logits)
        return explained_words(logits, token_ids, tokens, num_words)

    def _named_tags(self, tags, count):
        if tags is None:
            return None
        values = ops.convert_to_numpy(tags)[0]
        detector = self.backbone.tag_detector
        names = getattr(detector, "class_names", None) or range(len(values))
        best = np.argsort(-values, kind="stable")[:count]
        return [(names[i], float(values[i])) for i in best]

    def _check_words(self, method):
        if self.preprocessor is None:
            raise ValueError(
                f"`{method}` speaks in words: make the captioner with "
                "`vocabulary=`, or load a preset."
            )

    def _encode(self, inputs):
        """Encoded inputs as arrays, and whether they were of one image."""
        refuse_tags(self.backbone, inputs)
        if self.preprocessor is None:
            return encode_inputs(self.backbone, inputs)
        return self.preprocessor.encode_images(inputs)

    def _caption_ids(self, captions, count, name="captions"):
        """Ids `(count, T)` of whole captions; errors call them by `name`."""
        if self.preprocessor is None:
            token_ids, _ = token_id_rows(self.backbone, captions, name)
        else:
            rows, _ = text_rows(captions, name)
            refuse_unknown_words(rows, self.preprocessor.tokenizer, name)
            # No caption has more words than characters.
            longest = max(map(len, rows), default=0) + 1
            token_ids, mask = self.preprocessor.caption_ids(rows, longest)
            token_ids = token_ids[:, mask.any(axis=0)]
        if len(token_ids) != count:
            raise ValueError(
                f"`{name}` must be one for each image. Received "
                f"{len(token_ids)} captions and {count} images."
            )
        return token_ids

    def _sampler(self, sampler, num_return):
        sampler = caption_sampler(self.sampler if sampler is None else sampler)
        if isinstance(sampler, BeamSampler) and num_return > sampler.num_beams:
            raise ValueError(
                f"`num_return`={num_return} captions need as many beams. The "
                f"sampler has {sampler.num_beams}: give "
                f"`sampler=zoo.BeamSampler(num_beams={num_return})`."
            )
        return sampler

    def _compiled_search(self, sampler, ensemble):
        search = CompiledSearch((self, *ensemble), sampler)
        return self._searches.setdefault(search.key, search)

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


def _batches(arrays, size):
    count = len(next(iter(arrays.values())))
    for begin in range(0, count, size):
        yield {k: v[begin : begin + size] for k, v in arrays.items()}


def _cut(token_ids):
    """Ids up to and including the first END."""
    ends = np.flatnonzero(token_ids == END)
    stop = ends[0] + 1 if len(ends) else len(token_ids)
    return [int(i) for i in token_ids[:stop]]
