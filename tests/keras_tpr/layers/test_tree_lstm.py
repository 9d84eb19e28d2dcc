"""The Tree-LSTM over batches of trees."""

import keras
import numpy as np
import pytest
from atpl_weights import randomize
from gradients_of import gradients_of
from keras.src.testing import TestCase
from layer_checks import assert_close, save_and_load, to_numpy
from random_trees import random_tree
from tree_lstm_cases import (
    CELLS,
    SIZE,
    UNITS,
    make_batch,
    make_cell,
    make_trees,
)
from tree_lstm_reference import batch_states, read_weights

from keras_tpr.layers import TreeLSTM, TreeLSTMCell
from keras_tpr.trees import Tree, TreeBatch

IMPLEMENTATIONS = ("auto", "portable")
KINDS = ("child_sum", "nary", "linear")
both = pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
kinds = pytest.mark.parametrize("name", KINDS)


def make(name="child_sum", implementation="auto", **options):
    return TreeLSTM(make_cell(name), implementation, **options)


def chain(nodes):
    tree = Tree(0, word="w0")
    for _ in range(nodes - 1):
        tree = Tree(0, [tree])
    return tree


@both
@pytest.mark.parametrize("name", CELLS)
def test_equations(name, implementation):
    layer = make(name, implementation, return_states=True)
    batch = make_batch(name)
    h, c = layer(batch)
    expected = batch_states(
        read_weights(layer.cell),
        batch["x"].astype("float64"),
        batch["children"],
        batch["node_mask"],
    )
    assert_close((h, c), expected, atol=1e-5)
    there = batch["node_mask"]
    assert (to_numpy(h)[~there] == 0).all()
    assert (to_numpy(c)[~there] == 0).all()
    assert there[3].sum() == 1 and there[4].sum() == 0


@both
@kinds
def test_a_schedule_changes_nothing(name, implementation):
    layer = make(name, implementation)
    batch = make_batch(name)
    expected = layer(batch)
    del batch["schedule"]
    assert_close(layer(batch), expected)


@both
@pytest.mark.parametrize("output_gate", [True, False])
def test_a_chain_of_child_sum_nodes_is_an_lstm(output_gate, implementation):
    cell = make_cell("child_sum" if output_gate else CELL_WITHOUT_GATE)
    layer = TreeLSTM(cell, implementation)
    batch = make_batch(trees=[chain(7), chain(4)])
    w = read_weights(cell)
    lstm = keras.layers.LSTM(UNITS, return_sequences=True)
    lstm.build((None, None, SIZE))
    columns = [
        np.concatenate([w[f"{kind}{gate}"] for gate in "ifu"], axis=-1)
        for kind in "WUb"
    ]
    # An output gate that is always open.
    last = [
        w.get(f"{kind}o", np.full((*first.shape[:-1], UNITS), value))
        for kind, first, value in zip("WUb", columns, (0, 0, 100), strict=True)
    ]
    lstm.set_weights(
        [np.concatenate(x, axis=-1) for x in zip(columns, last, strict=True)]
    )
    expected = to_numpy(lstm(batch["x"]))
    found = to_numpy(layer(batch))
    assert_close(found[0], expected[0], atol=1e-5)
    assert_close(found[1, :4], expected[1, :4], atol=1e-5)


CELL_WITHOUT_GATE = "child_sum, no output gate"


@both
@kinds
def test_more_padding(name, implementation):
    layer = make(name, implementation)
    batch = make_batch(name)
    nodes = batch["children"].shape[1]
    wide = make_batch(name, num_nodes=nodes + 3)
    wide["x"][:, :nodes] = batch["x"]
    found = to_numpy(layer(wide))
    assert_close(found[:, :nodes], layer(batch))
    assert (found[:, nodes:] == 0).all()


@both
@kinds
def test_other_trees_of_the_batch(name, implementation):
    """A tree gives the same in any batch, in any place, and alone."""
    layer = make(name, implementation)
    trees = make_trees(name)
    batch = make_batch(name, trees)
    whole = to_numpy(layer(batch))
    order = [2, 4, 0, 3, 1]
    permuted = make_batch(name, [trees[n] for n in order])
    permuted["x"] = batch["x"][order]
    assert_close(layer(permuted), whole[order])
    for n, tree in enumerate(trees):
        alone = make_batch(name, [tree])
        size = alone["children"].shape[1]
        alone["x"] = batch["x"][n : n + 1, :size]
        assert_close(layer(alone), whole[n : n + 1, :size])


