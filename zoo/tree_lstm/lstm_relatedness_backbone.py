"""The network of the LSTM for relatedness."""

from zoo.export import zoo_export
from zoo.tree_lstm.lstm_backbone import LSTMBackbone


@zoo_export
class LSTMRelatednessBackbone(LSTMBackbone):
    """The last states of a sentence; see `LSTMBackbone`.

    As published it has no output gate, and word vectors are not trained.
    """

    def __init__(
        self,
        vocabulary_size,
        units=150,
        num_layers=1,
        bidirectional=False,
        embedding_dim=300,
        output_gate=False,
        embedding_trainable=False,
        **kwargs,
    ):
        super().__init__(
            vocabulary_size,
            units=units,
            num_layers=num_layers,
            bidirectional=bidirectional,
            embedding_dim=embedding_dim,
            output_gate=output_gate,
            embedding_trainable=embedding_trainable,
            **kwargs,
        )
