"""A Tree-LSTM over batches of trees."""

import keras
from keras import ops

from keras_tpr.kernels import use_tensorflow_kernels
from keras_tpr.layers.node_recurrence import NodeRecurrence
from keras_tpr.layers.tree_lstm_cell import TreeLSTMCell

IMPLEMENTATIONS = ("auto", "portable")
TENSORS = ("x", "children", "node_mask")


@keras.saving.register_keras_serializable(package="keras_tpr")
class TreeLSTM(keras.layers.Layer):
    """Runs a `TreeLSTMCell` over all nodes of a batch of trees.

    The trees come as the tensors of `keras_tpr.trees.TreeBatch`, with the
    vectors of the words in place of their ids. Every node gets a state,
    computed from its own vector and the states of its children.

    On TensorFlow in float32 all nodes at one distance from a root are computed
    together, from the deepest level up, with a gradient written by hand; one
    graph serves batches of all shapes. Elsewhere, and for a cell with equations
    of its own, node after node is.

    Args:
        cell: a `TreeLSTMCell`, or a subclass that overrides its `call`.
        implementation: `"auto"`, or `"portable"` for node after node
            everywhere.
        return_states: whether `(h, c)` is returned instead of `h`.
        return_root: whether only the state of the root is.

    Call arguments:
        inputs: a dict of
            `x`, `(B, N, X)`, the vectors of the nodes, anything where a node
            has no word;
            `children`, integers `(B, N, K)`, the positions of the children in
            their tree, all of them before that of their parent, -1 for none;
            with an N-ary cell `K` is its arity, and places are slots;
            `node_mask`, boolean `(B, N)`, which nodes there are; and
            optionally `schedule`, a dict from `keras_tpr.trees.level_schedule`
            for this very batch, which saves making it within the step. A
            SavedModel needs it, or `implementation="portable"`.
        training: True in `fit`. In a loop of your own give it, too: without,
            there is no hand-written gradient but TensorFlow's own.

    Shapes:
        `(B, N, units)`; with `return_root` `(B, units)`, the state of the last
        node there is. With `return_states` a tuple of two of these, `h` and
        `c`, the latter in float32 also under mixed precision.

    Masking:
        Nodes that are not there have states of exactly zero, and so has the
        root of an empty tree; they get and give no gradient. No Keras mask is
        made: weight losses by the nodes that count.

    Raises:
        ValueError: for unknown options, missing tensors, or shapes that do not
            go together, as far as they are known; and when run, for a cell
            whose `call` does not return `(h, c)`. Children that do not form
            trees are refused where a `schedule` is made of them, by
            `level_schedule` or within the step on TensorFlow; elsewhere
            nothing checks them.

    Example:

    >>> import keras
    >>> from keras_tpr.layers import TreeLSTM, TreeLSTMCell
    >>> from keras_tpr.trees import Tree, TreeBatch
    >>> tree = Tree("S", [Tree("DT", word="a"), Tree("NN", word="dog")])
    >>> inputs = TreeBatch.from_trees([tree]).to_dict()
    >>> inputs["x"] = keras.random.normal((1, 3, 5))
    >>> layer = TreeLSTM(TreeLSTMCell(4))
    >>> tuple(layer(inputs).shape)
    (1, 3, 4)

    Reference:
        Tai et al., Improved Semantic Representations From Tree-Structured Long
        Short-Term Memory Networks, ACL 2015, section 3.
    """

    def __init__(
        self,
        cell,
        implementation="auto",
        return_states=False,
        return_root=False,
        **kwargs,
    ):
        super().__init__(**kwargs)
        if not isinstance(cell, TreeLSTMCell):
            raise TypeError(
                f"`cell` must be a TreeLSTMCell. Received: {cell!r}."
            )
        if implementation not in IMPLEMENTATIONS:
            raise ValueError(
                f"`implementation` must be one of {IMPLEMENTATIONS}. Received: "
                f"implementation={implementation!r}."
            )
        self.supports_masking = True
        self.cell = cell
        self.implementation = implementation
        self.return_states = return_states
        self.return_root = return_root
        self.uses_kernel = (
            implementation == "auto"
            and cell.is_standard
            and use_tensorflow_kernels(cell.compute_dtype)
        )
        # Ragged levels are nothing for XLA.
        self.supports_jit = not self.uses_kernel

    def build(self, input_shape):
        _check_tensors(input_shape)
        _check_shapes(input_shape)
        x, children = input_shape["x"], input_shape["children"]
        child_shape = (x[0], children[-1], self.cell.units)
        self.cell.check_children(child_shape)
        if not self.cell.built:
            self.cell.build((x[0], x[-1]), child_shape)
        self._recurrence = NodeRecurrence(self.cell, x[-1])

    def call(self, inputs, training=None):
        _check_tensors(inputs)
        _check_shapes({name: _known_shape(inputs[name]) for name in TENSORS})
        children = ops.cast(inputs["children"], "int32")
        node_mask = ops.cast(inputs["node_mask"], "bool")
        if self.uses_kernel:
            states = self._run_kernel(
                inputs["x"],
                children,
                node_mask,
                inputs.get("schedule"),
                training,
            )
        else:
            # Where there is no node, not even a NaN gets through, or back.
            x = ops.where(ops.expand_dims(node_mask, -1), inputs["x"], 0.0)
            states = self._recurrence(x, children, node_mask)
        if self.return_root:
            states = [_last_nodes(state, node_mask) for state in states]
        return tuple(states) if self.return_states else states[0]

    def compute_mask(self, inputs, mask=None):
        return None

    def compute_output_shape(self, input_shape):
        shape = (*input_shape["children"][:-1], self.cell.units)
        if self.return_root:
            shape = (shape[0], shape[-1])
        return (shape, shape) if self.return_states else shape

    def compute_output_spec(self, inputs, training=None):
        shapes = keras.tree.map_structure(lambda x: tuple(x.shape), inputs)
        shape = self.compute_output_shape(
            {name: shapes[name] for name in TENSORS}
        )
        if not self.return_states:
            return keras.KerasTensor(shape, dtype=self.cell.compute_dtype)
        return (
            keras.KerasTensor(shape[0], dtype=self.cell.compute_dtype),
            keras.KerasTensor(shape[1], dtype=self.cell.cell_state_dtype),
        )

    def get_config(self):
        return {
            **super().get_config(),
            "cell": keras.saving.serialize_keras_object(self.cell),
            "implementation": self.implementation,
            "return_states": self.return_states,
            "return_root": self.return_root,
        }

    @classmethod
    def from_config(cls, config):
        config = dict(config)
        config["cell"] = keras.saving.deserialize_keras_object(config["cell"])
        return super().from_config(config)

    def _run_kernel(self, x, children, node_mask, schedule, training):
        from keras_tpr.kernels.tensorflow import schedule_in_graph, tree_lstm

        if schedule is None:
            schedule = schedule_in_graph(children, node_mask)
        return tree_lstm(
            x,
            schedule,
            self.cell,
            return_c=self.return_states,
            training=bool(training),
        )


