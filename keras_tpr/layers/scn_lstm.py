"""The tag-composed LSTM over a whole sequence."""

import keras
from keras import ops

from keras_tpr.layers.scn_lstm_cell import SCNLSTMCell


@keras.saving.register_keras_serializable(package="keras_tpr")
class SCNLSTM(keras.layers.Layer):
    """Runs an `SCNLSTMCell` over a sequence, with the tags of each sequence.

    Equal to `keras.layers.RNN(SCNLSTMCell(...))` with the projected tags as
    third initial state, but the products that do not depend on the step (of
    the tags, and of all inputs) are made once, outside the loop.

    Args:
        units: size of the state.
        factors: number of factors of each composed matrix.
        dropout: rate at which inputs and tags are dropped in training.
        seed: seed of the dropout.
        cell: an `SCNLSTMCell` to use, for sharing it; by default one is made
            with the other arguments and the number of tags that arrive.
        **kwargs: of the layer; arguments of the cell go through `cell`.

    Call arguments:
        inputs: `(B, T, X)`.
        tags: tag probabilities `(B, num_tags)`.
        padding_mask: boolean `(B, T)`, True at real positions.

    Shapes:
        Output `(B, T, units)`, the state after each position.

    Masking:
        A masked position leaves the state and repeats the last output; a row
        with no real position gives zeros.

    Example:

    >>> import keras
    >>> from keras_tpr.layers import SCNLSTM
    >>> words, tags = keras.random.normal((2, 5, 7)), keras.ops.ones((2, 3))
    >>> tuple(SCNLSTM(units=6, factors=4)(words, tags).shape)
    (2, 5, 6)

    Reference:
        Gan et al., Semantic Compositional Networks for Visual Captioning,
        CVPR 2017, section 3.3.
    """

    def __init__(
        self,
        units=512,
        factors=512,
        dropout=0.0,
        seed=None,
        cell=None,
        **kwargs,
    ):
        super().__init__(**kwargs)
        if cell is not None and not isinstance(cell, SCNLSTMCell):
            raise TypeError(
                f"`cell` must be an SCNLSTMCell. Received: {cell!r}."
            )
        self.supports_masking = True
        self.units = cell.units if cell else units
        self.factors = cell.factors if cell else factors
        self.dropout = dropout
        self.seed = seed
        self._given_cell = cell
        self.cell = cell
        self._input_dropout = self._make_dropout(0)
        self._tag_dropout = self._make_dropout(1)

    def build(self, inputs_shape, tags_shape, padding_mask_shape=None):
        if self.cell is None:
            self.cell = SCNLSTMCell(
                self.units,
                tags_shape[-1],
                self.factors,
                dtype=self.dtype_policy,
            )
        if not self.cell.built:
            self.cell.build((inputs_shape[0], inputs_shape[-1]))
        self._loop = keras.layers.RNN(
            _StateStep(self.cell),
            return_sequences=True,
            dtype=self.dtype_policy,
        )

    def call(self, inputs, tags, padding_mask=None, training=False):
        if tags.shape[-1] != self.cell.num_tags:
            raise ValueError(
                f"`tags` must have {self.cell.num_tags} columns. Received "
                f"shape {tuple(tags.shape)}."
            )
        inputs = self._input_dropout(inputs, training=training)
        tags = self._tag_dropout(tags, training=training)
        products = self.cell.project_tags(tags)
        terms = self.cell.input_terms(inputs, ops.expand_dims(products, 1))
        zero = ops.zeros_like(products[:, :1])
        state = ops.repeat(zero, self.units, axis=-1)
        return self._loop(
            terms, initial_state=[state, state, products], mask=padding_mask
        )

    def compute_output_shape(
        self, inputs_shape, tags_shape, padding_mask_shape=None
    ):
        return (*inputs_shape[:-1], self.units)

    def get_config(self):
        cell = self._given_cell
        return {
            **super().get_config(),
            "units": self.units,
            "factors": self.factors,
            "dropout": self.dropout,
            "seed": self.seed,
            "cell": cell and keras.saving.serialize_keras_object(cell),
        }

    @classmethod
    def from_config(cls, config):
        config = dict(config)
        if config.get("cell"):
            config["cell"] = keras.saving.deserialize_keras_object(
                config["cell"]
            )
        return super().from_config(config)

    def _make_dropout(self, index):
        seed = None if self.seed is None else self.seed + index
        return keras.layers.Dropout(
            self.dropout, seed=seed, dtype=self.dtype_policy
        )


class _StateStep(keras.layers.Layer):
    """The recurrent half of a cell, fed with precomputed input terms."""

    def __init__(self, cell):
        super().__init__(dtype=cell.dtype_policy)
        self.cell = cell
        self.state_size = cell.state_size
        self.output_size = cell.output_size

    def build(self, input_shape):
        pass

    def call(self, inputs, states):
        h, c, products = states
        h, c = self.cell.step(inputs, h, c, products)
        return h, [h, c, products]
