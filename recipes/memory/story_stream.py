"""Questions as an endless stream of batches that can be resumed."""

import hashlib


def story_stream(model, questions, batch_size, seed):
    """Encodes questions once and puts them into batches by length.

    Args:
        model: A `StoryTask` of the zoo.
        questions: `StoryData`.
        batch_size: Number of questions in a batch.
        seed: Of the order.

    Returns:
        `(batches, fingerprint, stream)`: `StoryBatches`, what identifies the
        questions, and a function from a number of updates done to the endless
        stream of the batches behind them.
    """
    from recipes.running.index_batches import index_batches

    # A model that learns from answers alone need not keep all statements.
    support = {"support": questions.support} if model.needs_support else {}
    batches = model.batches(
        {**questions.x, **support},
        questions.answers,
        batch_size=batch_size,
        for_training=True,
    )

    def stream(update):
        order = index_batches(
            len(questions), batch_size, seed, update, batches.sizes
        )
        return order.map(batches.batch_in_graph()).prefetch(2)

    digest = hashlib.sha256()
    for name, table in sorted(batches.tables.items()):
        digest.update(name.encode())
        digest.update(table.tobytes())
    return batches, digest.hexdigest(), stream
