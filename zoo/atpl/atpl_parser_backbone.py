"""The network of the ATPL parser.

Attentive Tensor Product Learning (AAAI 2019), section 5.2.
"""

import keras
from keras import ops

from keras_tpr.layers.part_starts import check_bit_encoding
from keras_tpr.trees.layer_codec import LABEL_MODES
from zoo.atpl.affix_vectors import AffixVectors
from zoo.atpl.atpl_tagger_backbone import ATPLTaggerBackbone
from zoo.atpl.grammar_backbone import GrammarBackbone
from zoo.atpl.parser_rows import ParserRows
from zoo.atpl.role_row_network import RoleRowNetwork
from zoo.atpl.span_network import SpanNetwork
from zoo.atpl.tag_head import tag_head, tag_probabilities
from zoo.export import zoo_export

ROW_NETWORKS = ("roles", "spans")
POS_INPUTS = ("hard", "soft")


@zoo_export
class ATPLParserBackbone(GrammarBackbone):
    """A tagger, and scores of the rows of trees.

    Args:
        tagger: an `ATPLTaggerBackbone`, which becomes a part and is frozen.
        num_tags: number of parts of speech.
        num_labels: number of labels of parts, NULL included.
        tagger_factors, tagger_head: of the tagger's last layer.
        max_layers: the highest row, `K`.
        share_from: the first row whose weights all further rows share; None
            for weights of their own in each. With `row_network="roles"`.
        units: size of the LSTMs in each direction.
        factors: of the weights that depend on the part of speech.
        label_mode: `"null"` or `"carry"`; see `encode_rows`.
        bit_encoding: `"alternating"` or `"boundary"`; see `part_starts`.
        pos_input: whether the most probable part of speech is read, `"hard"`,
            or the probabilities of all, `"soft"`.
        row_network: `"roles"`, `RoleRowNetwork`, as published; or `"spans"`,
            `SpanNetwork`, over roles, parts of speech and what else the tagger
            reads, with vectors of its own.
        num_layers, hidden, dropout: of `SpanNetwork`.
        dtype: of computations and weights.

    Shapes:
        Inputs: those of the tagger, and maybe `pos` `(B, T)`, which then
        stands for what the tagger finds. Output: a dict of `pos`, the tagger's
        probabilities `(B, T, num_tags)`, and either `bits` and `labels` (see
        `RoleRowNetwork`) or `spans` (see `SpanNetwork`).

    Masking:
        Padding is where `token_ids` are 0.
    """

    serialized_arguments = ("tagger",)

    def __init__(
        self,
        tagger,
        num_tags,
        num_labels,
        tagger_factors=512,
        tagger_head="factored",
        max_layers=20,
        share_from=None,
        units=512,
        factors=512,
        label_mode="null",
        bit_encoding="alternating",
        pos_input="hard",
        row_network="roles",
        num_layers=2,
        hidden=200,
        dropout=0.0,
        dtype=None,
        **kwargs,
    ):
        if not isinstance(tagger, ATPLTaggerBackbone):
            raise TypeError(
                "`tagger` must be an `ATPLTaggerBackbone`. Received "
                f"{type(tagger).__name__}."
            )
        if row_network == "roles" and tagger.role_source is None:
            raise ValueError(
                '`row_network="roles"` needs a tagger that reads roles, not '
                "one with `role_source=None`."
            )
        _check_options(
            max_layers,
            share_from,
            label_mode,
            pos_input,
            row_network,
        )
        check_bit_encoding(bit_encoding)
        num_rows = max_layers - 1
        num_sets = num_rows
        if share_from is not None:
            num_sets = min(num_rows, share_from - 1)

        # Layers
        head = tag_head(
            tagger_head, num_tags, tagger.num_keys, tagger_factors, dtype
        )
        vectors = {}
        if row_network == "roles":
            rows = RoleRowNetwork(
                num_labels,
                num_tags,
                num_sets,
                units,
                factors,
                name="rows",
                dtype=dtype,
            )
        else:
            rows = SpanNetwork(
                num_labels,
                num_layers,
                units,
                hidden,
                dropout,
                name="rows",
                dtype=dtype,
            )
            vectors = _vectors(tagger, num_tags, dtype)

        # Graph
        parts = _Parts(tagger, head, rows, vectors, pos_input)
        super().__init__(
            tagger.input,
            parts.scores(tagger.input),
            # Config
            {
                "tagger": tagger,
                "num_tags": num_tags,
                "num_labels": num_labels,
                "tagger_factors": tagger_factors,
                "tagger_head": tagger_head,
                "max_layers": max_layers,
                "share_from": share_from,
                "units": units,
                "factors": factors,
                "label_mode": label_mode,
                "bit_encoding": bit_encoding,
                "pos_input": pos_input,
                "row_network": row_network,
                "num_layers": num_layers,
                "hidden": hidden,
                "dropout": dropout,
            },
            fixed=(tagger, head),
            dtype=dtype,
            **kwargs,
        )
        # `pos` may be given as well.
        self.input_spec = None
        self.head = head
        self.vectors = vectors
        self.rows = rows
        self.scores = parts.scores
        self.num_sets = num_sets
        self.vocabulary_size = tagger.vocabulary_size
        self.vocabulary_hash = tagger.vocabulary_hash

    def call(self, inputs, training=None, mask=None):
        return self.scores(inputs, training=training)

    def start_from(self, tagger):
        """Takes over what a trained `ATPLTagger` has learned of words."""
        self.head.set_weights(tagger.head.get_weights())
        affixes = self.tagger.affix_buckets is not None
        if self.vectors and affixes:
            self.vectors["affix_ids"].set_weights(
                tagger.backbone.get_layer("affixes").get_weights()
            )
        if self.vectors and self.tagger.words is not None:
            (layer,) = (
                layer
                for name, layer in self.vectors.items()
                if name in ("token_ids", "vector_ids")
            )
            layer.set_weights(tagger.backbone.words.get_weights())

    @property
    def row_kind(self):
        return ParserRows(
            self.tagger.row_kind.features,
            self.max_layers - 1,
            "rows" if self.row_network == "roles" else "spans",
        )