def _last_nodes(states, node_mask):
    """The states `(B, units)` of the last nodes that are there, or zeros."""
    nodes = ops.shape(node_mask)[1]
    from_behind = ops.cast(ops.flip(node_mask, axis=1), "int32")
    last = nodes - 1 - ops.argmax(from_behind, axis=1)
    index = ops.reshape(last, (-1, 1, 1))
    return ops.squeeze(ops.take_along_axis(states, index, axis=1), axis=1)


def _check_tensors(tensors):
    if not isinstance(tensors, dict) or set(TENSORS) - set(tensors):
        found = list(tensors) if isinstance(tensors, dict) else type(tensors)
        raise ValueError(
            f"The input must be a dict with {TENSORS}, as of "
            f"`TreeBatch.to_dict()` with the embedded words. Received: {found}."
        )


def _check_shapes(shapes):
    """Refuses shapes that are known not to go together."""
    ranks = {"x": 3, "children": 3, "node_mask": 2}
    known = {
        name: tuple(shapes[name])
        for name in TENSORS
        if shapes[name] is not None
    }
    if any(len(shape) != ranks[name] for name, shape in known.items()) or any(
        len({shape[axis] for shape in known.values()} - {None}) > 1
        for axis in (0, 1)
    ):
        found = ", ".join(f"`{name}` {s}" for name, s in known.items())
        raise ValueError(
            "`x` must have the shape (B, N, X), `children` (B, N, K) and "
            f"`node_mask` (B, N), of the same B and N. Received: {found}."
        )


def _known_shape(tensor):
    """The shape of a tensor, None if not even its rank is known."""
    if getattr(tensor.shape, "rank", 0) is None:
        return None
    return tuple(tensor.shape)
