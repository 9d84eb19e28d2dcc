"""Task 11: where a person is who was called "he" or "she"."""

from recipes.datasets.babi.tasks.paired_moves import tell_paired_moves


class BasicCoreference:
    """A person goes somewhere, and then "he" or "she" goes on."""

    def tell(self, rng, say):
        """Tells a story."""
        return tell_paired_moves(rng, say, together=False, resume=True)
