"""ATPL word by word: the cell in a recurrent layer."""

import keras
from keras import ops

from keras_tpr.layers.unmasked_rnn import UnmaskedRNN


class ATPLStepForm:
    """Emits the fillers of a known sentence by running the cell.

    No layer, so that the cell belongs to its owner alone.

    Args:
        cell: the `ATPLCell`.
        dropout: dropout layer of the attended vector, of which a sentence has
            one mask here.
    """

    def __init__(self, cell, dropout):
        self.cell = cell
        self.dropout = dropout
        self._loop = UnmaskedRNN(cell)
        self._recorder = UnmaskedRNN(_RecordingCell(cell))

    def emit(self, sequence, states, training=False, internals=False):
        """What `ATPLCell.emit` gives, at every position.

        Args:
            sequence: a `WordSequence`.
            states: the cell's states before the first step.
            training: whether dropout acts.
            internals: without them, only `f` is given.
        """
        place = self.cell.state_names.index("features")
        features = self.dropout(states[place], training=training)
        states = [*states[:place], features, *states[place + 1 :]]
        bound = ops.concatenate(
            [sequence.first, sequence.words[:, :-1]], axis=1
        )
        inputs = ops.concatenate([bound, sequence.heard], axis=-1)
        if not internals:
            return {
                "f": self._loop(
                    inputs, initial_state=states, mask=sequence.real
                )
            }
        recorder = self._recorder.cell
        records = self._recorder(
            inputs,
            initial_state=[recorder.empty_record(features), *states],
            mask=sequence.real,
        )
        h, tpr, length = recorder.unpack(records)
        return self.cell.emit(h, tpr, ops.expand_dims(features, 1), length)


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