@both
@kinds
def test_other_numbers_of_the_nodes(name, implementation):
    layer = make(name, implementation)
    batch = make_batch(name, make_trees(name)[2:3], schedule=False)
    expected = to_numpy(layer(batch))[0]
    children = batch["children"][0]
    # All leaves first, then the others, which still follow their children.
    order = np.argsort((children >= 0).any(axis=1), kind="stable")
    place = np.argsort(order)
    assert (order != np.arange(len(order))).any()
    moved = np.where(children >= 0, place[children], -1)[order]
    found = layer(
        {
            "x": batch["x"][:, order],
            "children": moved[np.newaxis].astype("int32"),
            "node_mask": batch["node_mask"],
        }
    )
    assert_close(to_numpy(found)[0], expected[order])


@both
def test_order_of_children(implementation):
    def swapped(tree):
        return tree.fold(lambda node, below: node.replace(children=below[::-1]))

    trees = [random_tree(np.random.default_rng(3), 6)]
    for name, same in (("child_sum", True), ("nary", False)):
        layer = make(name, implementation, return_root=True)
        batch = make_batch(name, trees)
        other = make_batch(name, [swapped(tree) for tree in trees])
        nodes = list(trees[0].postorder())
        place = {id(node): n for n, node in enumerate(nodes)}

        def mirrored(node):
            yield from (k for c in node.children[::-1] for k in mirrored(c))
            yield place[id(node)]  # noqa: B023

        other["x"] = batch["x"][:, list(mirrored(trees[0]))]
        change = to_numpy(layer(other)) - to_numpy(layer(batch))
        assert (abs(change).max() < 1e-5) == same


@both
@kinds
def test_single_nodes_only(name, implementation):
    layer = make(name, implementation)
    batch = make_batch(name, [Tree(0, word="w0"), Tree(1, word="w1")])
    zeros = np.zeros((2, layer.cell.arity or 1, UNITS), "float32")
    none = np.zeros(zeros.shape[:2], bool)
    h, _ = layer.cell(batch["x"][:, 0], zeros, zeros, none)
    assert_close(to_numpy(layer(batch))[:, 0], h, atol=1e-5)


@both
@kinds
def test_empty_trees_only(name, implementation):
    layer = make(name, implementation, return_states=True)
    batch = make_batch(name, [None, None])

    def value():
        h, c = layer(batch)
        return keras.ops.sum(h) + keras.ops.sum(c)

    for states in to_numpy(layer(batch)):
        assert states.shape == (2, 1, UNITS)
        assert (states == 0).all()
    for gradient in gradients_of(value, layer.trainable_weights):
        assert gradient is None or (gradient == 0).all()


@both
@kinds
def test_nodes_that_are_not_there(name, implementation):
    """Whatever is in their place does nothing and gets no gradient."""
    layer = make(name, implementation)
    batch = make_batch(name)
    expected = to_numpy(layer(batch))
    there = batch["node_mask"]
    values = batch["x"].copy()
    values[~there] = np.nan
    x = keras.Variable(values)

    def value():
        return keras.ops.sum(keras.ops.square(layer({**batch, "x": x.value})))

    assert_close(layer({**batch, "x": values}), expected)
    (gradient,) = gradients_of(value, [x])
    assert np.isfinite(gradient).all()
    assert (gradient[~there] == 0).all()
    leaves = there & (batch["children"] < 0).all(axis=-1)
    assert (abs(gradient[leaves]).max(axis=-1) > 1e-6).all()


@both
@kinds
def test_root(name, implementation):
    cell = make_cell(name)
    batch = make_batch(name)
    options = {"implementation": implementation}
    h, c = to_numpy(TreeLSTM(cell, return_states=True, **options)(batch))
    roots = to_numpy(
        TreeLSTM(cell, return_root=True, return_states=True, **options)(batch)
    )
    only_h = TreeLSTM(cell, return_root=True, **options)(batch)
    assert_close(only_h, roots[0])
    for state, root in zip((h, c), roots, strict=True):
        for tree, last in enumerate(batch["root"][:4]):
            assert_close(root[tree], state[tree, last])
        assert (root[4] == 0).all()


@kinds
@pytest.mark.parametrize("training", [True, False])
def test_implementations_have_equal_gradients(name, training):
    cell = make_cell(name)
    batch = make_batch(name)
    x = keras.Variable(batch["x"])
    weights = [x, *cell.trainable_weights]
    share = np.random.default_rng(2).standard_normal((2, *x.shape[:2], UNITS))
    share = keras.ops.convert_to_tensor(share.astype("float32"))

    def gradients(implementation):
        layer = TreeLSTM(cell, implementation, return_states=True)

        def value():
            h, c = layer({**batch, "x": x.value}, training=training)
            return keras.ops.sum(h * share[0] + c * share[1])

        return gradients_of(value, weights)

    for found, expected in zip(*map(gradients, IMPLEMENTATIONS), strict=True):
        scale = np.abs(expected).max()
        np.testing.assert_allclose(found, expected, atol=1e-4 * scale)