class _Parts:
    """The layers, and how they go together."""

    def __init__(self, tagger, head, rows, vectors, pos_input):
        self.tagger = tagger
        self.head = head
        self.rows = rows
        self.vectors = vectors
        self.pos_input = pos_input

    def scores(self, inputs, training=None):
        """See `ATPLParserBackbone`."""
        read = {name: inputs[name] for name in self.tagger.row_kind.names}
        token_ids = inputs["token_ids"]
        probabilities = tag_probabilities(
            self.head, self.tagger(read, training=False), token_ids
        )
        if inputs.get("pos") is not None:
            pos = inputs["pos"]
        elif self.pos_input == "hard":
            pos = ops.argmax(probabilities, axis=-1)
        else:
            pos = probabilities
        mask = ops.not_equal(token_ids, 0)
        x = []
        if self.tagger.role_source is not None:
            x.append(self.tagger.get_layer("roles")(token_ids))
        if isinstance(self.rows, RoleRowNetwork):
            scores = self.rows(x[0], pos, padding_mask=mask)
            return {"pos": probabilities, **scores}
        x.append(self._pos_vectors(pos, probabilities))
        for name, layer in self.vectors.items():
            if name != "pos":
                x.append(layer(inputs[name]))
        spans = self.rows(
            ops.concatenate(x, axis=-1), padding_mask=mask, training=training
        )
        return {"pos": probabilities, "spans": spans}

    def _pos_vectors(self, pos, probabilities):
        if len(pos.shape) == 2:
            pos = ops.one_hot(pos, probabilities.shape[-1])
        return self.vectors["pos"](pos)


def _vectors(tagger, num_tags, dtype):
    """Layers that a span network reads, by the input that they read."""
    vectors = {"pos": keras.layers.Dense(50, name="pos_vectors", dtype=dtype)}
    if tagger.concat_words:
        name = "token_ids"
        if tagger.vocabulary_size > tagger.num_keys:
            name = "vector_ids"
        vectors[name] = keras.layers.Embedding(
            tagger.vocabulary_size,
            tagger.embedding_dim,
            name="word_vectors",
            dtype=dtype,
        )
    if tagger.affix_buckets is not None:
        vectors["affix_ids"] = AffixVectors(
            tagger.affix_buckets,
            tagger.affix_dim,
            name="affix_vectors",
            dtype=dtype,
        )
    return vectors


def _check_options(max_layers, share_from, label_mode, pos_input, row_network):
    if not isinstance(max_layers, int) or max_layers < 2:
        raise ValueError(
            "`max_layers` must be an integer of at least 2, the first row "
            f"above the words. Received: {max_layers!r}."
        )
    if share_from is not None and (
        not isinstance(share_from, int) or share_from < 2
    ):
        raise ValueError(
            "`share_from` must be None or a row, at least 2. Received: "
            f"{share_from!r}."
        )
    for name, value, accepted in (
        ("label_mode", label_mode, LABEL_MODES),
        ("pos_input", pos_input, POS_INPUTS),
        ("row_network", row_network, ROW_NETWORKS),
    ):
        if value not in accepted:
            raise ValueError(
                f"`{name}` must be one of {accepted}. Received: {value!r}."
            )
    if row_network == "spans" and label_mode == "carry":
        raise ValueError(
            '`row_network="spans"` gives labels to phrases, not to parts that '
            'are carried over. Use `label_mode="null"`.'
        )
