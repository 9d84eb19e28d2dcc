"""Settings that the recipes of tagger and parser share."""

import dataclasses
import pathlib

from recipes.datasets.glove import read_glove
from recipes.running.run_error import RunError
from recipes.running.settings import Settings, setting


@dataclasses.dataclass(frozen=True)
class GrammarSettings(Settings):
    """The autoencoder, the tagger, and what they know of words."""

    glove: str | None = setting(
        None, "file of GloVe vectors, which help with unseen words; none: none"
    )
    glove_words: int | None = setting(
        None, "most frequent ones of the file beside those in use; none: all"
    )
    min_count: int = setting(
        2, "times that a word occurs; others train the classes of their looks"
    )
    dim: int = setting(32, "of the roles, as published")
    autoencoder_units: int = setting(
        128, "512 as published, for 40 times as many sentences"
    )
    autoencoder_epochs: int = setting(6, "passes; the best one is kept")
    autoencoder_learning_rate: float = setting(
        2e-3, "ten times that of the captioner, as there are few updates"
    )
    units: int = setting(200, "of the tagger's LSTM in each direction")
    factors: int = setting(
        128, "of the weights that depend on the word; 512 in the captioner"
    )
    embedding_dim: int = setting(100, "of word vectors without a file")
    affix_buckets: int = setting(
        8192, "beginnings, endings and shapes of words; unseen words have these"
    )
    affix_dim: int = setting(64, "of their vectors")
    dropout: float = setting(0.5, "on what the tagger's LSTM reads and gives")
    learning_rate: float = setting(1e-3, "of Adam, which falls to a twentieth")
    train_sentences: int | None = setting(None, "the first ones; none: all")
    eval_sentences: int | None = setting(
        None, "of validation and test; none: all"
    )

    def __post_init__(self):
        super().__post_init__()
        self.require_at_least(
            1,
            "glove_words",
            "min_count",
            "autoencoder_units",
            "units",
            "factors",
            "embedding_dim",
            "affix_dim",
            "train_sentences",
            "eval_sentences",
        )
        self.require_at_least(2, "affix_buckets")
        self.require_at_least(0, "autoencoder_epochs")
        for name in ("learning_rate", "autoencoder_learning_rate"):
            self.require(name, "above 0", lambda rate: rate > 0)
        self.require(
            "dropout", "at least 0 and below 1", lambda rate: 0 <= rate < 1
        )

    def check_files(self):
        """Raises a `RunError` for a file that is not there."""
        if self.glove is not None and not pathlib.Path(self.glove).is_file():
            raise RunError(
                f"There is no file of word vectors {self.glove}. Give another "
                "one with `--glove`, or none."
            )

    def word_vectors(self, words):
        """Vectors of words from the file, or None.

        Args:
            words: words that are in use; they come first.
        """
        if self.glove is None:
            return None
        found = read_glove(self.glove)
        wanted = {word.lower() for word in words}
        vectors = {word: found[word] for word in found if word in wanted}
        for word in found:
            if self.glove_words is not None and (
                len(vectors) >= len(wanted) + self.glove_words
            ):
                break
            vectors.setdefault(word, found[word])
        return vectors

    @property
    def notes(self):
        """What a reader of the scores has to know."""
        if self.glove is None:
            return [
                "Without `--glove` word vectors are random at first, and "
                "unseen words have those of their looks only."
            ]
        return []
