"""Task 13: where a person is who was one of "they"."""

from recipes.datasets.babi.tasks.paired_moves import tell_paired_moves


class CompoundCoreference:
    """Two people go somewhere together, and then "they" go on."""

    def tell(self, rng, say):
        """Tells a story."""
        return tell_paired_moves(rng, say, together=True, resume=True)