def test_a_cell_with_equations_of_its_own():
    class Doubled(TreeLSTMCell):
        def call(self, x, child_h, child_c, child_mask):
            h, c = super().call(x, child_h, child_c, child_mask)
            return 2.0 * h, c

    cell = Doubled(UNITS)
    cell.build((None, SIZE))
    plain = make_cell()
    cell.set_weights(plain.get_weights())
    layer = TreeLSTM(cell)
    assert not layer.uses_kernel
    batch = make_batch(trees=[Tree(0, word="w0")])
    assert_close(layer(batch), 2.0 * to_numpy(TreeLSTM(plain)(batch)))
    deep = make_batch()
    found = to_numpy(layer(deep))
    assert_close(found, TreeLSTM(cell, "portable")(deep))
    assert abs(found - to_numpy(TreeLSTM(plain)(deep))).max() > 0.1


def test_which_implementation_runs():
    kernel = keras.backend.backend() == "tensorflow"
    assert TreeLSTM(TreeLSTMCell(2)).uses_kernel == kernel
    assert not TreeLSTM(TreeLSTMCell(2), "portable").uses_kernel
    assert not TreeLSTM(TreeLSTMCell(2, dtype="mixed_float16")).uses_kernel


@kinds
@pytest.mark.parametrize("policy", ["mixed_bfloat16", "mixed_float16"])
def test_mixed_precision(name, policy):
    if keras.backend.backend() == "torch" and policy == "mixed_float16":
        pytest.skip("PyTorch has no float16 products on CPUs")
    layer = TreeLSTM(
        make_cell(name, dtype=policy), return_states=True, dtype=policy
    )
    batch = make_batch(name)
    h, c = layer(batch)
    assert keras.backend.standardize_dtype(h.dtype) == policy[6:]
    assert keras.backend.standardize_dtype(c.dtype) == "float32"
    exact = make(name, return_states=True)(batch)
    as_floats = [keras.ops.cast(x, "float32") for x in (h, c)]
    assert_close(as_floats, list(exact), atol=0.1)


def test_more_nodes_than_16_bits_can_count():
    """Places of children are exact also where states are rounded."""
    batch = make_batch(trees=[chain(300)], schedule=False)
    found, expected = (
        keras.Sequential(
            [TreeLSTM(make_cell(dtype=policy), "portable", dtype=policy)]
        ).predict_on_batch(batch)
        for policy in ("mixed_bfloat16", "float32")
    )
    assert_close(found.astype("float32"), expected, atol=0.1)


@both
@kinds
def test_layer(name, implementation):
    """Keras' rules: config, file, dynamic shapes, training."""
    arguments = {
        "cell": TreeLSTMCell(UNITS, **CELLS[name]),
        "implementation": implementation,
        "return_root": True,
    }
    case = TestCase()
    case.setUp()
    case.run_class_serialization_test(TreeLSTM(**arguments))
    layer = TreeLSTM(**arguments)
    names = ["x", "children", "node_mask"] + ["schedule"] * layer.uses_kernel
    batch = make_batch(name)
    batch = {name: batch[name] for name in names}
    model = functional_model(layer, batch)
    randomize(model)
    assert model.output.shape == (None, UNITS)
    expected = to_numpy(model(batch))
    assert_close(save_and_load(model)(batch), expected)
    model.compile("sgd", "mse")
    before = [to_numpy(w).copy() for w in model.trainable_weights]
    model.train_on_batch(batch, expected + 1.0)
    for old, new in zip(before, model.trainable_weights, strict=True):
        assert (old != to_numpy(new)).any()


@kinds
def test_saved_model(name, tmp_path):
    if keras.backend.backend() != "tensorflow":
        pytest.skip("SavedModel is of TensorFlow")
    import tensorflow as tf

    names = ("x", "children", "node_mask", "schedule")
    batch = make_batch(name)
    batch = {name: batch[name] for name in names}
    model = functional_model(TreeLSTM(make_cell(name)), batch)
    model.export(tmp_path, verbose=False)
    loaded = tf.saved_model.load(tmp_path)
    served = loaded.serve(keras.tree.map_structure(tf.constant, batch))
    assert_close(served, model(batch))


def functional_model(layer, batch):
    """A model of one layer whose batches may have any shape."""

    def symbolic(name, value):
        if isinstance(value, dict):
            return {
                part: keras.Input(batch_shape=(None,), dtype="int32", name=part)
                for part in value
            }
        shape = (None, *value.shape[2:])
        return keras.Input(shape, dtype=str(value.dtype), name=name)

    inputs = {name: symbolic(name, value) for name, value in batch.items()}
    return keras.Model(inputs, layer(inputs))


