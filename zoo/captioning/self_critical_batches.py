"""Batches for training on rewards: captions that the model writes itself."""

import numbers

import keras
import keras_hub
import numpy as np

from zoo.captioning.check_positive import check_positive
from zoo.captioning.cider_reward import CiderReward
from zoo.captioning.compiled_search import CompiledSearch
from zoo.captioning.encoded_inputs import (
    encode_inputs,
    refuse_tags,
    select_inputs,
)
from zoo.captioning.image_inputs import check_counts
from zoo.captioning.search_captions import END

BASELINES = ("greedy", "mean")


class SelfCriticalBatches(keras.utils.PyDataset):
    """Lets a captioner learn from the CIDEr-D of what it writes.

    `model.fit(SelfCriticalBatches(...))` is self-critical sequence training,
    the usual last step of a captioner, after training on captions of people.
    For each batch the captioner, as it is at that moment and without dropout,
    draws captions at random. The reward of a caption is its CIDEr-D, and its
    weight in the loss the reward less a baseline: captions that are better
    than the baseline become likelier, others less likely. With the sentence
    loss, the gradient is that of REINFORCE; it is exact without dropout.

    Small learning rates are usual, about a tenth of those before.

    `fit` takes these batches one by one, on any back end; under a TensorFlow
    strategy every device does the same work. It logs `reward` and `baseline`,
    their means over the captions of the epoch. The loss tells little;
    `token_loss` and `token_accuracy` are those of the drawn captions.

    Args:
        model: the captioner, compiled with `SentenceCrossEntropy` and neither
            label smoothing nor scheduled sampling.
        inputs: images, features and tags, as for `model.generate`.
        references: for each image a list of its captions: texts, or lists of
            token ids for a captioner without a preprocessor. All together they
            tell how rare an n-gram is.
        batch_size: number of images of a batch.
        num_samples: number of captions drawn for each image.
        baseline: `"greedy"`, the reward of the caption that greedy search
            finds; or `"mean"`, of the other captions drawn for the image.
        max_length: number of words at most; by default that of the
            preprocessor, or 20. A caption that is cut off there has no END.
        score_end: whether END counts as a word in the reward, which keeps
            captions from breaking off. The CIDEr-D of publications does not
            count it.
        shuffle: whether images come in a new order in each epoch.
        seed: of the order and the captions; 0 or more.

    Attributes:
        reward, baseline_reward: means since the begin of the epoch.

    Raises:
        TypeError, ValueError: for arguments that do not fit together, or a
            single image, whose rewards would all be 0.

    Warns:
        SmallCorpusWarning: for fewer than 50 images.

    Shapes:
        A batch is `(x, y, sample_weight)`: encoded inputs with `token_ids` and
        `padding_mask`, the same token ids `(B * num_samples, max_length)`, and
        the weight of each caption, `(B * num_samples,)`.

    Example:

    ```python
    batches = zoo.SelfCriticalBatches(
        model, {"images": paths}, references, num_samples=5, baseline="mean"
    )
    model.compile(keras.optimizers.Adam(2e-5))
    model.fit(batches, epochs=5)
    ```

    Reference:
        Rennie et al., Self-critical Sequence Training for Image Captioning,
        CVPR 2017, equations 7 and 8; the other baseline: Luo, A Better Variant
        of Self-Critical Sequence Training, 2020.
    """

    def __init__(
        self,
        model,
        inputs,
        references,
        batch_size=32,
        num_samples=1,
        baseline="greedy",
        max_length=None,
        score_end=True,
        shuffle=True,
        seed=None,
    ):
        super().__init__()
        if max_length is None:
            max_length = getattr(model.preprocessor, "sequence_length", 20)
        for name, value in (
            ("batch_size", batch_size),
            ("num_samples", num_samples),
            ("max_length", max_length),
        ):
            check_positive(name, value)
        _check_baseline(baseline, num_samples)
        _check_seed(seed)
        self.model = model
        self.batch_size = batch_size
        self.num_samples = num_samples
        self.baseline = baseline
        self.max_length = max_length
        self.shuffle = shuffle
        self._inputs = self._columns(inputs)
        as_ids = model.preprocessor is None
        self._score = CiderReward(references, as_ids, score_end)
        check_counts(self._inputs)
        self._check_references()
        self._check_inputs()
        self._random = np.random.default_rng(seed)
        self._sampler = keras_hub.samplers.RandomSampler(
            seed=int(self._random.integers(2**31))
        )
        self._draw = CompiledSearch((model,), self._sampler)
        self._best_sampler = keras_hub.samplers.GreedySampler()
        self._best = CompiledSearch((model,), self._best_sampler)
        self._order = np.arange(len(self._score))
        self.on_epoch_end()
        self.on_epoch_begin()

    def __len__(self):
        return -(-len(self._order) // self.batch_size)

    def __getitem__(self, index):
        begin = index * self.batch_size
        images = self._order[begin : begin + self.batch_size]
        _check_finite(self.model.trainable_variables)
        encoded = self._encode(images)
        token_ids = self._write(
            self._draw, self._sampler, encoded, self.num_samples
        )
        rewards = self._reward(token_ids, images)
        if self.baseline == "greedy":
            greedy = self._write(self._best, self._best_sampler, encoded, 1)
            baseline = self._reward(greedy, images)
        else:
            others = rewards.sum(axis=1, keepdims=True) - rewards
            baseline = others / (self.num_samples - 1)
        self._rewards.append(rewards.ravel())
        self._baselines.append(baseline.ravel())
        token_ids = token_ids.reshape(-1, self.max_length)
        x = {
            name: value.repeat(self.num_samples, axis=0)
            for name, value in encoded.items()
        }
        x |= {"token_ids": token_ids, "padding_mask": _real(token_ids)}
        weights = (rewards - baseline).ravel().astype("float32")
        return x, token_ids, weights

    def on_epoch_begin(self):
        self._rewards, self._baselines = [], []

    def on_epoch_end(self):
        if self.shuffle:
            self._order = self._random.permutation(self._order)

    @property
    def reward(self):
        return _mean(self._rewards)

    @property
    def baseline_reward(self):
        return _mean(self._baselines)

    def _columns(self, inputs):
        """The inputs as a dict of what has a row for each image."""
        if not isinstance(inputs, dict):
            encoder = self.model.backbone.image_encoder
            inputs = {"features" if encoder is None else "images": inputs}
        names = [n for n in ("images", "features", "tags") if n in inputs]
        refuse_tags(self.model.backbone, inputs)
        columns = {}
        for name in names:
            value = inputs[name]
            if keras.ops.is_tensor(value):
                value = keras.ops.convert_to_numpy(value)
            columns[name] = value
        return columns

    def _check_inputs(self):
        """Tries one image, so that a mistake shows before training."""
        encoded = self._encode(np.array([0]))
        token_ids = np.zeros((1, 1), "int32")
        select_inputs(self.model.backbone, {**encoded, "token_ids": token_ids})

    def _check_references(self):
        for name, column in self._inputs.items():
            if len(column) != len(self._score):
                raise ValueError(
                    "`references` must hold a list of captions for each image. "
                    f"Received: `references` of {len(self._score)} images and "
                    f"`{name}` of {len(column)}."
                )

    def _encode(self, images):
        part = {k: _take(v, images) for k, v in self._inputs.items()}
        if self.model.preprocessor is None:
            return encode_inputs(self.model.backbone, part)[0]
        return self.model.preprocessor.encode_images(part)[0]

    def _write(self, search, sampler, encoded, copies):
        """Captions `(B, copies, max_length)`."""
        return search(sampler, encoded, self.max_length, copies)[0]

    def _reward(self, token_ids, images):
        """Of captions `(B, n, max_length)`, `(B, n)`."""
        count, copies = token_ids.shape[:2]
        rows = token_ids.reshape(-1, self.max_length)
        ended = (rows == END).any(axis=1)
        captions = rows
        if self.model.preprocessor is not None:
            captions = self.model.preprocessor.generate_postprocess(rows)
        scores = self._score(captions, ended, images.repeat(copies))
        return scores.reshape(count, copies)


def _real(token_ids):
    """True up to and including the first END."""
    ends = np.cumsum(token_ids == END, axis=1)
    return ends - (token_ids == END) == 0


def _check_finite(variables):
    # Probabilities that are no numbers may draw a word that does not exist.
    total = sum(keras.ops.sum(variable) for variable in variables)
    if not np.isfinite(keras.ops.convert_to_numpy(total)):
        raise ValueError(
            "The model's weights hold NaN or infinite values: training "
            "diverged. Load weights from before, and train with a lower "
            "learning rate."
        )


def _take(column, rows):
    if isinstance(column, np.ndarray):
        return column[rows]
    return [column[row] for row in rows]


def _mean(parts):
    return float(np.concatenate(parts).mean()) if parts else float("nan")


def _check_baseline(baseline, num_samples):
    if baseline not in BASELINES:
        raise ValueError(
            f"`baseline` must be one of {', '.join(map(repr, BASELINES))}. "
            f"Received: baseline={baseline!r}."
        )
    if baseline == "mean" and num_samples < 2:
        raise ValueError(
            '`baseline="mean"` compares a caption with others of the image. '
            f"Received: num_samples={num_samples}; give 2 or more."
        )


def _check_seed(seed):
    if seed is None:
        return
    integer = isinstance(seed, numbers.Integral) and not isinstance(seed, bool)
    if not integer or seed < 0:
        raise ValueError(
            "`seed` must be an integer, 0 or more, or None. Received: "
            f"seed={seed!r}."
        )
