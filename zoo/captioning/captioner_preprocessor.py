"""Images and captions as people have them, encoded for a captioner."""

import keras
import keras_hub
import numpy as np

from zoo.captioning.check_positive import check_positive
from zoo.captioning.image_inputs import (
    ImageInputs,
    check_counts,
    required_input,
)
from zoo.captioning.known_words import (
    check_known_words,
    check_known_words_in_graph,
)
from zoo.text_rows import in_graph, text_rows
from zoo.word_tokenizer import WordTokenizer


@keras.saving.register_keras_serializable(package="keras_tpr")
class CaptionerPreprocessor(keras_hub.models.CausalLMPreprocessor):
    """Turns images, or image features, and captions into encoded inputs.

    The ids of a caption are those of its words, at most `sequence_length` of
    them, then the end token if there is room, then fill values (0). Targets
    are the same ids, not shifted. A caption without a known word is an end
    token alone, of which a warning is given once.

    Works on arrays, lists, files and PIL images in plain Python, where
    TensorFlow is not needed, and on tensors in a traced `tf.data` map.

    Args:
        tokenizer: a `CaptionerTokenizer`.
        sequence_length: number of ids `T` of an encoded caption.
        image_size: side `S` of the images; None for a captioner without an
            image encoder, which takes features.
        feature_dim: size `n_v` of the features; None for any.
        num_tags: number of image tags; None for a captioner that takes none.
        crop: whether images are cropped to a square, or squashed; see
            `zoo.captioning.images.load_image`.

    Call arguments:
        x: dict of `images` (see `load_images`) or `features` `(n_v,)` or
            `(B, n_v)`; `captions`, a text or a list of texts or of token
            lists, one for each image; and `tags` `(B, num_tags)` if the
            captioner takes them. Other keys are ignored.
        y: must be left out: the targets are made from the captions.
        sample_weight: one weight for each caption, or None.
        sequence_length: overrides that of the constructor.

    Shapes:
        A tuple `(x, y, sample_weight)`. `x` is a dict of float32 `images`
        `(B, S, S, 3)` in 0..255 or `features` `(B, n_v)`, int32 `token_ids`
        `(B, T)`, bool `padding_mask` `(B, T)` and maybe float32 `tags`
        `(B, num_tags)`; `y` is `token_ids`, and `sample_weight` `(B, T)` the
        padding mask in float32 times the weights. A single text as `captions`
        gives all of them without the batch axis.

    Masking:
        `padding_mask` is True up to and including the first end token.

    Raises:
        TypeError, ValueError: if inputs are missing, do not have these
            shapes, or do not belong together; or if none of many captions has
            a known word.

    Example:

    >>> import numpy as np
    >>> from zoo.captioning.captioner_preprocessor import (
    ...     CaptionerPreprocessor,
    ... )
    >>> from zoo.captioning.captioner_tokenizer import CaptionerTokenizer
    >>> tokenizer = CaptionerTokenizer(["a", "dog", "runs"])
    >>> preprocessor = CaptionerPreprocessor(
    ...     tokenizer, sequence_length=4, image_size=8
    ... )
    >>> x, y, sample_weight = preprocessor(
    ...     {"images": np.zeros((1, 9, 7, 3)), "captions": ["A dog."]}
    ... )
    >>> y.tolist(), sample_weight.tolist(), x["images"].shape
    ([[1, 2, 0, 0]], [[1.0, 1.0, 1.0, 0.0]], (1, 8, 8, 3))
    """

    def __init__(
        self,
        tokenizer,
        sequence_length=20,
        image_size=None,
        feature_dim=None,
        num_tags=None,
        crop=True,
        **kwargs,
    ):
        if not isinstance(tokenizer, WordTokenizer):
            raise TypeError(
                "`tokenizer` must be a `CaptionerTokenizer`; received "
                f"{type(tokenizer).__name__}. Words alone make one: "
                "`CaptionerTokenizer(vocabulary=words)`."
            )
        check_positive("sequence_length", sequence_length)
        for name, value in (
            ("image_size", image_size),
            ("feature_dim", feature_dim),
            ("num_tags", num_tags),
        ):
            if value is not None:
                check_positive(name, value)
        super().__init__(tokenizer, sequence_length, **kwargs)
        self.feature_dim = feature_dim
        self.num_tags = num_tags
        self.crop = crop
        self._inputs = ImageInputs(image_size, feature_dim, num_tags, crop)
        self._has_warned = False
        # The base class would make a packer, which needs a start token.
        self.built = True

    def call(self, x, y=None, sample_weight=None, sequence_length=None):
        if y is not None:
            raise ValueError(
                "`y` must be left out: a captioner's targets are made from "
                '`x["captions"]`.'
            )
        length = sequence_length or self.sequence_length
        if in_graph():
            return self._call_in_graph(x, sample_weight, length)
        rows, batched = text_rows(required_input(x, "captions"), "captions")
        token_ids, padding_mask = self.caption_ids(rows, length)
        if not self._has_warned:
            self._has_warned = check_known_words(
                rows, token_ids, self.tokenizer
            )
        encoded, _ = self._inputs.encode(x)
        encoded |= {"token_ids": token_ids, "padding_mask": padding_mask}
        check_counts(encoded)
        if not batched:
            encoded = {name: value[0] for name, value in encoded.items()}
        weights = encoded["padding_mask"].astype("float32")
        if sample_weight is not None:
            weights *= np.asarray(sample_weight, "float32")[..., None]
        return encoded, encoded["token_ids"], weights

    def training_rows(self, x):
        """Checks data that are in memory, before a model is trained on them.

        Args:
            x: dict as for a call, with a batch axis.

        Returns:
            A dict of the same names, without those that are not used, of
            arrays and lists with a row for each caption.

        Raises:
            FileNotFoundError, TypeError, ValueError: if something is missing,
                of another shape or number, not finite, or no file; or if no
                caption has a known word.

        Warns:
            UserWarning: if some captions have no known word.
        """
        captions, batched = text_rows(required_input(x, "captions"), "captions")
        if not batched:
            raise ValueError(
                "`captions` is one text. Give a list, a caption for each "
                f"image. Received: {captions[0]!r}."
            )
        rows = {**self._inputs.rows(x), "captions": captions}
        check_counts(rows)
        token_ids, _ = self.caption_ids(captions)
        if check_known_words(captions, token_ids, self.tokenizer, enough=1):
            self._has_warned = True
        return rows

    def caption_ids(self, captions, sequence_length=None):
        """Encodes captions.

        Args:
            captions: a text, or a list of texts or of token lists.
            sequence_length: number of ids, by default the constructor's.

        Returns:
            int32 ids and bool padding mask, arrays `(B, T)`.
        """
        length = sequence_length or self.sequence_length
        rows, _ = text_rows(captions, "captions")
        _check_captions(rows)
        ids = np.zeros((len(rows), length), "int32")
        mask = np.zeros((len(rows), length), "bool")
        for index, words in enumerate(self.tokenizer(rows)):
            words = words[:length]
            ids[index, : len(words)] = words
            mask[index, : len(words) + 1] = True
        return ids, mask

    def encode_images(self, inputs):
        """Encodes all but the captions.

        Args:
            inputs: images as `load_images` takes them, or features for a
                captioner without an image encoder; or the dict of `images` or
                `features`, and `tags`. Features are taken in a dict even if
                there is an image encoder.

        Returns:
            `(encoded, single)`: dict of float32 arrays with a batch axis, and
            whether `inputs` were of a single image.
        """
        if not isinstance(inputs, dict):
            inputs = {self._inputs.key: inputs}
        return self._inputs.encode(inputs, allow_features=True)

    def generate_preprocess(self, x, sequence_length=None):
        """The dict of `encode_images`; no prompt of words is taken."""
        return self.encode_images(x)[0]

    def generate_postprocess(self, x):
        """Texts up to the end token.

        Args:
            x: ids `(T,)` or `(B, T)`, or a dict with `token_ids`.

        Returns:
            A text or a list of texts.
        """
        if isinstance(x, dict):
            x = x["token_ids"]
        return self.tokenizer.detokenize(x)

    @property
    def image_size(self):
        """Side of the images, or None."""
        return self._inputs.image_size

    def get_config(self):
        config = super().get_config()
        # Captions have no start token and always end in one.
        del config["add_start_token"], config["add_end_token"]
        return {
            **config,
            "image_size": self.image_size,
            "feature_dim": self.feature_dim,
            "num_tags": self.num_tags,
            "crop": self.crop,
        }

    def _call_in_graph(self, x, sample_weight, length):
        import tensorflow as tf

        captions = required_input(x, "captions")
        if not isinstance(captions, tf.RaggedTensor):
            captions = tf.convert_to_tensor(captions)
        _check_single_words(captions)
        token_ids = self.tokenizer(captions)
        single = captions.shape.rank == 0
        if single:
            token_ids = tf.RaggedTensor.from_tensor(token_ids[None])
        token_ids = token_ids[:, :length]
        words = tf.cast(token_ids.row_lengths(), "int32")
        padding_mask = tf.range(length) <= words[:, None]
        token_ids = token_ids.to_tensor(0, shape=(None, length))
        if single:
            token_ids, padding_mask = token_ids[0], padding_mask[0]
        else:
            token_ids = check_known_words_in_graph(captions, token_ids)
        encoded = self._inputs.encode_in_graph(x)
        for name, value in encoded.items():
            rank = (3 if name == "images" else 1) + (not single)
            if value.shape.rank not in (None, rank):
                raise ValueError(
                    f"`captions` is {'one text' if single else 'a batch'}, "
                    f"but `{name}` has the shape {value.shape}. Each image "
                    "needs one caption; repeat it for several captions."
                )
        encoded |= {"token_ids": token_ids, "padding_mask": padding_mask}
        weights = tf.cast(padding_mask, "float32")
        if sample_weight is not None:
            weights *= tf.cast(sample_weight, "float32")[..., None]
        return encoded, token_ids, weights


def _check_single_words(captions):
    """Captions of rank 2 are tokens; several texts would look the same."""
    import tensorflow as tf

    if captions.shape.rank != 2:
        return
    tokens = captions
    if isinstance(captions, tf.RaggedTensor):
        tokens = captions.flat_values
    spaced = tf.strings.regex_full_match(tokens, r"(?s).*\s.*")
    tf.debugging.assert_equal(
        tf.reduce_any(spaced),
        False,
        "`captions` holds lists, which must be of single words, but a word "
        "has a space in it. For several captions of one image, repeat the "
        "image and give a flat list of texts.",
    )


def _check_captions(rows):
    if not rows:
        raise ValueError("`captions` is empty. Give a caption for each image.")
    for index, row in enumerate(rows):
        if isinstance(row, str):
            continue
        for token in row:
            if any(character.isspace() for character in token):
                raise ValueError(
                    f"`captions[{index}]` is a list and must hold single "
                    f"words; received {token!r}. For several captions of one "
                    "image, repeat the image and give a flat list of texts."
                )
