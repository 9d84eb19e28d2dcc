"""The network of the Tree-LSTM for relatedness."""

from zoo.export import zoo_export
from zoo.tree_lstm.tree_lstm_backbone import TreeLSTMBackbone


@zoo_export
class TreeLSTMRelatednessBackbone(TreeLSTMBackbone):
    """The state of the root of a tree; see `TreeLSTMBackbone`.

    As published it has no output gate, and word vectors are not trained.
    """

    def __init__(
        self,
        vocabulary_size,
        kind="dependency",
        units=150,
        embedding_dim=300,
        output_gate=False,
        return_root=True,
        embedding_trainable=False,
        **kwargs,
    ):
        super().__init__(
            vocabulary_size,
            kind=kind,
            units=units,
            embedding_dim=embedding_dim,
            output_gate=output_gate,
            return_root=return_root,
            embedding_trainable=embedding_trainable,
            **kwargs,
        )
