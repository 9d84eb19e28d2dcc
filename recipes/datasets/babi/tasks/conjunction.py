"""Task 12: where a person is who went with another."""

from recipes.datasets.babi.tasks.paired_moves import tell_paired_moves


class Conjunction:
    """Two people go somewhere together, then two others or the same."""

    def tell(self, rng, say):
        """Tells a story."""
        return tell_paired_moves(rng, say, together=True, resume=False)
