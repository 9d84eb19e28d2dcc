"""A cell over the nodes of trees, one node after another."""

import keras
from keras import ops

from keras_tpr.layers.unmasked_rnn import UnmaskedRNN


class NodeRecurrence:
    """Runs a `TreeLSTMCell` over all nodes in their order, children first.

    A recurrent layer over the positions of the nodes carries the states of all
    nodes so far, from which a step gathers those of its node's children.

    No layer, so that the cell belongs to its owner alone.

    Args:
        cell: a `TreeLSTMCell` or a subclass with other equations.
        num_inputs: size of the vectors of the nodes.
    """

    def __init__(self, cell, num_inputs):
        self.cell = cell
        self._loop = UnmaskedRNN(_NodeStep(cell, num_inputs))

    def __call__(self, x, children, node_mask):
        """`(h, c)`, both `(B, N, units)`, for arguments as of `TreeLSTM`."""
        units, dtype = self.cell.units, self.cell.cell_state_dtype
        batch, nodes = ops.shape(children)[0], ops.shape(children)[1]
        # Row 0 is that of a child that is not there; others move by one.
        positions = ops.broadcast_to(
            ops.reshape(ops.arange(1, nodes + 1), (1, -1, 1)), (batch, nodes, 1)
        )
        packed = ops.concatenate(
            [
                ops.cast(x, dtype),
                ops.cast(children + 1, dtype),
                ops.cast(ops.expand_dims(node_mask, -1), dtype),
                ops.cast(positions, dtype),
            ],
            axis=-1,
        )
        last = ops.zeros((batch, 2 * units), dtype)
        rows = ops.zeros((batch, (nodes + 1) * 2 * units), dtype)
        states = self._loop(packed, initial_state=[last, rows])
        h = ops.cast(states[..., :units], self.cell.compute_dtype)
        return h, states[..., units:]


class _NodeStep(keras.layers.Layer):
    """The step of a node, from its packed inputs and all states so far.

    The inputs are `x`, the children's positions, whether there is a node, and
    its own position, as numbers of the dtype of `c`, in which they are exact.
    """

    def __init__(self, cell, num_inputs):
        super().__init__(dtype=cell.cell_state_dtype)
        self.cell = cell
        self.num_inputs = num_inputs
        self.output_size = 2 * cell.units
        # `h` and `c` of the node and, row by row, of all nodes; the latter
        # size depends on the number of nodes and is not used by the loop.
        self.state_size = [self.output_size, self.output_size]

    def build(self, input_shape):
        pass

    def call(self, inputs, states):
        size = self.num_inputs
        x, exists = inputs[:, :size], inputs[:, -2:-1]
        children = ops.cast(inputs[:, size:-2], "int32")
        position = ops.cast(inputs[:, -1:], "int32")

        rows = ops.reshape(states[1], (ops.shape(x)[0], -1, self.output_size))
        batch, num_rows = ops.shape(rows)[0], ops.shape(rows)[1]
        first_row = ops.expand_dims(ops.arange(batch), -1) * num_rows
        of_children = ops.take(
            ops.reshape(rows, (-1, self.output_size)),
            children + first_row,
            axis=0,
        )
        units = self.cell.units
        states_of_node = self.cell(
            x,
            of_children[..., :units],
            of_children[..., units:],
            ops.greater(children, 0),
        )
        _check_states(states_of_node, self.cell)
        h, c = states_of_node
        state = ops.concatenate(
            [ops.cast(h, self.compute_dtype), ops.cast(c, self.compute_dtype)],
            axis=-1,
        )
        state = ops.where(ops.greater(exists, 0.5), state, 0.0)
        here = ops.equal(ops.expand_dims(ops.arange(num_rows), 0), position)
        rows = ops.where(
            ops.expand_dims(here, -1), ops.expand_dims(state, 1), rows
        )
        return state, [state, ops.reshape(rows, ops.shape(states[1]))]


def _check_states(states, cell):
    """Raises a `ValueError` unless a cell's `call` gave `(h, c)`."""
    is_pair = isinstance(states, (tuple, list)) and len(states) == 2
    shapes = keras.tree.map_structure(
        lambda x: tuple(getattr(x, "shape", ())), states
    )
    if not is_pair or any(
        len(shape) != 2 or shape[-1] != cell.units for shape in shapes
    ):
        raise ValueError(
            f"`{type(cell).__name__}.call` must return a tuple of two tensors, "
            f"`(h, c)`, both of shape (..., {cell.units}), as `units="
            f"{cell.units}`. Received {type(states).__name__} of shape "
            f"{shapes}."
        )
