"""Pairs of encoded sentences, one by one and in batches."""

from zoo.tree_lstm.encoded_arrays import encoded_arrays


class PairRows:
    """Rows that are two rows of another kind; see `TreeRows`.

    Encoded pairs have an axis of two behind that of the batch. A `schedule`
    is that of all sentences, first those of the first pair.

    Args:
        single: a `TreeRows` or `SequenceRows`.
    """

    target_rank = 1

    def __init__(self, single):
        self.single = single
        self.names = single.names
        self.arity = single.arity
        self.ranks = tuple(rank + 1 for rank in single.ranks)

    def size(self, row):
        return max(map(self.single.size, row))

    def slots(self, rows):
        return self.single.slots(_flat(rows))

    def from_encoded(self, x, vocabulary_size):
        arrays = encoded_arrays(x, self.names, vocabulary_size, pairs=True)
        flat = {
            name: array.reshape(-1, *array.shape[2:])
            for name, array in arrays.items()
        }
        rows = self.single.from_encoded(flat, vocabulary_size)
        return list(zip(rows[::2], rows[1::2], strict=True))

    def stack(self, rows, slots=None, schedule=True, bucket=False):
        batch, _ = self.single.stack(_flat(rows), slots, schedule, bucket)
        return {
            name: array
            if name == "schedule"
            else array.reshape(-1, 2, *array.shape[1:])
            for name, array in batch.items()
        }, None


def _flat(rows):
    return [sentence for row in rows for sentence in row]
