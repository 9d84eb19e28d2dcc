"""Batches of sentences with some of their phrases, for models without trees."""

import numpy as np

from recipes.running.index_batches import index_batches
from recipes.tree_lstm.row_batches import RowBatches, in_graph
from zoo.prefetched import prefetched


class SpanBatches(RowBatches):
    """Sentences, each with random phrases of its tree.

    Phrases are drawn anew for each update; which, is a function of the seed
    and the number of the update.

    Args:
        model: A model that reads sentences in a row, with a preprocessor.
        trees: Trees whose labels are classes, None for phrases without.
        num_spans: Number of phrases drawn for each sentence, without the
            sentence itself.
        batch_size: Number of sentences and phrases in a batch.
    """

    def __init__(self, model, trees, num_spans, batch_size):
        rows, targets = model.encode(trees, labelled=True)
        sentences = max(1, batch_size // (1 + num_spans))
        super().__init__(model, rows, targets, sentences)
        self.num_spans = num_spans
        self.spans = [labelled_spans(tree) for tree in trees]

    def training(self, seed, first_update=0):
        import tensorflow as tf

        order = index_batches(
            len(self.rows), self.batch_size, seed, first_update, self.sizes
        )

        def batch(update, numbers):
            def drawn(update, numbers):
                rng = np.random.default_rng([seed, int(update)])
                return self._drawn(rng, numbers)

            return in_graph(drawn, [update, numbers], self)

        batches = order.enumerate(first_update)
        return prefetched(
            batches.map(batch, num_parallel_calls=tf.data.AUTOTUNE)
        )

    def _drawn(self, rng, numbers):
        rows, targets = [], []
        for number in numbers:
            words, spans = self.rows[number], self.spans[number]
            rows.append(words)
            targets.append(self.targets[number])
            count = min(self.num_spans, len(spans))
            for place in rng.choice(len(spans), count, replace=False):
                first, end, label = spans[place]
                rows.append(words[first:end])
                targets.append(label)
        return self.stack(rows, np.array(targets, self.targets.dtype))


def labelled_spans(tree):
    """Where the phrases of a tree are that have a class, but the whole.

    Args:
        tree: A constituency `Tree` whose labels are classes or None.

    Returns:
        Array of rows `(first word, word behind the last, class)`.
    """
    spans, position = [], 0
    starts = []  # of nodes whose parent is still to come
    for node in tree.postorder():
        if node.is_leaf:
            starts.append(position)
            position += 1
        else:
            first = len(starts) - len(node.children)
            starts[first:] = [starts[first]]
        if node.label is not None and node is not tree:
            spans.append((starts[-1], position, node.label))
    return np.array(spans, np.int64).reshape(-1, 3)
