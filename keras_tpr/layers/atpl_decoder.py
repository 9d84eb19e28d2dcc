"""The ATPL decoder: from a vector to the words of a sentence."""

import keras
from keras import ops

from keras_tpr.initializers import ZeroMean
from keras_tpr.layers.atpl_cell import ATPLCell
from keras_tpr.layers.atpl_parallel_form import ATPLParallelForm, bind_each
from keras_tpr.layers.atpl_step_form import ATPLStepForm
from keras_tpr.layers.word_decoder import WordDecoder

TAG_MODES = (None, "scn", "init")
# Arguments that the decoder hands on and its cell's config holds.
CELL_ARGUMENTS = (
    "dim",
    "units",
    "tag_factors",
    "lstm_inputs",
    "tpr_scale",
    "role_basis",
    "feature_attention",
    "role_attention",
)


@keras.saving.register_keras_serializable(package="keras_tpr")
class ATPLDecoder(WordDecoder):
    """Scores every word of a sentence given a vector and the words before it.

    It owns the word vectors, an `ATPLCell`, and the output layer. Token 0 is
    END. Position `t` is predicted from the words before it, so inputs and
    targets are the same ids; there is no start token, as the first step reads
    a projection of the vector.

    With the whole sentence given, only the roles are recurrent, and all else
    is computed for all positions at once (the time-parallel form). The step
    form, which runs the cell word by word, gives the same numbers; generation
    uses it through `initial_state`, `first_input`, `embed`, `cell`, `logits`.

    Args:
        vocabulary_size: number of words, END included.
        dim: size of word vectors, fillers and roles.
        units: size of the LSTM.
        feature_dim: size of the vector that is decoded.
        tag_mode: how tags enter: None; `"scn"`, they compose the weights of
            the LSTM; `"init"`, a projection is added to its first input.
        num_tags: number of tags, with a `tag_mode`.
        tag_factors: number of factors with `tag_mode="scn"`.
        lstm_inputs, tpr_scale, role_basis, seed, feature_attention,
            role_attention: of `ATPLCell`. `seed` also seeds the dropout.
        tie_output: score words by similarity to their vectors,
            `f E^T + b`, instead of a layer of its own.
        dropout: rate on the vector, the tags, the words as the LSTM reads
            them, and the attended vector; what is bound is never dropped. In
            the step form the attended vector has one mask a sentence.
        parallel: `"auto"`, the time-parallel form where the equations allow it
            (the LSTM reads words only); True, or an error; False, the step
            form.
        return_internals: return a dict of all internals instead of logits.
        embeddings_initializer: of the word vectors; by default uniform in
            +-0.05 with zero mean over the vocabulary.
        kernel_initializer: of the LSTM, the projections and the output layer.

    Call arguments:
        token_ids: integers `(B, T)`.
        features: `(B, feature_dim)`.
        tags: `(B, num_tags)`, with a `tag_mode`.
        padding_mask: boolean `(B, T)`; without it, positions up to and
            including the first END are real.

    Shapes:
        Logits `(B, T, vocabulary_size)`; with `return_internals` a dict of
        `logits`, `u`, `a_u`, `f` `(B, T, dim)`, `a_v` `(B, T, feature_dim)`,
        and `S`, `S_tilde` `(B, T, dim, dim)`, the latter after word `t`.

    Masking:
        A masked word is not bound and leaves the LSTM as it is, so that padded
        positions repeat the prediction after the last real word. They count
        nothing in a loss only if its sample weights say so.

    Raises:
        ValueError: for options that do not fit together, or features or tags
            of another size.

    Example:

    >>> import keras
    >>> from keras_tpr.layers import ATPLDecoder
    >>> decoder = ATPLDecoder(10, dim=4, units=6, feature_dim=5)
    >>> logits = decoder(
    ...     keras.ops.array([[3, 1, 0]]), keras.random.normal((1, 5))
    ... )
    >>> tuple(logits.shape)
    (1, 3, 10)

    Reference:
        Huang et al., Attentive Tensor Product Learning, AAAI 2019, section 3.3.
    """

    def __init__(
        self,
        vocabulary_size,
        dim=32,
        units=512,
        feature_dim=2048,
        tag_mode=None,
        num_tags=None,
        tag_factors=512,
        lstm_inputs=("word",),
        tie_output=False,
        tpr_scale=None,
        role_basis="hadamard",
        dropout=0.0,
        parallel="auto",
        return_internals=False,
        seed=None,
        feature_attention=None,
        role_attention=None,
        embeddings_initializer=None,
        kernel_initializer="uniform",
        **kwargs,
    ):
        _check_options(tag_mode, num_tags, parallel)
        super().__init__(
            vocabulary_size,
            word_dim=dim,
            filler_dim=dim,
            feature_dim=feature_dim,
            num_tags=num_tags,
            tie_output=tie_output,
            dropout=dropout,
            seed=seed,
            embeddings_initializer=(
                ZeroMean("uniform")
                if embeddings_initializer is None
                else embeddings_initializer
            ),
            kernel_initializer=kernel_initializer,
            **kwargs,
        )
        self.tag_mode = tag_mode
        self.parallel = parallel
        self.return_internals = return_internals
        self.cell = ATPLCell(
            dim,
            units,
            feature_dim,
            num_tags=num_tags if tag_mode == "scn" else None,
            tag_factors=tag_factors,
            lstm_inputs=lstm_inputs,
            tpr_scale=tpr_scale,
            role_basis=role_basis,
            seed=seed,
            feature_attention=feature_attention,
            role_attention=role_attention,
            kernel_initializer=self.kernel_initializer.clone(),
            recurrent_initializer=self.kernel_initializer.clone(),
            name="cell",
            dtype=self.dtype_policy,
        )
        # The cell drew a seed for its random basis if none was given.
        self.seed = self.cell.roles.seed if seed is None else seed
        self.tag_projection = (
            self._dense(dim, "tag_projection", False)
            if tag_mode == "init"
            else None
        )
        self.attended_dropout = self._dropout("attended_dropout", 3)
        possible = ATPLParallelForm.is_possible(self.cell)
        if parallel is True and not possible:
            raise ValueError(
                "`parallel=True` needs an LSTM that reads words only. "
                f"Received: lstm_inputs={lstm_inputs!r}. Use "
                "`parallel='auto'`, which runs the step form here."
            )
        self.runs_parallel = parallel is not False and possible
        form = ATPLParallelForm if self.runs_parallel else ATPLStepForm
        self._form = form(self.cell, self.attended_dropout)

    def build(
        self,
        token_ids_shape,
        features_shape,
        tags_shape=None,
        padding_mask_shape=None,
    ):
        super().build(token_ids_shape, features_shape, tags_shape)
        if self.tag_projection is not None:
            self.tag_projection.build((token_ids_shape[0], self.num_tags))

    def call(
        self,
        token_ids,
        features,
        tags=None,
        padding_mask=None,
        training=False,
    ):
        answer = self.internals if self.return_internals else super().call
        return answer(
            token_ids, features, tags, padding_mask, training=training
        )

    def internals(
        self,
        token_ids,
        features,
        tags=None,
        padding_mask=None,
        training=False,
    ):
        """The dict that `return_internals` gives."""
        sequence = self.sequence(
            token_ids, features, tags, padding_mask, training=training
        )
        emitted = self._emit(sequence, training, internals=True)
        real = ops.expand_dims(ops.cast(sequence.mask, emitted["u"].dtype), -1)
        bindings = bind_each(sequence.words * real, emitted["u"])
        names = ("u", "a_u", "f", "a_v", "S")
        return {
            "logits": self.logits(emitted["f"]),
            **{name: emitted[name] for name in names},
            "S_tilde": ops.cumsum(bindings, axis=1),
        }

    def fillers(
        self,
        token_ids,
        features,
        tags=None,
        padding_mask=None,
        training=False,
    ):
        """The predicted filler of each position, `(B, T, dim)`."""
        sequence = self.sequence(
            token_ids, features, tags, padding_mask, training=training
        )
        return self._emit(sequence, training)["f"]

    def unbinding_vectors(
        self,
        token_ids,
        features,
        tags=None,
        padding_mask=None,
        training=False,
    ):
        """The role of each position, `u` `(B, T, dim)`, and nothing else."""
        sequence = self.sequence(
            token_ids, features, tags, padding_mask, training=training
        )
        # A graph does not compute what is left out here.
        return self._emit(sequence, training, internals=True)["u"]

    @property
    def constant_states(self):
        """Places of the cell's states that a sentence does not change."""
        names = self.cell.state_names
        return tuple(
            i for i, name in enumerate(names) if name in ("features", "tags")
        )

    def first_input(self, features, tags=None):
        """The cell's input of the first step, `(B, dim)`."""
        first = super().first_input(features)
        if self.tag_projection is not None:
            first = first + self.tag_projection(tags)
        return first

    def initial_state(self, features, tags=None):
        """The cell's states before the first step."""
        features = ops.cast(features, self.compute_dtype)
        states = self.cell.get_initial_state(ops.shape(features)[0])
        names = self.cell.state_names
        states[names.index("features")] = features
        if "tags" in names:
            tags = ops.cast(tags, self.compute_dtype)
            states[names.index("tags")] = self.cell.project_tags(tags)
        return states

    def compute_output_shape(
        self,
        token_ids_shape,
        features_shape,
        tags_shape=None,
        padding_mask_shape=None,
    ):
        logits = super().compute_output_shape(token_ids_shape, features_shape)
        if not self.return_internals:
            return logits
        dim = self.cell.dim
        vector = (*token_ids_shape, dim)
        return {
            "logits": logits,
            "u": vector,
            "a_u": vector,
            "f": vector,
            "a_v": (*token_ids_shape, self.feature_dim),
            "S": (*vector, dim),
            "S_tilde": (*vector, dim),
        }

    def get_config(self):
        cell = self.cell.get_config()
        return {
            **super().get_config(),
            **{name: cell[name] for name in CELL_ARGUMENTS},
            "tag_mode": self.tag_mode,
            "num_tags": self.num_tags,
            "tie_output": self.tie_output,
            "parallel": self.parallel,
            "return_internals": self.return_internals,
        }

    @classmethod
    def from_config(cls, config):
        config = dict(config)
        for name in ("feature_attention", "role_attention"):
            if config.get(name):
                config[name] = keras.saving.deserialize_keras_object(
                    config[name]
                )
        return super().from_config(config)

    def _emit(self, sequence, training, internals=False):
        states = self.initial_state(sequence.features, sequence.tags)
        return self._form.emit(
            sequence, states, training=training, internals=internals
        )


def _check_options(tag_mode, num_tags, parallel):
    if tag_mode not in TAG_MODES:
        raise ValueError(
            f"`tag_mode` must be one of {TAG_MODES}. Received: {tag_mode!r}."
        )
    if (tag_mode is None) != (num_tags is None):
        raise ValueError(
            "`tag_mode` and `num_tags` go together. Received: "
            f"tag_mode={tag_mode!r}, num_tags={num_tags!r}. Give both, or "
            "neither for a decoder without tags."
        )
    if parallel not in ("auto", True, False):
        raise ValueError(
            f"`parallel` must be 'auto', True or False. Received: {parallel!r}."
        )
