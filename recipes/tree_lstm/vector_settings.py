"""Settings of word vectors that the recipes share."""

import dataclasses
from typing import Literal

from recipes.datasets.glove import vector_size
from recipes.running.run_error import RunError
from recipes.running.settings import Settings, setting

# Of vectors that are all random.
SIZE = 300


@dataclasses.dataclass(frozen=True)
class VectorSettings(Settings):
    """Where word vectors come from, and how the preset keeps them."""

    glove: str | None = setting(
        None, "a file of GloVe vectors, plain or .gz; 840B, 300-d as published"
    )
    lowercase: bool = setting(
        True, "words are looked up in lower case, as glove.6B has them"
    )
    embedding_dim: int | None = setting(
        None, f"of random vectors; none: those of the file, or {SIZE}"
    )
    stand_in: bool = setting(
        False, "random vectors stand in for a missing file, to try things out"
    )
    preset_words: int | None = setting(
        None, "most frequent words the preset keeps; none: all"
    )
    preset_storage: Literal["float16", "float32"] = setting(
        "float16", "of word vectors in the preset: half the size, same scores"
    )

    def __post_init__(self):
        super().__post_init__()
        self.require_at_least(1, "embedding_dim", "preset_words")

    def vector_source(self, random):
        """What `word_table` makes vectors of: a path, or a size.

        Args:
            random: Whether they are random by design.

        Raises:
            RunError: If there is no file and nothing may stand in for it.
        """
        if self.glove is None and not (random or self.stand_in):
            raise RunError(
                "`glove` is missing: these word vectors are pretrained. Give "
                "`--glove PATH`, such as glove.6B.100d.txt of the Stanford "
                "NLP group, or `--stand-in` for random vectors."
            )
        if self.glove is None:
            return self.embedding_dim or SIZE
        if random:
            # As long as those they are compared with.
            return self.embedding_dim or vector_size(self.glove)
        return self.glove

    @property
    def notes(self):
        """What a reader of the scores has to know."""
        if self.glove is None and self.stand_in:
            return [
                "Random word vectors stood in for GloVe: the scores cannot be "
                "compared with the published ones."
            ]
        return []
