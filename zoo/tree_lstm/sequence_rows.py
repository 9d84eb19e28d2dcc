"""Encoded sentences without trees, one by one and in batches."""

import numpy as np

from zoo.tree_lstm.encoded_arrays import encoded_arrays, lengths


class SequenceRows:
    """Rows of word ids, int32 vectors; see `TreeRows`."""

    names = ("token_ids", "padding_mask")
    ranks = (2, 2)
    target_rank = 1
    arity = None

    def size(self, row):
        return len(row)

    def slots(self, rows):
        return None

    def from_encoded(self, x, vocabulary_size):
        arrays = encoded_arrays(x, self.names, vocabulary_size)
        sizes = lengths(arrays["padding_mask"], "padding_mask")
        return [
            ids[:size].astype(np.int32)
            for ids, size in zip(arrays["token_ids"], sizes, strict=True)
        ]

    def stack(self, rows, slots=None, schedule=False, bucket=False):
        sizes = np.array(list(map(len, rows)))
        longest = max(1, sizes.max())
        if bucket:
            longest = 1 << int(longest - 1).bit_length()
        token_ids = np.zeros((len(rows), longest), np.int32)
        for place, row in enumerate(rows):
            token_ids[place, : len(row)] = row
        mask = np.arange(longest) < sizes[:, np.newaxis]
        return {"token_ids": token_ids, "padding_mask": mask}, None
