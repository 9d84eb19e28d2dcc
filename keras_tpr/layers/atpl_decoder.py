"""The ATPL decoder: from a vector to the words of a sentence."""

import keras
from keras import ops

from keras_tpr.initializers import ZeroMean
from keras_tpr.kernels import use_tensorflow_kernels
from keras_tpr.layers.atpl_cell import ATPLCell
from keras_tpr.layers.role_steps import RoleSteps
from keras_tpr.layers.scn_lstm import SCNLSTM
from keras_tpr.layers.up_to_first_end import up_to_first_end

TAG_MODES = (None, "scn", "init")


@keras.saving.register_keras_serializable(package="keras_tpr")
class ATPLDecoder(keras.layers.Layer):
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
        super().__init__(**kwargs)
        _check_options(vocabulary_size, tag_mode, num_tags, parallel)
        self.vocabulary_size = vocabulary_size
        self.tag_mode = tag_mode
        self.num_tags = num_tags
        self.tie_output = tie_output
        self.dropout = dropout
        self.parallel = parallel
        self.return_internals = return_internals
        self.seed = seed
        self.embeddings_initializer = keras.initializers.get(
            ZeroMean("uniform")
            if embeddings_initializer is None
            else embeddings_initializer
        )
        self.kernel_initializer = keras.initializers.get(kernel_initializer)
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
            kernel_initializer=self._copy_initializer(),
            recurrent_initializer=self._copy_initializer(),
            name="cell",
            dtype=self.dtype_policy,
        )
        self.embedding = keras.layers.Embedding(
            vocabulary_size,
            dim,
            embeddings_initializer=self.embeddings_initializer,
            name="embedding",
            dtype=self.dtype_policy,
        )
        self.feature_projection = self._dense(dim, "feature_projection", False)
        self.tag_projection = (
            self._dense(dim, "tag_projection", False)
            if tag_mode == "init"
            else None
        )
        self.output_layer = (
            None if tie_output else self._dense(vocabulary_size, "output", True)
        )
        self.feature_dropout = self._dropout("feature_dropout", 0)
        self.tag_dropout = self._dropout("tag_dropout", 1)
        self.word_dropout = self._dropout("word_dropout", 2)
        self.attended_dropout = self._dropout("attended_dropout", 3)
        if parallel is True and not self._can_run_parallel():
            raise ValueError(
                "`parallel=True` needs an LSTM that reads words only. "
                f"Received: lstm_inputs={lstm_inputs!r}. Use "
                "`parallel='auto'`, which runs the step form here."
            )
        self.runs_parallel = parallel is not False and self._can_run_parallel()
        self._make_loops()

    def build(
        self,
        token_ids_shape,
        features_shape,
        tags_shape=None,
        padding_mask_shape=None,
    ):
        cell = self.cell
        _check_width("features", features_shape, cell.feature_dim)
        if self.num_tags is not None:
            if tags_shape is None:
                raise ValueError(
                    f"With `tag_mode={self.tag_mode!r}` the call needs `tags`."
                )
            _check_width("tags", tags_shape, self.num_tags)
        elif tags_shape is not None:
            raise ValueError(
                "`tags` were given, but `tag_mode` is None. Make the decoder "
                "with `tag_mode='scn'` and `num_tags`."
            )
        batch = token_ids_shape[0]
        self.embedding.build(token_ids_shape)
        cell.build((batch, cell.dim))
        self.feature_projection.build((batch, cell.feature_dim))
        if self.tag_projection is not None:
            self.tag_projection.build((batch, self.num_tags))
        if self.tie_output:
            self.output_bias = self.add_weight(
                shape=(self.vocabulary_size,), name="bias", initializer="zeros"
            )
        else:
            self.output_layer.build((batch, cell.dim))

    def call(
        self,
        token_ids,
        features,
        tags=None,
        padding_mask=None,
        training=False,
    ):
        if self.return_internals:
            return self.internals(
                token_ids, features, tags, padding_mask, training=training
            )
        fillers = self.fillers(
            token_ids, features, tags, padding_mask, training=training
        )
        logits = self.logits(fillers)
        if use_tensorflow_kernels(self.compute_dtype):
            # As Keras' activations do with `_keras_logits`: a loss that finds
            # the fillers makes logits and gradient in one pass of its own.
            logits._keras_fillers = fillers
        return logits

    def internals(
        self,
        token_ids,
        features,
        tags=None,
        padding_mask=None,
        training=False,
    ):
        """The dict that `return_internals` gives."""
        emitted = self._emit(
            token_ids, features, tags, padding_mask, training, internals=True
        )
        names = ("u", "a_u", "f", "a_v", "S", "S_tilde")
        return {
            "logits": self.logits(emitted["f"]),
            **{name: emitted[name] for name in names},
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
        return self._emit(token_ids, features, tags, padding_mask, training)[
            "f"
        ]

    def logits(self, fillers):
        """Scores of all words for fillers `(..., dim)`."""
        if not self.tie_output:
            return self.output_layer(fillers)
        vectors = ops.cast(self.embedding.embeddings, self.compute_dtype)
        bias = ops.cast(self.output_bias, self.compute_dtype)
        return ops.matmul(fillers, ops.transpose(vectors)) + bias

    @property
    def constant_states(self):
        """Places of the cell's states that a sentence does not change."""
        names = self.cell.state_names
        return tuple(
            i for i, name in enumerate(names) if name in ("features", "tags")
        )

    @property
    def output_weights(self):
        """`(kernel (dim, V), bias (V,))` of the output layer."""
        if self.tie_output:
            return ops.transpose(self.embedding.embeddings), self.output_bias
        return self.output_layer.kernel, self.output_layer.bias

    def embed(self, token_ids):
        """The cell's input for words `(...)`, `(..., dim)`."""
        return self.embedding(token_ids)

    def first_input(self, features, tags=None):
        """The cell's input of the first step, `(B, dim)`."""
        first = self.feature_projection(features)
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
        batch, length = token_ids_shape
        if not self.return_internals:
            return (batch, length, self.vocabulary_size)
        dim = self.cell.dim
        vector, matrix = (batch, length, dim), (batch, length, dim, dim)
        return {
            "logits": (batch, length, self.vocabulary_size),
            "u": vector,
            "a_u": vector,
            "f": vector,
            "a_v": (batch, length, self.cell.feature_dim),
            "S": matrix,
            "S_tilde": matrix,
        }

    def get_config(self):
        serialize = keras.saving.serialize_keras_object
        cell = self.cell.get_config()
        shared = (
            "dim",
            "units",
            "feature_dim",
            "tag_factors",
            "lstm_inputs",
            "tpr_scale",
            "role_basis",
            "feature_attention",
            "role_attention",
        )
        return {
            **super().get_config(),
            **{name: cell[name] for name in shared},
            "vocabulary_size": self.vocabulary_size,
            "tag_mode": self.tag_mode,
            "num_tags": self.num_tags,
            "tie_output": self.tie_output,
            "dropout": self.dropout,
            "parallel": self.parallel,
            "return_internals": self.return_internals,
            "seed": cell["seed"] if self.seed is None else self.seed,
            "embeddings_initializer": serialize(self.embeddings_initializer),
            "kernel_initializer": serialize(self.kernel_initializer),
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

    def _emit(
        self,
        token_ids,
        features,
        tags=None,
        padding_mask=None,
        training=False,
        internals=False,
    ):
        mask = (
            up_to_first_end(token_ids)
            if padding_mask is None
            else ops.cast(padding_mask, "bool")
        )
        features = self.feature_dropout(
            ops.cast(features, self.compute_dtype), training=training
        )
        if tags is not None:
            tags = self.tag_dropout(
                ops.cast(tags, self.compute_dtype), training=training
            )
        words = self.embed(token_ids)
        first = ops.expand_dims(self.first_input(features, tags), 1)
        heard = self.word_dropout(words[:, :-1], training=training)
        # The step that predicts word t reads word t - 1, and is real if that
        # is; the first reads the vector.
        sequence = {
            "bound": ops.concatenate([first, words[:, :-1]], 1),
            "read": ops.concatenate([first, heard], 1),
            "real": ops.concatenate(
                [ops.ones_like(mask[:, :1]), mask[:, :-1]], 1
            ),
            "words": words * ops.expand_dims(ops.cast(mask, words.dtype), -1),
            "mask": mask,
        }
        emit = self._emit_parallel if self.runs_parallel else self._emit_steps
        emitted = emit(sequence, features, tags, training, internals)
        if internals:
            emitted["S_tilde"] = ops.cumsum(
                _bindings(sequence["words"], emitted["u"]), axis=1
            )
        return emitted

    def _emit_parallel(self, sequence, features, tags, training, internals):
        h = self._lstm_states(sequence["read"], sequence["real"], tags)
        words, length = sequence["words"], None
        if self.cell.tpr_scale is not None:
            counts = ops.cast(sequence["mask"], self.compute_dtype)
            length = ops.expand_dims(ops.cumsum(counts, axis=1) - counts, -1)
        a_u = self._role_steps(h, words, length)
        u = self.cell.roles(a_u)
        bindings = _bindings(words, u)
        before = ops.cumsum(bindings, axis=1) - bindings
        features = ops.expand_dims(features, 1)
        if self.dropout and training:
            # Dropping copies of v is dropping the attended v.
            steps = ops.shape(words)[1]
            features = self.attended_dropout(
                ops.repeat(features, steps, axis=1), training=training
            )
        return self.cell.emit(h, before, features, length, u=u, a_u=a_u)

    def _emit_steps(self, sequence, features, tags, training, internals):
        features_in = self.attended_dropout(features, training=training)
        loop = self._recorder if internals else self._steps
        states = self.initial_state(features_in, tags)
        if internals:
            states = [self._recorder.cell.empty_record(features), *states]
        inputs = ops.concatenate([sequence["bound"], sequence["read"]], -1)
        output = loop(inputs, initial_state=states, mask=sequence["real"])
        if not internals:
            return {"f": output}
        h, tpr, length = self._recorder.cell.unpack(output)
        return self.cell.emit(h, tpr, ops.expand_dims(features_in, 1), length)

    def _lstm_states(self, inputs, mask, tags):
        if self.tag_mode == "scn":
            return self._lstm(inputs, tags, padding_mask=mask)
        cell = self.cell.lstm
        if use_tensorflow_kernels(self.compute_dtype):
            from keras_tpr.kernels.tensorflow import lstm

            return lstm(
                inputs, mask, cell.kernel, cell.recurrent_kernel, cell.bias
            )
        return self._lstm(inputs, mask=mask)

    def _role_steps(self, h, words, length):
        attention = self.cell.role_attention
        if (
            use_tensorflow_kernels(self.compute_dtype)
            and attention.score_is_standard
            and attention.activation is keras.activations.sigmoid
        ):
            from keras_tpr.kernels.tensorflow import role_recurrence

            return role_recurrence(
                attention.state_score(h),
                words,
                attention.kernel[attention.h_size :],
                self.cell.roles.basis,
                None if length is None else ops.maximum(length, 1.0),
            )
        return self._roles(h, words, length)

    def _make_loops(self):
        """The recurrent layers around the cell; none has weights of its own."""
        shared = {"return_sequences": True, "dtype": self.dtype_policy}
        if self.runs_parallel:
            self._roles = RoleSteps(self.cell, dtype=self.dtype_policy)
            self._lstm = (
                SCNLSTM(cell=self.cell.lstm, dtype=self.dtype_policy)
                if self.tag_mode == "scn"
                else _Loop(self.cell.lstm, **shared)
            )
        else:
            self._steps = _Loop(self.cell, **shared)
            self._recorder = _Loop(_RecordingCell(self.cell), **shared)

    def _can_run_parallel(self):
        own = type(self.cell)
        return self.cell.lstm_inputs == ("word",) and all(
            getattr(own, name) is getattr(ATPLCell, name)
            for name in ("call", "emit")
        )

    def _copy_initializer(self):
        # One instance of an initialiser gives equal values at every call.
        kind = self.kernel_initializer.__class__
        return kind.from_config(self.kernel_initializer.get_config())

    def _dense(self, units, name, use_bias):
        return keras.layers.Dense(
            units,
            use_bias=use_bias,
            kernel_initializer=self._copy_initializer(),
            name=name,
            dtype=self.dtype_policy,
        )

    def _dropout(self, name, index):
        seed = None if self.seed is None else self.seed + index
        return keras.layers.Dropout(
            self.dropout, seed=seed, name=name, dtype=self.dtype_policy
        )


class _Loop(keras.layers.RNN):
    """A recurrent layer that keeps its mask to itself.

    On the logits, it would make Keras divide a loss by the number of unmasked
    positions instead of following the sample weights alone.
    """

    def compute_mask(self, inputs, mask=None):
        return None


class _RecordingCell(keras.layers.Layer):
    """The cell, giving what its emission depends on instead of the filler."""

    def __init__(self, cell):
        super().__init__(dtype=cell.dtype_policy)
        self.cell = cell
        sizes = dict(zip(cell.state_names, cell.state_size, strict=True))
        self.recorded = [
            name for name in ("h", "tpr", "steps") if name in sizes
        ]
        self.widths = [sizes[name] for name in self.recorded]
        self.output_size = sum(self.widths)
        self.state_size = [self.output_size, *cell.state_size]

    def build(self, input_shape):
        pass

    def call(self, inputs, states):
        _, new = self.cell(inputs, states[1:])
        by_name = dict(zip(self.cell.state_names, new, strict=True))
        record = ops.concatenate([by_name[n] for n in self.recorded], -1)
        return record, [record, *new]

    def empty_record(self, like):
        return ops.zeros((ops.shape(like)[0], self.output_size), like.dtype)

    def unpack(self, record):
        """`(h, S~, number of words so far)` from records `(B, T, n)`."""
        units, flat = self.widths[:2]
        h, tpr = record[..., :units], record[..., units : units + flat]
        dim = self.cell.dim
        tpr = ops.reshape(tpr, (*ops.shape(record)[:2], dim, dim))
        # A step more than words, as the first reads the vector.
        length = record[..., units + flat :] - 1.0
        return h, tpr, length if "steps" in self.recorded else None


def _bindings(words, roles):
    """`e_t u_t^T` of every position, `(B, T, dim, dim)`."""
    return ops.expand_dims(words, -1) * ops.expand_dims(roles, -2)


def _check_options(vocabulary_size, tag_mode, num_tags, parallel):
    if not isinstance(vocabulary_size, int) or vocabulary_size < 2:
        raise ValueError(
            "`vocabulary_size` must be an integer of at least 2 (END and a "
            f"word). Received: vocabulary_size={vocabulary_size!r}."
        )
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


def _check_width(name, shape, width):
    if len(shape) != 2 or shape[-1] != width:
        size = "feature_dim" if name == "features" else "num_tags"
        raise ValueError(
            f"`{name}` must have shape (B, {width}), as `{size}={width}`. "
            f"Received shape {tuple(shape)}. Give the decoder the size of your "
            f"{name}."
        )