def test_many_batches():
    """Batches of different shapes train in one model."""
    rng = np.random.default_rng(0)
    batches = []
    for size in (2, 3, 4):
        trees = [random_tree(rng, int(n)) for n in rng.integers(1, 9, size)]
        batch = make_batch("nary", trees)
        target = rng.standard_normal((size, UNITS)).astype("float32")
        batches.append((batch, target))
    layer = TreeLSTM(TreeLSTMCell(UNITS, "nary", arity=2), return_root=True)
    model = keras.Sequential([layer])
    model.compile(keras.optimizers.Adam(0.05), "mse")
    losses = []
    for _ in range(20):
        losses.append(sum(model.train_on_batch(*batch) for batch in batches))
    assert losses[-1] < 0.7 * losses[0]


def test_one_trace_serves_all_batches_of_fit():
    """Batches of other sizes, numbers of nodes and depths."""
    if keras.backend.backend() != "tensorflow":
        pytest.skip("elsewhere each shape is traced")
    import tensorflow as tf

    traces = []

    class Watched(TreeLSTM):
        def call(self, inputs):
            traces.append(inputs["x"].shape)
            return super().call(inputs)

    names = ("x", "children", "node_mask", "schedule")
    rng = np.random.default_rng(0)
    data = []
    for size in (1, 5, 3, 2):
        trees = [random_tree(rng, int(n)) for n in rng.integers(1, 12, size)]
        batch = make_batch("linear", trees)
        target = np.ones((size, UNITS), "float32")
        data.append(({name: batch[name] for name in names}, target))

    def spec(x):
        # Sizes of vectors and the number of slots are fixed, nothing else.
        sized = x.ndim == 3 or x.dtype == "float32"
        shape = [None] * (x.ndim - sized) + list(x.shape[-1:]) * sized
        return tf.TensorSpec(shape, x.dtype)

    dataset = tf.data.Dataset.from_generator(
        lambda: iter(data),
        output_signature=keras.tree.map_structure(spec, data[0]),
    ).repeat()
    layer = Watched(make_cell("linear"), return_root=True)
    model = keras.Sequential([layer])
    model.compile("sgd", "mse")
    model.fit(dataset, steps_per_epoch=12, shuffle=False, verbose=0)
    assert traces == [(None, None, SIZE)]


def test_bad_arguments():
    with pytest.raises(TypeError, match="`cell`.*TreeLSTMCell.*LSTMCell"):
        TreeLSTM(keras.layers.LSTMCell(3))
    with pytest.raises(ValueError, match="`implementation`.*'fast'"):
        TreeLSTM(TreeLSTMCell(3), implementation="fast")
    batch = make_batch()
    with pytest.raises(ValueError, match="children.*Received.*'x'"):
        make()({"x": batch["x"]})
    with pytest.raises(ValueError, match="arity=2.*has 4"):
        TreeLSTM(TreeLSTMCell(3, "nary", arity=2))(batch)
    with pytest.raises(ValueError, match="arity=2.*has 4"):
        TreeLSTM(make_cell("nary"))(batch)  # a cell that is built
    assert TreeBatch.from_trees(make_trees()).children.shape[-1] == 4


@both
@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("x", lambda x: x[:, :-1]),
        ("x", lambda x: x[..., 0]),
        ("children", lambda x: x[1:]),
        ("node_mask", lambda x: x[:, 1:]),
    ],
)
def test_shapes_that_do_not_go_together(name, change, implementation):
    batch = make_batch()
    layer = make(implementation=implementation)
    for _ in ("unbuilt", "built"):
        with pytest.raises(ValueError, match=f"of the same B and N.*`{name}`"):
            layer({**batch, name: change(batch[name])})
        layer(batch)


@pytest.mark.parametrize(
    "result",
    [
        lambda h, c: h,
        lambda h, c: (h, c, c),
        lambda h, c: (h, c[:, :1]),
    ],
    ids=["one", "three", "short"],
)
def test_a_cell_that_does_not_return_its_states(result):
    class Wrong(TreeLSTMCell):
        def call(self, x, child_h, child_c, child_mask):
            return result(*super().call(x, child_h, child_c, child_mask))

    message = r"`Wrong.call` must return.*`\(h, c\)`"
    with pytest.raises(ValueError, match=message):
        TreeLSTM(Wrong(UNITS))(make_batch())


def test_children_that_are_no_trees():
    batch = make_batch(schedule=False)
    batch["children"][2, -1, 0] = batch["children"][2, -1, 1] = 0
    layer = make()
    if not layer.uses_kernel:
        pytest.skip("the portable form takes any graph without circles")
    with pytest.raises(Exception, match="must form trees"):
        layer(batch)
