"""How many sentences a second."""

import time

COUNT = 256
BATCHES = (1, 64)


def speed(function, sentences):
    """Sentences a second, one by one and many at a time.

    Args:
        function: Called with a list of sentences and `batch_size`.
        sentences: A list; the first ones are read.

    Returns:
        A dict for the report.
    """
    found = {}
    for size in BATCHES:
        # A few are enough where each is a batch.
        rows = sentences[: COUNT if size > 1 else COUNT // 4]
        function(rows, batch_size=size)  # makes the graphs
        begin = time.perf_counter()
        function(rows, batch_size=size)
        seconds = time.perf_counter() - begin
        found[f"sentences a second, {size} at a time"] = round(
            len(rows) / max(seconds, 1e-9), 1
        )
    return found
