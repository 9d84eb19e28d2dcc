"""The Tree-LSTM: states of all nodes of a tree.

Tai et al., Improved Semantic Representations From Tree-Structured Long
Short-Term Memory Networks, ACL 2015, section 3.
"""

import keras

from keras_tpr.layers import TreeLSTM, TreeLSTMCell
from zoo.tree_lstm.initialization import cell_initializers
from zoo.tree_lstm.sentence_backbone import (
    SentenceBackbone,
    check_sizes,
    required,
    word_vectors,
)
from zoo.tree_lstm.tree_reader import ARITIES, check_kind
from zoo.tree_lstm.tree_rows import TreeRows
from zoo.tree_lstm.weight_penalty import cell_regularizers


class TreeLSTMBackbone(SentenceBackbone):
    """Word vectors and a Tree-LSTM.

    Args:
        vocabulary_size: number of ids, that of no word included.
        kind: `"constituency"`, of binary trees with words at the leaves, whose
            states are linear in them (the form that was published); or
            `"dependency"`, of trees with a word at each node and any number of
            children, the states of which are added up.
        units: size of the states.
        embedding_dim: size of word vectors.
        output_gate: whether the cell has one.
        return_root: whether only the states of the roots are returned.
        embedding_trainable: whether word vectors are trained.
        embedding_dropout: rate of dropout on word vectors.
        initialization: of the weights; see `cell_initializers`.
        l2: of the cell's weights, biases included: `l2` times the sum of their
            squares is added to the loss.
        embedding_storage: see `WordVectors`.
        vocabulary_hash: hash of the vocabulary that the weights belong to;
            None if unknown.
        dtype: of computations and weights.

    Shapes:
        Inputs: a dict of `token_ids` `(B, N)`, `children` `(B, N, K)`,
        `node_mask` `(B, N)` and maybe `schedule`, as `TreeBatch` has them.
        Output: states `(B, N, units)`, or with `return_root` `(B, units)`.

    Masking:
        Nodes that are not there, and the roots of empty trees, have states of
        zero.
    """

    def __init__(
        self,
        vocabulary_size,
        kind="constituency",
        units=150,
        embedding_dim=300,
        output_gate=True,
        return_root=False,
        embedding_trainable=True,
        embedding_dropout=0.0,
        initialization="uniform",
        l2=5e-5,
        embedding_storage=None,
        vocabulary_hash=None,
        dtype=None,
        **kwargs,
    ):
        check_kind(kind)
        check_sizes(
            embedding_dropout,
            vocabulary_size=vocabulary_size,
            units=units,
            embedding_dim=embedding_dim,
        )

        # Layers
        embedding = word_vectors(
            vocabulary_size,
            embedding_dim,
            embedding_trainable,
            embedding_storage,
            dtype,
        )
        dropout = keras.layers.Dropout(embedding_dropout, dtype=dtype)
        cell = TreeLSTMCell(
            units,
            output_gate=output_gate,
            **_form(kind),
            **cell_initializers(initialization, embedding_dim, units),
            **cell_regularizers(l2),
            name="cell",
            dtype=dtype,
        )
        tree_lstm = TreeLSTM(
            cell, return_root=return_root, name="tree_lstm", dtype=dtype
        )

        # Graph
        inputs = {
            "token_ids": keras.Input((None,), dtype="int32", name="token_ids"),
            "children": keras.Input(
                (None, ARITIES[kind]), dtype="int32", name="children"
            ),
            "node_mask": keras.Input((None,), dtype="bool", name="node_mask"),
        }
        outputs = _node_states(embedding, dropout, tree_lstm, inputs)
        super().__init__(
            inputs,
            outputs,
            embedding,
            # Config
            {
                "vocabulary_size": vocabulary_size,
                "kind": kind,
                "units": units,
                "embedding_dim": embedding_dim,
                "output_gate": output_gate,
                "return_root": return_root,
                "embedding_trainable": embedding_trainable,
                "embedding_dropout": embedding_dropout,
                "initialization": initialization,
                "l2": l2,
                "embedding_storage": embedding_storage,
                "vocabulary_hash": vocabulary_hash,
            },
            dtype=dtype,
            **kwargs,
        )
        self.word_dropout = dropout
        self.tree_lstm = tree_lstm

    def call(self, inputs, training=None, mask=None):
        required(inputs, TreeRows.names)
        return _node_states(
            self.token_embedding,
            self.word_dropout,
            self.tree_lstm,
            inputs,
            training,
        )

    def node_states(self, inputs):
        """The states of all nodes `(B, N, units)`, whatever `return_root`."""
        nodes = TreeLSTM(self.tree_lstm.cell, dtype=self.dtype_policy)
        return _node_states(
            self.token_embedding, self.word_dropout, nodes, inputs
        )

    @property
    def row_kind(self):
        """What rows of the input are: see `TreeRows`."""
        return TreeRows(ARITIES[self.kind])

    @property
    def uses_schedule(self):
        """Whether a `schedule` saves time."""
        return self.tree_lstm.uses_kernel


def _node_states(embedding, dropout, tree_lstm, inputs, training=None):
    others = ("children", "node_mask", "schedule")
    words = dropout(embedding(inputs["token_ids"]), training=training)
    return tree_lstm(
        {
            "x": words,
            **{name: inputs[name] for name in others if name in inputs},
        }
    )


def _form(kind):
    """The arguments of the cell that reads trees of a kind."""
    if kind == "dependency":
        return {"kind": "child_sum"}
    return {"kind": "nary", "arity": ARITIES[kind], "leaf_mode": "linear"}
